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
export async function saveRecord(
  model: TableModel,
  row: WireRow | null,
  draft: Draft,
  timeZone: string,
  key: IdempotencyKey,
): Promise<SaveResult> {
  try {
    const id =
      row === null
        ? await add(model, newBody(model, draft, timeZone), key)
        : await edit(model, row, draft, timeZone, key)
    key.callEnded(null)
    return { outcome: 'saved', id }
  } catch (error) {
    if (error instanceof ApiError) key.callEnded(error)
    return resultOf(model, error)
  }
}

async function add(model: TableModel, body: object, key: IdempotencyKey): Promise<number> {
  const idempotencyKey = key.keyFor(JSON.stringify(body))
  const { id } = await tableApi(model).add(body, { quiet: true, notifySuccess: false, idempotencyKey })
  void notifyAdded(model, id, body)
  return id
}

async function edit(
  model: TableModel,
  row: WireRow,
  draft: Draft,
  timeZone: string,
  key: IdempotencyKey,
): Promise<number> {
  const id = Number(row['id'])
  const before = draftOf(model, row)
  if (changedFields(model, before, draft, timeZone).length === 0) return id
  const body = { ...changeBody(model, row, before, draft, timeZone), id }
  const options = { quiet: true, notifySuccess: false, idempotencyKey: key.keyFor(JSON.stringify(body)) }
  const { msg, undo } = await tableApi(model).edit(body, options)
  notifySaved(model.controller, msg, undo)
  return id
}

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
