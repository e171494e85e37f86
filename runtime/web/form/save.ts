/** Saves a record and translates the answer for the form. */
import { fieldOf, type TableModel } from '../../protocol/index.ts'
import type { IdempotencyKey } from '../core/api/idempotency-key.ts'
import { ApiError, errorText } from '../core/api/api-error.ts'
import { tableApi } from '../core/api/table.ts'
import type { WireRow } from '../fields/input-props.ts'
import { notifyAdded } from './notify-added.ts'
import { notifySaved } from './notify-saved.ts'
import { changeBody, changedFields, draftOf, newBody, type Draft } from './draft.ts'

/** The outcome of an attempt to save. `errors`: messages by field; `message`: what no field of the form can show. */
export type SaveResult =
  | { readonly outcome: 'saved'; readonly id: number }
  | { readonly outcome: 'refused'; readonly errors: Readonly<Record<string, string>>; readonly message: string | null }
  | { readonly outcome: 'conflict'; readonly theirs: WireRow }
  | { readonly outcome: 'unanswered'; readonly message: string }

/**
 * Adds the record, or sends the changed fields of an existing one. Nothing is sent when nothing changed.
 * @param row the row the changes are based on; null adds a record
 * @param key the idempotency key of the form: repeated after a lost answer, the call takes effect once
 */
export type SendRecord = (
  model: TableModel,
  row: WireRow | null,
  draft: Draft,
  timeZone: string,
  key: IdempotencyKey,
) => Promise<SaveResult>

/** Resolves with the id of a new record. */
type Add = (model: TableModel, body: object, idempotencyKey: string) => Promise<number>
type Edit = (model: TableModel, body: EditBody, idempotencyKey: string) => Promise<unknown>
/** The version the changes are based on, and the changed fields. */
export type EditBody = Readonly<Record<string, unknown>> & { readonly id: number }

/** Sends the drafts of a form by these calls. */
const createSend =
  (add: Add, edit: Edit): SendRecord =>
  async (model, row, draft, timeZone, key) => {
    try {
      const id =
        row === null
          ? await addWith(add, model, newBody(model, draft, timeZone), key)
          : await editWith(edit, { model, row, draft, timeZone, key })
      key.callEnded(null)
      return { outcome: 'saved', id }
    } catch (error) {
      if (error instanceof ApiError) key.callEnded(error)
      return resultOf(model, error)
    }
  }

const addWith = (add: Add, model: TableModel, body: object, key: IdempotencyKey): Promise<number> =>
  add(model, body, key.keyFor(JSON.stringify(body)))

async function editWith(
  edit: Edit,
  {
    model,
    row,
    draft,
    timeZone,
    key,
  }: {
    readonly model: TableModel
    readonly row: WireRow
    readonly draft: Draft
    readonly timeZone: string
    readonly key: IdempotencyKey
  },
): Promise<number> {
  const id = Number(row['id'])
  const before = draftOf(model, row)
  if (changedFields(model, before, draft, timeZone).length === 0) return id
  const body = { ...changeBody(model, row, before, draft, timeZone), id }
  await edit(model, body, key.keyFor(JSON.stringify(body)))
  return id
}

const options = (idempotencyKey: string) => ({ quiet: true, notifySuccess: false, idempotencyKey })

const addQuietly: Add = async (model, body, idempotencyKey) =>
  (await tableApi(model).add(body, options(idempotencyKey))).id

/** By the calls `add` and `edit`, with a toast that tells of it. */
export const saveRecord = createSend(
  async (model, body, idempotencyKey) => {
    const id = await addQuietly(model, body, idempotencyKey)
    void notifyAdded(model, id, body)
    return id
  },
  async (model, body, idempotencyKey) => {
    const { msg, undo } = await tableApi(model).edit(body, options(idempotencyKey))
    notifySaved(model.controller, msg, undo)
  },
)

/** The same without toasts, for forms that save by themselves. `edit` replaces the call `edit`. */
export const createQuietSend = (
  edit: Edit = (model, body, idempotencyKey) => tableApi(model).edit(body, options(idempotencyKey)),
): SendRecord => createSend(addQuietly, edit)

/** True for a field of the form, or a part of one (`product_detail.2.price`). */
function isShown(shownNames: ReadonlySet<string>, model: TableModel, name: string): boolean {
  const field = name.split('.')[0] ?? name
  return shownNames.has(field) && fieldOf(model, field)?.readOnly === false
}

function resultOf(model: TableModel, error: unknown): SaveResult {
  const message = errorText(error)
  if (!(error instanceof ApiError) || error.kind !== 'refused') return { outcome: 'unanswered', message }
  const refusal = error.refusal
  if (refusal?.reason === 'conflict' && refusal.row) return { outcome: 'conflict', theirs: refusal.row }
  const shownNames = new Set(model.form.flatMap((section) => section.rows.flat()))
  const all = Object.entries(refusal?.errors ?? {})
  const errors = Object.fromEntries(all.filter(([name]) => isShown(shownNames, model, name)))
  const elsewhere = all.filter(([name]) => !(name in errors)).map(([, text]) => text)
  const isOnFields = all.length > 0 && elsewhere.length === 0
  return { outcome: 'refused', errors, message: isOnFields ? null : [message, ...elsewhere].join(' ') }
}
