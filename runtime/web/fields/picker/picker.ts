/** State and keyboard handling of a searchable select (combobox with a list box), independent of its rendering. */
import { useState, type KeyboardEvent } from 'react'

export interface PickerOption {
  readonly value: string | number
  readonly label: string
  /** Further texts that identify it, such as a number or a bar code. */
  readonly keys?: readonly string[]
  /** Steps of indentation in a tree. */
  readonly depth?: number
  /** What helps to choose it, shown below the label. */
  readonly detail?: string
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
  /** Why they cannot be loaded, where asking again would not help. */
  readonly problem?: string | null
}

/**
 * What is to be chosen once the options of the typed text are there. `best`: the one that is meant, else the first, as
 * for Enter. `match`: the one that is meant, or none, as for those who have gone on to the next field.
 */
export type Selection = 'best' | 'match'

export interface PickerState {
  readonly isOpen: boolean
  readonly query: string
  readonly active: number
  /** The search text was typed, not what the list was opened with. */
  readonly hasTyped: boolean
  /** The active option was reached by keys, so it is the one that is meant. */
  readonly hasMoved: boolean
  readonly wanted: Selection | null
  /** @param query what to begin with */
  readonly open: (query?: string) => void
  readonly close: () => void
  readonly type: (query: string) => void
  readonly moveTo: (active: number, byKeys?: boolean) => void
  /**
   * The options are not there yet: chooses when they are. The list is closed meanwhile, because the next keys belong to
   * the next field already.
   */
  readonly want: (selection: Selection) => void
}

const closed = {
  isOpen: false,
  query: '',
  active: 0,
  hasTyped: false,
  hasMoved: false,
  wanted: null as Selection | null,
}

/** Whether the list is open, the search text, the active option, and what is to be chosen. */
export function usePicker(): PickerState {
  const [state, setState] = useState(closed)
  return {
    ...state,
    open: (query = '') => setState({ ...closed, isOpen: true, query }),
    close: () => setState(closed),
    type: (query) => setState({ ...closed, isOpen: true, query, hasTyped: true }),
    moveTo: (active, byKeys = false) => setState({ ...state, active, hasMoved: byKeys }),
    want: (selection) => setState({ ...state, wanted: selection, isOpen: false }),
  }
}

/** True while options are needed: the list is open, or one of them is to be chosen. */
export const needsOptions = ({ isOpen, wanted: selection }: PickerState): boolean => isOpen || selection !== null

/** The option that the typed text means: the only one that it identifies, or the only one there is. */
function matchOf({ options, more }: PickerOptions, query: string): PickerOption | null {
  const enabled = options.filter((option) => !option.isDisabled)
  const text = query.trim().toLowerCase()
  const identified = enabled.filter(({ label, keys = [] }) =>
    [label, ...keys].some((key) => key.trim().toLowerCase() === text),
  )
  const found = identified.length > 0 ? identified : more === null ? enabled : []
  return found.length === 1 ? (found[0] ?? null) : null
}

export interface PickerActions {
  readonly choose: (option: PickerOption) => void
  /** The typed text means none of the options. */
  readonly leave: (text: string) => void
}

/**
 * Arrow keys open and move, Enter selects, Escape closes. Tab goes on to the next field and selects what the typed text
 * means; so does `leavePicker`. Where the options are still on their way, they select when these are there: a scanner
 * types faster than any server answers. Keys of an input method are ignored.
 */
export function pressKey(event: KeyboardEvent, picker: PickerState, list: PickerOptions, actions: PickerActions): void {
  if (event.nativeEvent.isComposing) return
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault()
    if (picker.isOpen) step(picker, list, event.key === 'ArrowDown' ? 1 : -1)
    else picker.open()
  } else if (picker.isOpen && event.key === 'Enter') {
    event.preventDefault()
    if (list.state === 'loading' && picker.query.trim() !== '') picker.want('best')
    else settle('best', picker, list, actions)
  } else if (picker.isOpen && event.key === 'Escape') {
    event.preventDefault()
    event.stopPropagation()
    picker.close()
  } else if (picker.isOpen && event.key === 'Tab') {
    if (picker.hasMoved) settle('match', picker, list, actions)
    else leavePicker(picker, list, actions)
  }
}

/** The focus goes elsewhere: what was typed is selected where it means one option. */
export function leavePicker(picker: PickerState, list: PickerOptions, actions: PickerActions): void {
  if (picker.wanted === 'best') picker.want('match')
  if (!picker.isOpen) return
  if (!picker.hasTyped) picker.close()
  else if (picker.query.trim() === '') {
    picker.close()
    actions.leave('')
  } else if (list.state === 'loading') picker.want('match')
  else settle('match', { ...picker, hasMoved: false }, list, actions)
}

/** Chooses from options that are there. */
export function settle(selection: Selection, picker: PickerState, list: PickerOptions, actions: PickerActions): void {
  const active = list.options[picker.active]
  const meant = picker.hasMoved ? (active ?? null) : matchOf(list, picker.query)
  const option = meant ?? (selection === 'best' ? active : null)
  if (option && !option.isDisabled) actions.choose(option)
  // The list shows that there is nothing to choose from.
  else if (selection === 'best') picker.type(picker.query)
  else {
    picker.close()
    actions.leave(picker.query)
  }
}

function step(picker: PickerState, list: PickerOptions, by: 1 | -1): void {
  const next = picker.active + by
  if (next >= list.options.length - 1) list.more?.()
  if (list.options[next]) picker.moveTo(next, true)
}
