/** The state of one open record form. */
import { useMemo, useReducer, useRef } from 'react'
import { fieldOf, holdsLines, memoizeByObject, type TableModel } from '../../protocol/index.ts'
import { IdempotencyKey } from '../core/api/idempotency-key.ts'
import type { RecordView, FieldLocale, WireRow } from '../fields/input-props.ts'
import { linesOver } from '../fields/lines/edit.ts'
import { session } from '../core/auth/session.ts'
import { changedFields, draftOf, isSameValue, type Draft } from './draft.ts'
import { evaluateDraft, type DraftRules, type RuleContext } from './rules.ts'
import { saveRecord, type SaveResult } from './save.ts'
import { initialState, formReducer, type FormState, type FormAction } from './form-state.ts'

export interface RecordFormState extends FormState {
  readonly locale: FieldLocale
  readonly view: RecordView
  /** What the rules make of the draft. */
  readonly rules: DraftRules
  /** The same of any draft on the same row. */
  readonly evaluateRules: (draft: Draft) => DraftRules
  /** The draft before any change. */
  readonly before: Draft
  readonly isDirty: boolean
  readonly dispatch: (action: FormAction) => void
  /** Saves a draft based on `row`. A second call while one is running does nothing and resolves to null. */
  readonly save: (row: WireRow | null, draft: Draft) => Promise<SaveResult | null>
  /** The label of a record that was selected in this form; null when it was not. */
  readonly labelOf: (field: string, value: unknown) => string | null
  readonly isSame: (field: string, first: unknown, other: unknown) => boolean
}

/**
 * @param loaded the row as it was loaded, null to add one
 * @param options.draft values entered earlier and not saved
 * @param options.onSaved called once per saved record
 * @param options.send replaces the calls `add` and `edit`
 */
export function useRecordForm(
  model: TableModel,
  loaded: WireRow | null,
  {
    draft: keptDraft = null,
    locale,
    onSaved = () => undefined,
    send = saveRecord,
  }: {
    readonly draft?: Draft | null
    readonly locale: FieldLocale
    readonly onSaved?: (id: number) => void
    readonly send?: typeof saveRecord
  },
): RecordFormState {
  const [state, dispatch] = useReducer(formReducer, loaded, (row) =>
    initialState(model, row, { ...draftOf(model, row), ...keptDraft }),
  )
  // The schema was edited while the form is open.
  if (state.model !== model) dispatch({ type: 'replaceModel', model, base: loaded })
  const { base, draft } = state
  const { timeZone } = locale
  const labels = useRef(new Map<string, string>())
  const before = useMemo(() => draftOf(model, base), [model, base])
  const evaluateRules = useMemo(
    // The validator and the form evaluate the same draft.
    () => memoizeByObject((any: Draft) => evaluateDraft(model, base, any, ruleContext(timeZone))),
    [model, base, timeZone],
  )
  const rules = evaluateRules(draft)
  const view: RecordView = useMemo(
    () => ({
      model,
      id: base === null ? null : Number(base['id']),
      row: base,
      valueOf: (name) => draft[name],
      remember: (name, id, label) => labels.current.set(`${name}:${id}`, label),
      setPending: (field, isPending) => dispatch({ type: 'setPending', field, isPending }),
    }),
    [model, base, draft],
  )
  return {
    ...state,
    locale,
    view,
    before,
    dispatch,
    rules,
    evaluateRules,
    isDirty: state.pending.size > 0 || changedFields(rules.writable, before, draft, locale.timeZone).length > 0,
    save: useSaving(model, locale, dispatch, onSaved, send),
    labelOf: (name, value) => labels.current.get(`${name}:${String(value)}`) ?? null,
    isSame: (name, first, other) => {
      const field = fieldOf(model, name)
      return field !== undefined && isSameValue(field, first, other, locale.timeZone)
    },
  }
}

/** The actor and time for rules, as the server will have them except for groups, which no rule of a form uses. */
function ruleContext(timeZone: string): RuleContext {
  const { id, super: isSuper } = session.admin
  return { timeZone, actor: { id, super: isSuper, groups: [] }, now: Math.floor(Date.now() / 1000) }
}

/** My changes applied to the row of another user. */
export function mergeMine(form: RecordFormState, theirs: WireRow): Draft {
  const mine = changedFields(form.model, form.before, form.draft, form.locale.timeZone)
  return {
    ...draftOf(form.model, theirs),
    ...Object.fromEntries(
      mine.map((field) => [
        field.name,
        holdsLines(field) ? linesOver(form.draft[field.name], theirs[field.name]) : form.draft[field.name],
      ]),
    ),
  }
}

/** Only existing, editable fields are sent: the rules are evaluated for the row the changes are based on. */
function useSaving(
  model: TableModel,
  locale: FieldLocale,
  dispatch: (action: FormAction) => void,
  onSaved: (id: number) => void,
  send: typeof saveRecord,
): RecordFormState['save'] {
  const isUnderWay = useRef(false)
  const idempotencyKey = useRef<IdempotencyKey>(null)
  return async (row, draft) => {
    if (isUnderWay.current) return null
    isUnderWay.current = true
    dispatch({ type: 'save' })
    const result = await send(
      evaluateDraft(model, row, draft, ruleContext(locale.timeZone)).writable,
      row,
      draft,
      locale.timeZone,
      (idempotencyKey.current ??= new IdempotencyKey()),
    )
    isUnderWay.current = false
    dispatch({ type: 'finishSave', result })
    if (result.outcome === 'saved') onSaved(result.id)
    return result
  }
}
