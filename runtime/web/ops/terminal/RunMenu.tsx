/** The menu of commands, and the question before those that change what is in use. */
import { Button, Dialog, DialogBody, DialogFooter, Menu, MenuItem, Switch } from '@blueprintjs/core'
import { CaretDown, Play } from '@blueprintjs/icons'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { notify } from '../../core/notify.ts'
import { PopoverButton } from '../../core/popover/PopoverButton.tsx'
import { commandGroups, resolveCommand, type OfferedCommand } from './commands.ts'
import { addTask } from './queue.ts'
import { terminal } from './store.ts'
import { t as translate, useT } from './texts.ts'

export function RunMenu() {
  const t = useT()
  const { packageManager } = useSnapshot(terminal)
  const [isBlocking, setBlocking] = useState(true)
  const [asked, setAsked] = useState<OfferedCommand | null>(null)
  const add = (command: OfferedCommand): void => {
    addTask({
      command: resolveCommand(command, terminal.packageManager).key,
      blockOnFailure: isBlocking,
      ...(command.key === 'tablewright.build' && { callback: offerReload }),
    })
  }
  return (
    <>
      <PopoverButton
        kind="menu"
        intent="primary"
        icon={<Play />}
        endIcon={<CaretDown />}
        text={t('run')}
        renderPanel={() => (
          <div className="terminal-menu">
            <Menu>
              {commandGroups.map(({ title, commands }) => (
                <li key={title} role="none">
                  <ul role="group" aria-label={t(title)} className="terminal-menu-group">
                    <li role="none" className="terminal-menu-title">
                      {t(title)}
                    </li>
                    {commands.map((command) => (
                      <MenuItem
                        key={command.key}
                        text={t(command.title)}
                        label={resolveCommand(command, packageManager).line}
                        onClick={() => (command.question ? setAsked(command) : add(command))}
                      />
                    ))}
                  </ul>
                </li>
              ))}
            </Menu>
            <Switch
              className="terminal-menu-block"
              checked={isBlocking}
              label={t('block')}
              onChange={(event) => setBlocking(event.currentTarget.checked)}
            />
          </div>
        )}
      />
      {asked && (
        <AskDialog command={asked} manager={packageManager} run={() => add(asked)} close={() => setAsked(null)} />
      )}
    </>
  )
}

interface AskDialogProps {
  readonly command: OfferedCommand
  readonly manager: string
  readonly run: () => void
  readonly close: () => void
}

function AskDialog({ command, manager, run, close }: AskDialogProps) {
  const t = useT()
  return (
    <Dialog isOpen onClose={close} title={t(command.title)} isCloseButtonShown={false}>
      <DialogBody>
        <p>
          <code>{resolveCommand(command, manager).line}</code>
        </p>
        {command.question && t(command.question, { manager })}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('ask.cancel')} autoFocus onClick={close} />
            <Button
              intent="primary"
              text={t('ask.run')}
              onClick={() => {
                run()
                close()
              }}
            />
          </>
        }
      />
    </Dialog>
  )
}

/** After a build this page still runs the client of before. */
function offerReload(isDone: boolean): void {
  if (!isDone) return
  const action = { text: translate('reload'), run: () => window.location.reload() }
  notify({ text: translate('rebuilt'), tone: 'success', durationMs: 20_000, action })
}
