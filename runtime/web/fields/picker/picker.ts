/** State and keyboard handling of a searchable select (combobox with a list box), independent of its rendering. */
import { useState, type KeyboardEvent } from 'react'

export interface PickerOption {
  readonly value: string | number
  readonly label: string
  /** Steps of indentation in a tree. */
  readonly depth?: number
  /** Shown next to the label, for example that the record was deleted. */
  readonly note?: string
  readonly isDisabled?: boolean
}

export interface PickerOptions {
  readonly options: readonly PickerOption[]
  readonly state: 'loading' | 'ready' | 'failed'
  /** Loads the next page, null when there is none. */
  readonly more: (() => void) | null
  /** Asks again after a failure. */
  readonly retry?: () => void
}

export interface PickerState {
  readonly isOpen: boolean
  readonly query: string
  readonly active: number
  readonly open: () => void
  readonly close: () => void
  readonly type: (query: string) => void
  readonly moveTo: (active: number) => void
}

/** Whether the list is open, the search text, and the active option. */
export function usePicker(): PickerState {
  const [isOpen, setIsOpen] = useState(false)
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const open = () => {
    setIsOpen(true)
    setQuery('')
    setActive(0)
  }
  const type = (text: string) => {
    setIsOpen(true)
    setQuery(text)
    setActive(0)
  }
  return { isOpen, query, active, open, close: () => setIsOpen(false), type, moveTo: setActive }
}

/** Arrow keys open and move, Enter selects, Escape and Tab close. Keys of an input method are ignored. */
export function pressKey(
  event: KeyboardEvent,
  picker: PickerState,
  list: PickerOptions,
  choose: (option: PickerOption) => void,
): void {
  if (event.nativeEvent.isComposing) return
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault()
    if (picker.isOpen) step(picker, list, event.key === 'ArrowDown' ? 1 : -1)
    else picker.open()
  } else if (picker.isOpen && event.key === 'Enter') {
    event.preventDefault()
    const option = list.options[picker.active]
    if (option && !option.isDisabled) choose(option)
  } else if (picker.isOpen && event.key === 'Escape') {
    event.preventDefault()
    event.stopPropagation()
    picker.close()
  } else if (picker.isOpen && event.key === 'Tab') {
    picker.close()
  }
}

function step(picker: PickerState, list: PickerOptions, by: 1 | -1): void {
  const next = picker.active + by
  if (next >= list.options.length - 1) list.more?.()
  if (list.options[next]) picker.moveTo(next)
}
