/**
 * The operation behind `history`: the changes of one record, with author, time and reason, from the rows of the admin
 * log.
 */
import {
  actionOf,
  fieldEverNamed,
  fieldOf,
  holdsLines,
  isEmpty,
  isTextual,
  kinds,
  loggedValue,
  type FieldModel,
  refersToOne,
  type HistoryChange,
  type HistoryData,
  type HistoryEntry,
  type InputModel,
  type TableModel,
  type WireValue,
} from '../../../protocol/index.ts'
import { isLogged } from '../../operation/audit/changes.ts'
import { loggedName } from '../../operation/audit/title.ts'
import type { Row } from '../../db/index.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { refuseInaccessible } from '../accessible.ts'
import { viewOf } from '../policy/policy.ts'
import { rowsByIds } from '../query/page.ts'
import { readRowsByKey } from '../query/run.ts'
import { idOf } from '../read-id.ts'
import { hasPresentHook, presentRows } from '../run-hooks.ts'
import type { Scope } from '../../operation/scope.ts'
import { encodeRow, type WireRow } from '../../core/models/row-shape.ts'
import { rowShape } from '../../core/models/table-shapes.ts'
import { inverseOf, isEdit, lastChange } from './last-change.ts'
import { nameLines, notedLines } from './lines.ts'
import { namesOf } from './names.ts'
import { readRecordLog } from './record-log.ts'

/** Entries that are read of one record. */
export const maxEntries = 100

/** Throws an OperationError `not_found` like `read`: who may not see the record does not learn what was done to it. */
export async function history(scope: Scope, table: TableModel, id: unknown): Promise<HistoryData> {
  const { number, view, row: record } = await findVisible(scope, table, id)
  // The author is visible to everybody who sees the record, because people need to know whom to ask.
  const rows = await readRecordLog(scope.database.query, table.id, [number], { limit: maxEntries + 1 })
  const last = lastChange(rows)
  const list = rows
    .slice(0, maxEntries)
    .map((row) => ({ ...entryOf(scope, view, row), undo: row === last && canUndo(scope, table, row) }))
  return {
    list: await nameLines(scope, view, await withTargets(scope, view, record, await withNames(scope, view, list))),
    more: rows.length > maxEntries,
  }
}

/** The record as it is stored now. @throws OperationError `not_found` when the caller does not reach it */
export async function findVisible(
  scope: Scope,
  table: TableModel,
  id: unknown,
): Promise<{ readonly number: number; readonly view: TableModel; readonly row: WireRow }> {
  const number = idOf(id)
  if (number === null) throw new OperationError('not_found')
  await refuseInaccessible(scope, table, [number])
  const view = viewOf(scope, table, 'index')
  const shape = rowShape(view, scope.registry)
  const [row] = await readRowsByKey(scope, rowsByIds(scope.database, view, shape, [number]))
  if (!row) throw new OperationError('not_found')
  return { number, view, row: encodeRow(shape, row) }
}

const canUndo = ({ actor }: Scope, table: TableModel, row: Row): boolean =>
  inverseOf(actor, table, row) === 'edit' && parsed(row['data'])['complete'] === true

function entryOf(scope: Scope, view: TableModel, row: Row): Omit<HistoryEntry, 'undo'> {
  const name = String(row['action'])
  const sent = parsed(row['data'])
  const action = actionOf(view.machine, name)
  const isMail = name === 'mail'
  const fields =
    action || isMail
      ? []
      : view.fields.filter(
          (field) => loggedValue(sent, field) !== undefined && !field.implicit && !field.private && !field.readOnly,
        )
  return {
    id: Number(row['id']),
    time: Number(row['create_time']),
    who: loggedName(scope.language, String(row['nickname'] || row['username'] || '')),
    action: name,
    was: action ? stateIn(view, sent['was']) : null,
    input: Object.fromEntries(
      (action?.input ?? [])
        .filter((input) => isShown(view, input))
        .flatMap((input) => valueIn(scope, input, loggedValue(sent, input))),
    ),
    names: {},
    fields: fields.map((field) => field.name),
    // Only edits note changes: what any other request was sent under that name is not what happened.
    // Guard S16: changes of a history are noted by the server.
    // Without: changes: changesIn(view, sent['changes'])
    changes: isEdit(name) ? changesIn(view, sent['changes']) : [],
    ...((isEdit(name) || action) && notedLines(scope, view, sent)),
    ...(isMail && Array.isArray(sent['to']) && { to: sent['to'].map(String) }),
    ...((row['undo_time'] ?? null) !== null && { undone: Number(row['undo_time']) }),
  }
}

/** Of the fields the caller may see. */
export function changesIn(view: TableModel, noted: unknown): readonly HistoryChange[] {
  if (typeof noted !== 'object' || noted === null) return []
  return Object.entries(noted).flatMap(([name, values]): HistoryChange[] => {
    const field = fieldEverNamed(view, name)
    if (!field || !isLogged(field) || !Array.isArray(values)) return []
    const [before = null, after = null] = values as readonly WireValue[]
    return [{ field: field.name, before, after }]
  })
}

/** What was sent, secrets masked and long values cut; nothing where it cannot be read. */
export function parsed(data: unknown): Readonly<Record<string, unknown>> {
  try {
    const read = JSON.parse(String(data ?? '')) as unknown
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** An input that is a field of the record is visible to those who may see that field. */
function isShown(view: TableModel, input: InputModel): boolean {
  return !input.private && !holdsLines(input) && (!input.stored || fieldOf(view, input.name)?.private === false)
}

function valueIn({ settings }: Scope, input: FieldModel, value: unknown): readonly (readonly [string, WireValue])[] {
  if (isEmpty(value)) return []
  const read = kinds[input.kind].read(value, input, settings)
  return 'value' in read ? [[input.name, read.value as WireValue]] : []
}

export function stateIn({ machine, fields }: TableModel, was: unknown): HistoryEntry['was'] {
  if (typeof was !== 'object' || was === null) return null
  const values = was as Readonly<Record<string, WireValue>>
  const states = fields.filter(({ name }) => machine?.fields.includes(name))
  return Object.fromEntries(states.map((field) => [field.name, loggedValue(values, field) ?? null]))
}

/** Titles of the records that inputs refer to: one read per table. Who sees the record sees them. */
async function withNames(
  scope: Scope,
  view: TableModel,
  list: readonly HistoryEntry[],
): Promise<readonly HistoryEntry[]> {
  const inputs = (view.machine?.actions ?? []).flatMap(({ name, input }) =>
    input.filter(({ relation }) => relation && !relation.owned).map((one) => ({ action: name, input: one })),
  )
  const named = new Map<HistoryEntry, Record<string, string>>()
  for (const { action, input } of inputs) {
    const matching = list.filter((entry) => entry.action === action && typeof entry.input[input.name] === 'number')
    const names = await namesOf(
      scope,
      input,
      matching.map((entry) => Number(entry.input[input.name])),
    )
    for (const entry of matching) {
      const name = names.get(Number(entry.input[input.name]))
      if (name !== undefined) named.set(entry, { ...named.get(entry), [input.name]: name })
    }
  }
  return list.map((entry) => {
    const names = named.get(entry)
    return names ? { ...entry, names } : entry
  })
}

async function withTargets(
  scope: Scope,
  view: TableModel,
  record: WireRow,
  list: readonly HistoryEntry[],
): Promise<readonly HistoryEntry[]> {
  const withNames = await nameChanges(
    scope,
    view,
    record,
    list.flatMap(({ changes }) => changes),
  )
  return list.map((entry) => ({ ...entry, changes: entry.changes.map(withNames) }))
}

/**
 * Adds to changes of references what the records are called that they meant, with one read per table, and to texts that
 * the hooks of the table show otherwise than they are stored what people read.
 * @param record as it is stored now
 */
export async function nameChanges(
  scope: Scope,
  view: TableModel,
  record: WireRow,
  changed: readonly HistoryChange[],
): Promise<(change: HistoryChange) => HistoryChange> {
  const presented = await presentChanges(scope, view, record, changed)
  const names = new Map<string, ReadonlyMap<number, string>>()
  for (const field of view.fields.filter(refersToOne)) {
    const own = changed.filter((change) => change.field === field.name)
    const ids = own
      .flatMap(({ before, after }) => [before, after])
      .flatMap((id) => (typeof id === 'number' ? [id] : []))
    if (ids.length > 0) names.set(field.name, await namesOf(scope, field, ids))
  }
  const nameOf = (field: string, id: WireValue): string =>
    typeof id === 'number' && id > 0 ? (names.get(field)?.get(id) ?? `#${id}`) : ''
  return (change) =>
    names.has(change.field)
      ? { ...change, names: [nameOf(change.field, change.before), nameOf(change.field, change.after)] }
      : (presented.get(change) ?? change)
}

/** Changes of texts that are read otherwise than stored, with both texts as they are read. */
async function presentChanges(
  scope: Scope,
  view: TableModel,
  record: WireRow,
  changed: readonly HistoryChange[],
): Promise<ReadonlyMap<HistoryChange, HistoryChange>> {
  if (!hasPresentHook(scope, view)) return new Map()
  const texts = changed.filter(({ field: name }) => {
    const field = fieldOf(view, name)
    return field !== undefined && isTextual(field) && !field.relation && !field.options
  })
  const rows = texts.flatMap(({ field, before, after }) =>
    [before, after].map((value) => ({ ...record, [field]: value })),
  )
  await presentRows(scope, view, rows, 'edit')
  return new Map(
    texts.flatMap((change, at) => {
      const names = [rows[2 * at], rows[2 * at + 1]].map((row) => String(row?.[change.field] ?? ''))
      const [before = '', after = ''] = names
      const isOther = before !== String(change.before ?? '') || after !== String(change.after ?? '')
      return isOther ? [[change, { ...change, names: [before, after] }] as const] : []
    }),
  )
}
