/** The bar of the editor: one row, of which a part is in a menu where there is little room. */
import { Button, Menu, MenuItem } from '@blueprintjs/core'
import { Header, Link, Media, More } from '@blueprintjs/icons'
import type { Editor } from '@tiptap/core'
import { useCallback, useRef, useSyncExternalStore, type JSX, type KeyboardEvent, type ReactNode } from 'react'
import { PopoverButton } from '../../core/popover/PopoverButton.tsx'
import { alignTools, furtherTools, styles, tableTools, usualTools, type Command } from './commands.tsx'
import { useT } from './texts.ts'

/** Fingers need buttons of 44 pixels: on a phone six of them fit, so these are in the menu there. */
const foldedTools = usualTools.filter((_tool, index) => index % 2 === 1)

interface ToolbarProps {
  readonly editor: Editor
  readonly onLink: () => void
  readonly onPicture: () => void
}

/** Renders again with every change of the document and of the selection. */
export function useEditorState(editor: Editor): void {
  const subscribe = useCallback(
    (notify: () => void) => {
      editor.on('transaction', notify)
      return () => void editor.off('transaction', notify)
    },
    [editor],
  )
  useSyncExternalStore(subscribe, () => editor.state)
}

export function Toolbar({ editor, onLink, onPicture }: ToolbarProps) {
  useEditorState(editor)
  const t = useT()
  const labelOf = ({ text, level = 0 }: Command): string => t(text, { level })
  const style = styles.find(({ isActive }) => isActive?.(editor)) ?? styles[0]
  const align = alignTools.find(({ isActive }) => isActive?.(editor)) ?? alignTools[0]
  const tool = (command: Command): JSX.Element => (
    <Tool
      isFolded={foldedTools.includes(command)}
      key={labelOf(command)}
      icon={command.icon}
      label={labelOf(command)}
      isActive={command.isActive?.(editor)}
      isEnabled={command.isEnabled?.(editor)}
      onClick={() => command.run(editor)}
    />
  )
  return (
    <div className="rich-tools">
      <ToolRow label={t('tools')} editor={editor}>
        <MenuTool icon={style?.icon ?? <Header />} label={t('style')} commands={styles} editor={editor} />
        {usualTools.map(tool)}
        <Tool icon={<Link />} label={t('link')} isActive={editor.isActive('link')} onClick={onLink} />
        <Tool icon={<Media />} label={t('picture')} isActive={editor.isActive('image')} onClick={onPicture} />
        <span className="rich-tools-wide">
          <MenuTool icon={align?.icon ?? <More />} label={t('align')} commands={alignTools} editor={editor} />
          {furtherTools.map(tool)}
        </span>
        <span className="rich-tools-narrow">
          <MenuTool
            icon={<More />}
            label={t('more')}
            commands={[...foldedTools, ...furtherTools, ...alignTools]}
            editor={editor}
          />
        </span>
      </ToolRow>
      {editor.isActive('table') && (
        <ToolRow label={t('table-tools')} editor={editor}>
          {tableTools.map(tool)}
        </ToolRow>
      )}
    </div>
  )
}

interface ToolRowProps {
  readonly label: string
  readonly editor: Editor
  readonly children: ReactNode
}

/** One stop of the Tab key; the arrows lead from button to button, Escape back to the text. */
function ToolRow({ label, editor, children }: ToolRowProps) {
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      editor.commands.focus()
      return
    }
    const buttons = [...event.currentTarget.querySelectorAll('button')].filter(
      (button) => button.offsetParent !== null && !button.disabled,
    )
    const index = buttons.indexOf(event.target as HTMLButtonElement)
    const target = targetIndex(event.key, index, buttons.length)
    if (index < 0 || target === null) return
    event.preventDefault()
    buttons[target]?.focus()
  }
  return (
    // oxlint-disable-next-line interactive-supports-focus -- its buttons have the focus
    <div role="toolbar" aria-label={label} className="rich-tools-row" onKeyDown={press}>
      {children}
    </div>
  )
}

function targetIndex(key: string, index: number, count: number): number | null {
  if (key === 'ArrowRight') return (index + 1) % count
  if (key === 'ArrowLeft') return (index - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

interface MenuToolProps {
  readonly icon: JSX.Element
  readonly label: string
  readonly commands: readonly Command[]
  readonly editor: Editor
}

function MenuTool({ icon, label, commands, editor }: MenuToolProps) {
  const t = useT()
  // The menu keeps the focus until it is gone.
  const command = useRef<Command | null>(null)
  const runCommand = (): void => {
    command.current?.run(editor)
    command.current = null
  }
  return (
    <PopoverButton
      kind="menu"
      variant="minimal"
      size="small"
      icon={icon}
      aria-label={label}
      data-tip={label}
      // The command puts the focus back into the text.
      returnsFocus={false}
      onClosed={runCommand}
      renderPanel={(close) => (
        <Menu>
          {commands.map((entry) => (
            <MenuItem
              key={`${entry.text} ${entry.level ?? ''}`}
              icon={entry.icon}
              text={t(entry.text, { level: entry.level ?? 0 })}
              active={entry.isActive?.(editor) ?? false}
              disabled={entry.isEnabled?.(editor) === false}
              onClick={() => {
                command.current = entry
                close()
              }}
            />
          ))}
        </Menu>
      )}
    />
  )
}

interface ToolProps {
  readonly icon: JSX.Element
  readonly label: string
  readonly isFolded?: boolean
  readonly isActive?: boolean | undefined
  readonly isEnabled?: boolean | undefined
  readonly onClick: () => void
}

function Tool({ icon, label, isFolded = false, isActive, isEnabled = true, onClick }: ToolProps) {
  return (
    <Button
      className={isFolded ? 'rich-tools-folded' : ''}
      variant="minimal"
      size="small"
      icon={icon}
      aria-label={label}
      data-tip={label}
      active={isActive ?? false}
      aria-pressed={isActive}
      disabled={!isEnabled}
      // The selection in the text stays.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    />
  )
}
