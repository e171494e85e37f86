/**
 * Records what rules ask for, in the transaction of the change: rows before they are deleted, and former values of
 * sensitive fields. The rule is read in that transaction as well, so that no change slips between the two.
 */
import { kinds, isColumn, type FieldModel, type StoredValue, type TableModel } from '../../../protocol/index.ts'
import { rowId, type Row, type Transaction } from '../../db/index.ts'
import { nowSeconds } from '../../core/clock.ts'
import type { Scope } from '../../operation/scope.ts'
import { keptOf } from './log-value.ts'
import { watchableFields, whyNotWatched } from './rule-targets.ts'

export const tables = {
  recycle: 'data_recycle',
  recycleLog: 'data_recycle_log',
  sensitive: 'sensitive_data',
  sensitiveLog: 'sensitive_data_log',
} as const

/** The text that stands in the log for a secret, as BuildAdmin's clients know it. */
const secretMask = '******'

/** The name under which secret values of a deleted row are encrypted: no other row's can be put in their place. */
export const secretName = (entity: string, id: number): string => `recycle ${entity} ${id}`

const maxTitle = 255
const maxValue = 20_000

/** Rows per statement: far below the parameter limit of both engines. */
const batchSize = 100

/** Keeps the rows as they are now; they are deleted next. Nothing happens without a rule. */
export async function recordDeleted(
  scope: Scope,
  model: TableModel,
  trx: Transaction,
  ids: readonly number[],
): Promise<void> {
  const rule = await ruleOf(scope, trx, tables.recycle, model)
  if (!rule) return
  for (let start = 0; start < ids.length; start += batchSize) {
    const part = ids.slice(start, start + batchSize)
    const rows: readonly Row[] = await trx
      .selectFrom(model.table)
      .selectAll()
      .where('id', 'in', [...part])
      .orderBy('id')
      .execute()
    await trx
      .insertInto(tables.recycleLog)
      .values(
        rows.map((row) => ({
          ...factsOf(scope, model, row),
          recycle_id: rowId(rule),
          ...contentOf(scope, model, row),
        })),
      )
      .execute()
  }
}

/** The columns of a row; secrets encrypted, all of them together. */
function contentOf({ settings }: Scope, model: TableModel, row: Row): Row {
  const columns = model.fields.filter(isColumn)
  const pick = (isPrivate: boolean): Row =>
    Object.fromEntries(
      columns
        .filter((field) => field.private === isPrivate)
        .map((field) => [field.name, keptOf(field, row[field.name] ?? null)]),
    )
  const secrets = Object.entries(pick(true)).filter(([, value]) => value !== null)
  return {
    data: JSON.stringify(pick(false)),
    // Guard T13: secrets of deleted records are encrypted.
    // Without: secrets: secrets.length === 0 ? null : JSON.stringify(Object.fromEntries(secrets))
    secrets:
      secrets.length === 0
        ? null
        : settings.secrets.seal(secretName(model.id, rowId(row)), JSON.stringify(Object.fromEntries(secrets))),
    is_restore: 0,
  }
}

/** A record that was changed: the row as it was, and the columns that were written. */
export interface RecordedChange {
  readonly before: Row
  readonly after: Row
}

/**
 * Keeps what watched fields were and became. Nothing happens without a rule.
 * @param changes or what reads them, where that is needed for the rule alone
 */
export async function recordChanges(
  scope: Scope,
  model: TableModel,
  trx: Transaction,
  changes: readonly RecordedChange[] | (() => Promise<readonly RecordedChange[]>),
): Promise<void> {
  if (changes.length === 0 && typeof changes !== 'function') return
  const rule = await ruleOf(scope, trx, tables.sensitive, model)
  if (!rule) return
  const titles = JSON.parse(String(rule['data_fields'] ?? '{}')) as Readonly<Record<string, string>>
  const watched = watchableFields(model).filter(({ name }) => Object.hasOwn(titles, name))
  const changeList = typeof changes === 'function' ? await changes() : changes
  const rows = changeList.flatMap(({ before, after }) =>
    watched
      .filter(({ name }) => name in after && (after[name] ?? null) !== (before[name] ?? null))
      .map((field) => ({
        ...factsOf(scope, model, before),
        sensitive_id: rowId(rule),
        data_field: field.name,
        data_comment: (titles[field.name] || field.name).slice(0, 100),
        before: keptText(field, before[field.name] ?? null),
        after: keptText(field, after[field.name] ?? null),
        is_rollback: 0,
      })),
  )
  for (let start = 0; start < rows.length; start += batchSize)
    await trx
      .insertInto(tables.sensitiveLog)
      .values(rows.slice(start, start + batchSize))
      .execute()
}

/** JSON, so that a rollback knows a number from a text and nothing from an empty text. */
function keptText(field: FieldModel, value: StoredValue): string {
  // Guard T13: former values of secrets are not kept.
  // Without: const text = JSON.stringify(keptOf(field, value))
  const text = JSON.stringify(field.private ? secretMask : keptOf(field, value))
  // A value that long is shown in part; a rollback says that not all of it is there.
  return text.length <= maxValue ? text : text.slice(0, maxValue)
}

/** The author, record, time and origin of a change. */
function factsOf({ actor, origin }: Scope, model: TableModel, row: Row): Row {
  return {
    entity: model.id,
    data_table: model.table,
    primary_key: 'id',
    record_id: rowId(row),
    title: titleOf(model, row).slice(0, maxTitle),
    admin_id: actor?.id ?? null,
    username: (actor?.username ?? '').slice(0, 30),
    ip: (origin?.ip ?? '').slice(0, 45),
    useragent: (origin?.agent ?? '').slice(0, maxTitle),
    create_time: nowSeconds(),
    version: 1,
  }
}

/** A private title is never shown. */
function titleOf(model: TableModel, row: Row): string {
  const field = model.fields.find(({ name }) => name === model.title)
  if (!field || field.private) return String(row['id'])
  return String(kinds[field.kind].toWire(row[field.name] ?? null, field) ?? '')
}

/** The enabled rule of the table; null where there is none, or the installation has no such rules. */
async function ruleOf(
  { registry }: Scope,
  trx: Transaction,
  table: typeof tables.recycle | typeof tables.sensitive,
  model: TableModel,
): Promise<Row | null> {
  const rules = registry.byId(`system/${table}`)
  if (!rules || whyNotWatched(model, table === tables.recycle ? 'delete' : 'change') !== null) return null
  const row = await trx
    .selectFrom(table)
    .selectAll()
    .where('entity', '=', model.id)
    .where('status', '=', 1)
    .executeTakeFirst()
  return row ?? null
}
