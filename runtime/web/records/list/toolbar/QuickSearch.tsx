import { Button, InputGroup, useHotkeys } from '@blueprintjs/core'
import { Cross, Search } from '@blueprintjs/icons'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { fieldOf } from '../../../../protocol/index.ts'
import { namedFor, useLabel, useLanguage } from '../../../core/i18n/language.ts'
import { isPressedIn, pageHotkey } from '../../../core/page/hotkeys.ts'
import { useIsPageActive } from '../../../core/page/page.ts'
import { isSingleKey } from '../../../core/page/single-keys.ts'
import { useLatest } from '../../../core/react/use-latest.ts'
import { useListActions, useListData } from '../context/contexts.ts'
import { useT } from '../texts/index.ts'

/** Milliseconds of silence before what was typed is searched for. */
const pause = 300

/** Searches while typing; `/` leads here from anywhere on the page, Escape clears. */
export function QuickSearch() {
  const { model } = useListData()
  const t = useT()
  const language = useLanguage()
  const label = useLabel()
  const input = useRef<HTMLInputElement>(null)
  const { text, type, applySearch } = useTyping()
  useSlashKey(input)
  if (model.search.length === 0) return null
  const fields = model.search
    .map((name) => fieldOf(model, name))
    .filter((field) => field !== undefined)
    .map((field) => label(field.label))
    .join(' / ')
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') applySearch(text)
    if (event.key === 'Escape' && text !== '') {
      event.stopPropagation()
      applySearch('')
    }
  }
  return (
    <InputGroup
      inputRef={input}
      className="list-quick"
      type="text"
      inputMode="search"
      enterKeyHint="search"
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      // As an element Blueprint would measure it, which lays out the whole page before its rows are there.
      leftIcon={<Search />}
      aria-label={namedFor(language, t('quickSearch'), fields)}
      title={t('quickSearchKey')}
      placeholder={t('quickSearchIn', { fields })}
      value={text}
      onChange={(event) => type(event.target.value)}
      onKeyDown={handleKeyDown}
      rightElement={
        text === '' ? undefined : (
          <Button
            variant="minimal"
            icon={<Cross />}
            aria-label={t('clear')}
            onClick={() => {
              applySearch('')
              input.current?.focus()
            }}
          />
        )
      }
    />
  )
}

/**
 * The text as it is typed, given to the address after a pause; one search is one step for the back button. The address
 * takes
 * its time: what it answers with is what was typed once, not what stands here now. Only an address nobody typed is
 * shown.
 */
function useTyping() {
  const {
    state: { quickSearch },
  } = useListData()
  const { narrow } = useListActions()
  const [text, setText] = useState(quickSearch)
  const [lastSearch, setLastSearch] = useState(quickSearch)
  const [sentTexts, setSentTexts] = useState<readonly string[]>([])
  if (lastSearch !== quickSearch) {
    const own = sentTexts.indexOf(quickSearch)
    setLastSearch(quickSearch)
    setSentTexts(own === -1 ? [] : sentTexts.slice(own + 1))
    if (own === -1) setText(quickSearch)
  }
  const applySearch = (typed: string) => {
    const search = typed.trim()
    setText(typed)
    if (search === (sentTexts.at(-1) ?? quickSearch).trim()) return
    setSentTexts([...sentTexts, search])
    narrow({ quickSearch: search }, quickSearch === '' || typed === '' ? 'push' : 'replace')
  }
  const latest = useLatest({ text, applySearch })
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (typed: string) => {
    setText(typed)
    clearTimeout(timer.current)
    // Unless another address has been shown meanwhile: what it says is no longer what was typed.
    timer.current = window.setTimeout(() => {
      if (latest.current.text === typed) latest.current.applySearch(typed)
    }, pause)
  }
  return { text, type, applySearch }
}

/** `/` leads into the search from anywhere on the page shown. */
function useSlashKey(input: RefObject<HTMLInputElement | null>): void {
  const t = useT()
  const disabled = !useIsPageActive()
  const keys = useMemo(() => {
    const handleKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || !isSingleKey(event) || isPressedIn(event, '[role=dialog]')) return false
      input.current?.focus()
    }
    return slashCombos.map((combo) => pageHotkey(combo, t('quickSearch'), handleKeyDown, { disabled }))
  }, [t, input, disabled])
  useHotkeys(keys, { showDialogKeyCombo: false })
}

/** The character is written with other keys on some keyboards: Shift 7 on a German, Shift : on a French one. */
const slashCombos = ['/', 'shift+/', 'shift+7'] as const
