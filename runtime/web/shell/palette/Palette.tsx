/** The command palette (Ctrl/⌘ K): one list of pages and actions, exposed to screen readers as a combobox. */
import { Overlay2 } from '@blueprintjs/core'
import { Search } from '@blueprintjs/icons'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import type { Command } from '../../core/page/commands.ts'
import type { MenuEntry } from '../menu/build-menu.ts'
import { useAdminT } from '../admin/texts.ts'
import { useReturnFocus } from '../../core/react/use-return-focus.ts'
import { filterCommands } from './palette-commands.ts'
import { CommandList } from './CommandList.tsx'
import { useCommands, type CommandContext } from './use-commands.ts'

export interface PaletteProps extends CommandContext {
  readonly entries: readonly MenuEntry[]
  readonly close: () => void
}

export function Palette({ actions, open, close }: PaletteProps) {
  const t = useAdminT()
  const giveFocusBack = useReturnFocus()
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const found = filterCommands(useCommands({ actions, open }), text)
  const active = found[Math.min(at, found.length - 1)] ?? null
  const optionId = (command: Command): string => `${id}${command.key}`.replaceAll(/[^\w-]/g, '-')
  const activeId = active ? optionId(active) : undefined
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' })
  }, [activeId])
  const leave = (): void => {
    close()
    giveFocusBack()
  }
  const run = (command: Command): void => {
    leave()
    // After the palette has returned the focus, so that the command may take it.
    setTimeout(command.run)
  }
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0)
      setAt((Math.min(at, found.length - 1) + step + found.length) % found.length)
    else if (event.key === 'Enter' && active) run(active)
    else if (event.key === 'Tab') event.preventDefault()
    else return
    event.preventDefault()
  }
  return (
    <Overlay2
      isOpen
      onClose={leave}
      className="bp6-overlay-scroll-container tw-palette-over"
      transitionDuration={0}
      enforceFocus={false}
    >
      <div className="tw-palette" role="dialog" aria-modal="true" aria-label={t('palette')}>
        <div className="tw-palette-input">
          <Search />
          <input
            role="combobox"
            aria-expanded="true"
            aria-controls={`${id}list`}
            aria-activedescendant={activeId}
            aria-autocomplete="list"
            aria-label={t('palette.input')}
            placeholder={t('palette.input')}
            value={text}
            autoFocus
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              setText(event.target.value)
              setAt(0)
            }}
            onKeyDown={handleKeyDown}
          />
        </div>
        <CommandList
          id={`${id}list`}
          place={list}
          commands={found}
          active={active}
          optionId={optionId}
          run={run}
          isGrouped={text.trim() === ''}
        />
        <p className="tw-visually-hidden" role="status">
          {text === '' ? '' : t('palette.found', { count: found.length })}
        </p>
      </div>
    </Overlay2>
  )
}
