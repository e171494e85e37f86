/** The state of one open form, and the reducer that changes it. Pure. */
import { writableFields, type TableModel } from '../../protocol/index.ts'
import type { WireRow } from '../fields/input-props.ts'
import { clearDependents } from '../fields/reference/dependents.ts'
import { linesIn } from '../fields/lines/edit.ts'
import { draftOf, isSameValue, type Draft } from './draft.ts'
import type { SaveResult } from './save.ts'

export interface FormState {
  readonly model: TableModel
  /** The row the changes are based on, null while the record is being added. */
  readonly base: WireRow | null
  readonly draft: Draft
  /** Fields that were left once. */
  readonly touched: ReadonlySet<string>
  readonly isTried: boolean
  readonly isSaving: boolean
  /** Fields that are still busy. */
  readonly pending: ReadonlySet<string>
  /** Fields that were cleared by the last change of another one. */
  readonly cleared: readonly string[]
  /** The outcome of the last attempt to save, when it failed. */
  readonly saveFailure: Exclude<SaveResult, { outcome: 'saved' }> | null
  readonly serverErrors: Readonly<Record<string, string>>
}

export type FormAction =
  | { readonly type: 'start'; readonly base: WireRow | null; readonly draft: Draft }
  | { readonly type: 'change'; readonly draft: Draft }
  | { readonly type: 'put'; readonly field: string; readonly value: unknown; readonly cell?: LineCell }
  | { readonly type: 'touch'; readonly field: string }
  | { readonly type: 'try' }
  | { readonly type: 'setPending'; readonly field: string; readonly isPending: boolean }
  | { readonly type: 'save' }
  | { readonly type: 'finishSave'; readonly result: SaveResult }
  | { readonly type: 'dismissFailure' }
  /** It was saved while one goes on typing: `base` as it is stored now, `savedDraft` as it was sent. */
  | { readonly type: 'rebase'; readonly base: WireRow; readonly savedDraft: Draft; readonly timeZone: string }
  | { readonly type: 'replaceModel'; readonly model: TableModel; readonly base: WireRow | null }

/** A fresh form on a row, or on none. */
export function initialState(model: TableModel, base: WireRow | null, draft: Draft = draftOf(model, base)): FormState {
  const nothing: ReadonlySet<string> = new Set()
  return {
    model,
    base,
    draft,
    touched: nothing,
    isTried: false,
    isSaving: false,
    pending: nothing,
    cleared: [],
    saveFailure: null,
    serverErrors: {},
  }
}

export function formReducer(state: FormState, action: FormAction): FormState {
  switch (action.type) {
    case 'start':
      return { ...initialState(state.model, action.base, action.draft), isSaving: state.isSaving }
    case 'change':
      return changed(state, action.draft)
    case 'put':
      return changed(state, {
        ...state.draft,
        [action.field]: action.cell ? withCell(state.draft[action.field], action.cell, action.value) : action.value,
      })
    case 'touch':
      return state.touched.has(action.field) ? state : { ...state, touched: new Set([...state.touched, action.field]) }
    case 'try':
      return { ...state, isTried: true }
    case 'setPending':
      return state.pending.has(action.field) === action.isPending
        ? state
        : { ...state, pending: withMember(state.pending, action.field, action.isPending) }
    case 'save':
      return { ...state, isSaving: true, saveFailure: null }
    case 'finishSave':
      return afterSave(state, action.result)
    case 'dismissFailure':
      return { ...state, saveFailure: null }
    case 'rebase':
      return rebased(state, action)
    case 'replaceModel':
      return withModel(state, action.model, action.base)
  }
}

/**
 * The form takes over what the server made of a value, unless it means the same (a space at the end stays under the
 * cursor) or was changed since.
 */
function rebased(state: FormState, { base, savedDraft, timeZone }: Extract<FormAction, { type: 'rebase' }>): FormState {
  const serverValues = draftOf(state.model, base)
  const newFields = writableFields(state.model).filter(
    (field) =>
      field.name in serverValues &&
      Object.is(state.draft[field.name], savedDraft[field.name]) &&
      !isSameValue(field, state.draft[field.name], serverValues[field.name], timeZone),
  )
  const draft = { ...state.draft, ...Object.fromEntries(newFields.map(({ name }) => [name, serverValues[name]])) }
  return { ...state, base, draft, saveFailure: null, serverErrors: {} }
}

/** A value in one of the lines of a field. */
export interface LineCell {
  /** Id of the line. */
  readonly line: number
  readonly name: string
}

/** A line that is gone from the form stays gone. */
const withCell = (lines: unknown, { line, name }: LineCell, value: unknown): unknown =>
  linesIn(lines).map((one) => (Number(one['id']) === line ? { ...one, [name]: value } : one))

/** What was entered stays, as far as the new model has the field. */
function withModel(state: FormState, model: TableModel, base: WireRow | null): FormState {
  const names = new Set(writableFields(model).map((field) => field.name))
  const kept = Object.entries(state.draft).filter(([name]) => names.has(name))
  return { ...state, model, base, draft: { ...draftOf(model, base), ...Object.fromEntries(kept) } }
}

/** A server error is shown until its field changes. */
function changed(state: FormState, next: Draft): FormState {
  const { draft, cleared } = clearDependents(state.model, state.draft, next)
  const remaining = Object.entries(state.serverErrors).filter(
    ([name]) => valueAt(draft, name) === valueAt(state.draft, name),
  )
  return {
    ...state,
    draft,
    cleared,
    serverErrors:
      remaining.length === Object.keys(state.serverErrors).length ? state.serverErrors : Object.fromEntries(remaining),
  }
}

/** The value an error belongs to; inside lines that of one cell, or the line itself. */
function valueAt(draft: Draft, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>(
      (value, part) =>
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[part] : undefined,
      draft,
    )
}

function afterSave(state: FormState, result: SaveResult): FormState {
  if (result.outcome === 'saved') return { ...state, isSaving: false }
  return {
    ...state,
    isSaving: false,
    saveFailure: result,
    serverErrors: result.outcome === 'refused' ? result.errors : state.serverErrors,
  }
}

function withMember(set: ReadonlySet<string>, member: string, isMember: boolean): ReadonlySet<string> {
  return new Set(isMember ? [...set, member] : [...set].filter((other) => other !== member))
}
