/** The terminal of super administrators: the queue of commands on one side, the output of one of them on the other. */
import { Button, Callout, Drawer } from '@blueprintjs/core'
import { Clean, Cog, Console, Cross } from '@blueprintjs/icons'
import { useEffect, useId, useState } from 'react'
import { useSnapshot } from 'valtio'
import { lineOf } from './commands.ts'
import { ConfigDialog } from './ConfigDialog.tsx'
import { closeTerminal, openTerminal, removeFinished, retryTask, setBlocking, startNext } from './queue.ts'
import { RunMenu } from './RunMenu.tsx'
import { terminal } from './store.ts'
import { TaskList } from './TaskList.tsx'
import { TaskOutput } from './TaskOutput.tsx'
import { blockerOf, isRunning, queueHead, taskStates } from './tasks.ts'
import './terminal.css'
import { useT } from './texts.ts'

export function TerminalDrawer({ close }: { readonly close: () => void }) {
  const heading = useId()
  const [isOpen, setOpen] = useState(true)
  useEffect(() => {
    openTerminal()
    return closeTerminal
  }, [])
  return (
    <Drawer
      className="tw-drawer terminal-drawer"
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      onClosed={close}
      position="bottom"
      size="min(720px, 90%)"
      transitionDuration={150}
    >
      <div className="terminal" role="dialog" aria-modal="true" aria-labelledby={heading}>
        <TerminalHead heading={heading} leave={() => setOpen(false)} />
        <Dialogs />
        <QueueNotice />
        <TerminalBody />
      </div>
    </Drawer>
  )
}

function TerminalHead({ heading, leave }: { readonly heading: string; readonly leave: () => void }) {
  const t = useT()
  const { taskList, packageManager } = useSnapshot(terminal)
  const waiting = taskList.filter(({ status }) => status === taskStates.waiting).length
  const hasFinished = taskList.some(({ status }) => status === taskStates.success)
  return (
    <div className="tw-panel-head terminal-head">
      <h2 id={heading}>{t('title')}</h2>
      <span className="terminal-summary">
        {taskList.length > 0 && t('summary', { count: taskList.length, waiting })}
      </span>
      <span className="terminal-gap" />
      <RunMenu />
      <Button
        variant="minimal"
        text={packageManager}
        aria-label={t('manager', { manager: packageManager })}
        title={t('manager', { manager: packageManager })}
        aria-haspopup="dialog"
        onClick={() => {
          terminal.showPackageManagerDialog = true
        }}
      />
      <Button
        variant="minimal"
        icon={<Clean />}
        aria-label={t('clear')}
        title={t('clear')}
        disabled={!hasFinished}
        onClick={removeFinished}
      />
      <Button
        variant="minimal"
        icon={<Cog />}
        aria-label={t('config')}
        title={t('config')}
        aria-haspopup="dialog"
        onClick={() => {
          terminal.showConfig = true
        }}
      />
      <Button variant="minimal" icon={<Cross />} aria-label={t('close')} title={t('close')} onClick={leave} />
    </div>
  )
}

function Dialogs() {
  const { showConfig, showPackageManagerDialog } = useSnapshot(terminal)
  if (!showConfig && !showPackageManagerDialog) return null
  const close = (): void => void Object.assign(terminal, { showConfig: false, showPackageManagerDialog: false })
  return <ConfigDialog onlyManager={!showConfig} close={close} />
}

/** Why tasks wait: a failed one blocks them, or the page was loaded again. */
function QueueNotice() {
  const t = useT()
  const { taskList } = useSnapshot(terminal)
  const tasks = taskList as typeof terminal.taskList
  const blocker = blockerOf(tasks)
  if (blocker)
    return (
      <Callout compact intent="warning" className="terminal-notice" role="status">
        <span>{t('blocked-by', { line: lineOf(blocker.command) })}</span>
        <span className="terminal-notice-actions">
          <Button size="small" text={t('retry')} onClick={() => retryTask(blocker.uuid)} />
          <Button size="small" text={t('unblock')} onClick={() => setBlocking(blocker.uuid, false)} />
        </span>
      </Callout>
    )
  if (!queueHead(tasks).next || tasks.some(isRunning)) return null
  const count = tasks.filter(({ status }) => status === taskStates.waiting).length
  return (
    <Callout compact intent="primary" className="terminal-notice" role="status">
      <span>{t('resume-text', { count })}</span>
      <span className="terminal-notice-actions">
        <Button size="small" text={t('resume')} onClick={startNext} />
      </span>
    </Callout>
  )
}

function TerminalBody() {
  const t = useT()
  const { taskList } = useSnapshot(terminal)
  const shown = taskList.find(({ showMessage }) => showMessage) ?? taskList.at(-1)
  if (!shown)
    return (
      <div className="terminal-empty">
        <Console size={40} />
        <h3>{t('empty')}</h3>
        <p>{t('empty-hint')}</p>
      </div>
    )
  return (
    <div className="terminal-body">
      <TaskList shown={shown.uuid} />
      <TaskOutput key={shown.uuid} task={shown} />
    </div>
  )
}
