/** The operation behind `rollback` of the log of sensitive data: writes the former value of one field back. */
import { fieldOf, kinds, type StoredValue, type TextKey } from '../../../protocol/index.ts'
import type { Row } from '../../db/index.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import type { Scope } from '../../operation/scope.ts'
import { viewOf } from '../policy/policy.ts'
import { update } from '../update.ts'
import { storedOf } from './log-value.ts'
import { withMark, type Mark } from './mark-entry.ts'
import { readReachable } from './visible-entries.ts'
import { tables } from './write-log.ts'
import { requireTableRight } from './table-right.ts'

/**
 * An edit by the caller, with the right, the checks and the locks of one; the entry of the log is marked in the same
 * transaction.
 * @param entry id of the entry of the log
 * @throws an OperationError: `not_found`; `bad_state` when it was rolled back, the field changed since, or its value is
 * not kept; else as `update` does
 */
export async function rollBack(scope: Scope, entry: number): Promise<void> {
  const logEntry = await readReachable(scope, 'system/sensitive_data_log', entry)
  const model = logEntry && scope.registry.byId(String(logEntry['entity']))
  if (!logEntry) throw new OperationError('not_found')
  if (!model) throw refusal('recycle.no_table', { table: String(logEntry['data_table']) })
  if (Number(logEntry['is_rollback']) === 1) throw refusal('sensitive.done')
  if (model.module === 'system' && scope.actor !== null && !scope.actor.super) throw refusal('recycle.super_only')
  // Guard T20: rolling back takes the right to edit the table.
  requireTableRight(scope, model, ['edit'])
  const field = fieldOf(viewOf(scope, model, 'edit'), String(logEntry['data_field']))
  if (!field || field.readOnly) throw refusal('recycle.schema', { fields: String(logEntry['data_comment']) })
  if (field.private) throw refusal('sensitive.secret')
  const [before, after] = ['before', 'after'].map((side) => storedOf(field, valueIn(logEntry[side]), scope.settings))
  if (before === undefined) throw refusal('recycle.schema', { fields: String(logEntry['data_comment']) })
  const row: Row | undefined = await scope.database.query
    .selectFrom(model.table)
    .selectAll()
    .where('id', '=', Number(logEntry['record_id']))
    .executeTakeFirst()
  if (!row || (model.softDelete !== null && (row[model.softDelete] ?? null) !== null)) throw refusal('sensitive.gone')
  if ((row[field.name] ?? null) !== after) throw refusal('sensitive.changed', { field: field.label[scope.language] })
  const mark: Mark = {
    log: tables.sensitiveLog,
    column: 'is_rollback',
    entry,
    refusal: () => refusal('sensitive.done'),
  }
  const body = { id: row['id'], version: row['version'], [field.name]: kinds[field.kind].toWire(before, field) }
  try {
    await update(withMark(scope, mark), model, body)
  } catch (error) {
    const isStale = error instanceof OperationError && error.code === 'conflict'
    throw isStale ? refusal('sensitive.changed', { field: field.label[scope.language] }) : error
  }
}

const refusal = (text: TextKey, params?: Readonly<Record<string, string>>): OperationError =>
  new OperationError('bad_state', { text, ...(params && { params }) })

/** @throws an OperationError when the log keeps only a part of it */
function valueIn(value: Row[string] | undefined): StoredValue {
  try {
    return JSON.parse(String(value)) as StoredValue
  } catch {
    throw refusal('sensitive.too_long')
  }
}
