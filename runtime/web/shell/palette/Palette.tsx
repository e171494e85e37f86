/** Ctrl/⌘ K: type, choose by arrows, Enter. One list of pages and actions, read to screen readers as a combobox. */
import { Overlay2 } from '@blueprintjs/core'
import { Search } from '@blueprintjs/icons'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import type { MenuEntry } from '../menu/build-menu.ts'
import { useAdminTexts } from '../admin/texts.ts'
import { useOpener } from '../opener.ts'
import { findChoices, type Choice } from './choices.ts'
import { ChoiceList } from './ChoiceList.tsx'
import { useChoices, type PaletteOwner } from './use-choices.ts'

export interface PaletteProps extends PaletteOwner {
  readonly entries: readonly MenuEntry[]
  readonly close: () => void
}

export function Palette({ actions, open, close }: PaletteProps) {
  const say = useAdminTexts()
  const giveFocusBack = useOpener()
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const found = findChoices(useChoices({ actions, open }), text)
  const chosen = found[Math.min(at, found.length - 1)] ?? null
  const optionId = (choice: Choice): string => `${id}${choice.key}`.replaceAll(/[^\w-]/g, '-')
  useEffect(() => {
    if (chosen) document.getElementById(optionId(chosen))?.scrollIntoView?.({ block: 'nearest' })
  }, [chosen?.key])
  const leave = (): void => {
    close()
    giveFocusBack()
  }
  const run = (choice: Choice): void => {
    leave()
    // After the palette has given the focus back, so that what opens next may take it.
    setTimeout(choice.run)
  }
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0)
      setAt((Math.min(at, found.length - 1) + step + found.length) % found.length)
    else if (event.key === 'Enter' && chosen) run(chosen)
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
      <div className="tw-palette" role="dialog" aria-modal="true" aria-label={say('palette')}>
        <div className="tw-palette-input">
          <Search />
          <input
            role="combobox"
            aria-expanded="true"
            aria-controls={`${id}list`}
            aria-activedescendant={chosen ? optionId(chosen) : undefined}
            aria-autocomplete="list"
            aria-label={say('palette.input')}
            placeholder={say('palette.input')}
            value={text}
            autoFocus
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              setText(event.target.value)
              setAt(0)
            }}
            onKeyDown={press}
          />
        </div>
        <ChoiceList
          id={`${id}list`}
          place={list}
          choices={found}
          chosen={chosen}
          optionId={optionId}
          run={run}
          isGrouped={text.trim() === ''}
        />
        <p className="tw-unseen" role="status">
          {text === '' ? '' : say('palette.found', { count: found.length })}
        </p>
      </div>
    </Overlay2>
  )
}
