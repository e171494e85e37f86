/** The state of one open record form. */
import { useMemo, useReducer, useRef } from 'react'
import { fieldOf, holdsLines, memoizeByObject, type TableModel } from '../../protocol/index.ts'
import { IdempotencyKey } from '../core/api/idempotency-key.ts'
import type { RecordView, FieldLocale, WireRow } from '../fields/input-props.ts'
import { linesOver } from '../fields/lines/edit.ts'
import { errorText } from '../core/api/api-error.ts'
import { session } from '../core/auth/session.ts'
import { changedFields, draftOf, isSameValue, type Draft } from './draft.ts'
import { readRecord } from './read-record.ts'
import { evaluateDraft, type DraftRules, type RuleContext } from './rules.ts'
import { createQuietSend, saveRecord, type SaveResult, type SendRecord } from './save.ts'
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
  /**
   * Saves while the form stays as it is: what is typed meanwhile is kept, and nothing is shown but a conflict. Resolves
   * to null while another save runs. `send` replaces the calls `add` and `edit`.
   */
  readonly saveInPlace: (draft: Draft, send?: SendRecord) => Promise<SaveResult | null>
  /** The label of a record that was selected in this form; null when it was not. */
  readonly labelOf: (field: string, value: unknown) => string | null
  readonly isSame: (field: string, first: unknown, other: unknown) => boolean
}

/**
 * @param loaded the row as it was loaded, null to add one
 * @param options.draft values entered earlier and not saved
 * @param options.onSaved called once per saved record
 * @param options.onSavedInPlace called with the record as it is stored then
 * @param options.send replaces the calls `add` and `edit`
 */
export function useRecordForm(
  model: TableModel,
  loaded: WireRow | null,
  {
    draft: keptDraft = null,
    locale,
    onSaved = () => undefined,
    onSavedInPlace = () => undefined,
    send = saveRecord,
  }: {
    readonly draft?: Draft | null
    readonly locale: FieldLocale
    readonly onSaved?: (id: number) => void
    readonly onSavedInPlace?: (row: WireRow) => void
    readonly send?: SendRecord
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
    ...useSaving({ model, locale, base, dispatch, onSaved, onSavedInPlace, send }),
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

interface Saving {
  readonly model: TableModel
  readonly locale: FieldLocale
  readonly base: WireRow | null
  readonly dispatch: (action: FormAction) => void
  readonly onSaved: (id: number) => void
  readonly onSavedInPlace: (row: WireRow) => void
  readonly send: SendRecord
}

const sendQuietly = createQuietSend()

/** Only existing, editable fields are sent: the rules are evaluated for the row the changes are based on. */
function useSaving({
  model,
  locale: { timeZone },
  base,
  dispatch,
  onSaved,
  onSavedInPlace,
  send,
}: Saving): Pick<RecordFormState, 'save' | 'saveInPlace'> {
  const isUnderWay = useRef(false)
  const inPlace = useRef<Promise<unknown>>(null)
  // Saved in place, and perhaps not rendered yet: `row` is what is stored in the place of `of`.
  const newest = useRef<{ readonly of: WireRow | null; readonly row: WireRow }>(null)
  // Saved in place, without an answer to what is stored since.
  const unread = useRef<{ readonly id: number; readonly of: WireRow | null; readonly savedDraft: Draft }>(null)
  const idempotencyKey = useRef<IdempotencyKey>(null)
  const newestOf = (row: WireRow | null): WireRow | null =>
    newest.current !== null && newest.current.of === row ? newest.current.row : row
  const call = (by: SendRecord, row: WireRow | null, draft: Draft): Promise<SaveResult> =>
    by(
      evaluateDraft(model, row, draft, ruleContext(timeZone)).writable,
      row,
      draft,
      timeZone,
      (idempotencyKey.current ??= new IdempotencyKey()),
    )
  const readSaved = async (): Promise<void> => {
    if (unread.current === null) return
    const { id, of, savedDraft } = unread.current
    const row = await readRecord(model, id)
    unread.current = null
    newest.current = { of, row }
    dispatch({ type: 'rebase', base: row, savedDraft, timeZone })
    onSavedInPlace(row)
  }
  const runInPlace = async (draft: Draft, by: SendRecord): Promise<SaveResult> => {
    try {
      await readSaved()
      const of = newestOf(base)
      const result = await call(by, of, draft)
      if (result.outcome === 'conflict') dispatch({ type: 'finishSave', result })
      if (result.outcome !== 'saved') return result
      unread.current = { id: result.id, of: base, savedDraft: draft }
      await readSaved()
      return result
    } catch (error) {
      return { outcome: 'unanswered', message: errorText(error) }
    }
  }
  return {
    async save(row, draft) {
      if (isUnderWay.current) return null
      isUnderWay.current = true
      dispatch({ type: 'save' })
      // A save in place that is under way goes first: the changes are based on it.
      await inPlace.current
      const result = await call(send, newestOf(row), draft)
      isUnderWay.current = false
      dispatch({ type: 'finishSave', result })
      if (result.outcome === 'saved') onSaved(result.id)
      return result
    },
    async saveInPlace(draft, by = sendQuietly) {
      if (isUnderWay.current || inPlace.current !== null) return null
      const run = runInPlace(draft, by)
      inPlace.current = run
      const result = await run
      inPlace.current = null
      return result
    },
  }
}
