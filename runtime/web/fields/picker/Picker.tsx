/**
 * A searchable select. Built on PopoverNext and InputGroup: Blueprint's Select fails its accessibility checks, and
 * Suggest moves the focus out of the drawer when an option is selected and refers to a list box that does not exist.
 */
import { Button, InputGroup, Tag } from '@blueprintjs/core'
import { ChevronDown, Cross } from '@blueprintjs/icons'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { lazyComponent } from '../../core/loading/lazy-component.tsx'
import { usePart } from '../../core/popover/use-part.ts'
import { labelId, type controlProps, type FieldLocale } from '../input-props.ts'
import {
  leavePicker,
  needsOptions,
  pressKey,
  settle,
  type PickerOption,
  type PickerOptions,
  type PickerState,
} from './picker.ts'

/** Loads when the focus is in the first picker. */
const PickerPanel = lazyComponent(async () => (await import('./PickerPanel.tsx')).PickerPanel)
const loadAhead = (): void => void PickerPanel.preload().catch(() => undefined)

interface PickerProps {
  readonly picker: PickerState
  readonly control: ReturnType<typeof controlProps>
  readonly locale: FieldLocale
  readonly list: PickerOptions
  readonly chosen: PickerOption | null
  readonly placeholder: string
  /** Options differ at the end of their names, which is then the part that a narrow input shows. */
  readonly showsEnd?: boolean
  readonly onChoose: (option: PickerOption) => void
  /** Null = the value cannot be cleared. */
  readonly onClear: (() => void) | null
  readonly onBlur: () => void
  /** Text without an option that is shown in place of one; null = none. */
  readonly unresolved?: string | null
  /** The focus left a text that means no option; empty = the text was removed. Absent = the picker keeps it, marked. */
  readonly onUnresolved?: (text: string) => void
}

export function Picker(props: PickerProps) {
  const { picker, control, locale, list, chosen: selected, placeholder, onClear, onBlur } = props
  const [target, setTarget] = useState<HTMLElement | null>(null)
  const isLoaded = usePart(PickerPanel, picker.isOpen)
  const listId = `${control.id}-options`
  const { unmatched, actions } = usePickerActions(props)
  const noteId = `${control.id}-unmatched`
  const keptText = props.unresolved ?? (unmatched === '' ? null : unmatched)
  const { input, showEnd } = useShownEnd(props.showsEnd ?? false, selected?.label ?? '')
  useActiveOption(picker, list, selected)
  const ending = useEnding({
    chosen: selected,
    isDisabled: control.disabled === true,
    locale,
    onClear,
    onOpen: () => {
      input.current?.focus()
      picker.open()
    },
  })
  return (
    <div ref={setTarget} className="record-picker-target" onFocus={loadAhead}>
      <InputGroup
        {...control}
        {...(unmatched !== '' && {
          'aria-invalid': true,
          'aria-describedby': [control['aria-describedby'], noteId].filter(Boolean).join(' '),
        })}
        inputRef={input}
        fill
        autoComplete="off"
        spellCheck={false}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={picker.isOpen}
        aria-controls={picker.isOpen ? listId : undefined}
        aria-activedescendant={picker.isOpen && list.options[picker.active] ? `${listId}-${picker.active}` : undefined}
        intent={control['aria-invalid'] || unmatched !== '' ? 'danger' : 'none'}
        placeholder={selected?.label ?? placeholder}
        title={needsOptions(picker) ? undefined : selected?.label}
        value={needsOptions(picker) ? picker.query : (keptText ?? selected?.label ?? '')}
        onClick={() => {
          if (!picker.isOpen) picker.open(keptText ?? '')
        }}
        onChange={(event) => picker.type(event.target.value)}
        onKeyDown={(event) => pressKey(event, picker, list, actions)}
        onBlur={() => {
          leavePicker(picker, list, actions)
          onBlur()
          // Browsers scroll to the start as well.
          requestAnimationFrame(showEnd)
        }}
        rightElement={ending}
      />
      {unmatched !== '' && (
        <span id={noteId} role="alert" className="record-error">
          {locale.t('unmatched', { text: unmatched })}
        </span>
      )}
      {isLoaded && target && (
        <PickerPanel
          anchor={target}
          onLeave={() => {
            if (document.activeElement !== input.current) leavePicker(picker, list, actions)
          }}
          id={listId}
          label={labelId(control.id)}
          picker={picker}
          list={list}
          chosen={selected}
          locale={locale}
          onChoose={actions.choose}
        />
      )}
    </div>
  )
}

/** The actions that choose an option, or keep a text that means none. */
function usePickerActions({ picker, list, onChoose, onClear, onUnresolved }: PickerProps) {
  const [unmatched, setUnmatched] = useState('')
  const choose = (option: PickerOption): void => {
    picker.close()
    setUnmatched('')
    onChoose(option)
  }
  const leave = (text: string): void => {
    if (!onUnresolved) setUnmatched(text)
    if (text === '' && onClear) onClear()
    else onUnresolved?.(text)
  }
  const actions = { choose, leave }
  const settleWanted = useEffectEvent(() => {
    if (picker.wanted !== null) settle(picker.wanted, picker, list, actions)
  })
  useEffect(() => {
    if (picker.wanted !== null && list.state !== 'loading') settleWanted()
  }, [picker.wanted, list.state])
  return { unmatched, actions }
}

/** Scrolls a narrow input to the end of the name, where that tells options apart. Returns what does it again. */
function useShownEnd(showsEnd: boolean, name: string) {
  const input = useRef<HTMLInputElement>(null)
  const showEnd = (): void => {
    if (showsEnd && input.current && document.activeElement !== input.current)
      input.current.scrollLeft = input.current.scrollWidth
  }
  const scrollToEnd = useEffectEvent(showEnd)
  useEffect(() => {
    if (name === '') return undefined
    // The buttons at its end take their room after this.
    const frame = requestAnimationFrame(() => scrollToEnd())
    return () => cancelAnimationFrame(frame)
  }, [name])
  return { input, showEnd }
}

/** The chosen option is the active one of a list that opens. */
function useActiveOption(picker: PickerState, list: PickerOptions, selected: PickerOption | null): void {
  const activateChosen = useEffectEvent(() => {
    const index = list.options.findIndex((option) => option.value === selected?.value)
    if (picker.query === '' && picker.active === 0 && index > 0) picker.moveTo(index)
  })
  useEffect(() => {
    // Only when the list has arrived; after that the keys move the active option.
    if (picker.isOpen && list.state === 'ready') activateChosen()
  }, [picker.isOpen, list.state])
}

interface EndingProps extends Pick<PickerProps, 'chosen' | 'locale' | 'onClear'> {
  readonly isDisabled: boolean
  readonly onOpen: () => void
}

/**
 * The right end of the input, the same element while it looks the same: for another one InputGroup measures its width,
 * for which the browser lays out the whole page, at every key in a field beside it.
 */
function useEnding({ chosen: selected, isDisabled, locale, onClear, onOpen }: EndingProps) {
  const latest = useRef({ onClear, onOpen })
  useEffect(() => {
    latest.current = { onClear, onOpen }
  })
  const [name, note, canClear] = [selected?.label, selected?.note, onClear !== null && !isDisabled]
  return useMemo(
    () => (
      <PickerButtons
        name={canClear ? name : undefined}
        note={note}
        isDisabled={isDisabled}
        locale={locale}
        onClear={() => latest.current.onClear?.()}
        onOpen={() => latest.current.onOpen()}
      />
    ),
    [name, note, canClear, isDisabled, locale],
  )
}

interface PickerButtonsProps extends Pick<PickerProps, 'locale'> {
  /** The option that can be cleared; absent = none. */
  readonly name: string | undefined
  readonly note: PickerOption['note']
  readonly isDisabled: boolean
  readonly onClear: () => void
  readonly onOpen: () => void
}

/** A note on the selected option, the clear button, the arrow. */
function PickerButtons({ name, note, isDisabled, locale, onClear, onOpen }: PickerButtonsProps) {
  return (
    <span className="record-picker-ending">
      {note && (
        <Tag minimal intent="warning">
          {note}
        </Tag>
      )}
      {name !== undefined && (
        <Button
          variant="minimal"
          size="small"
          icon={<Cross />}
          // By keys the text is removed; from field to field it is one step, whether they are filled or not.
          tabIndex={-1}
          aria-label={locale.t('clear-choice', { item: name })}
          onClick={onClear}
        />
      )}
      <Button
        variant="minimal"
        size="small"
        icon={<ChevronDown />}
        disabled={isDisabled}
        tabIndex={-1}
        aria-hidden
        onMouseDown={(event) => event.preventDefault()}
        onClick={onOpen}
      />
    </span>
  )
}
