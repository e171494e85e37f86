/** The operation behind `restore` of the recycle bin: brings one deleted row back as it was. */
import {
  everyIdOf,
  fieldOf,
  isColumn,
  kinds,
  renameLogged,
  writableFields,
  type FieldModel,
  type StoredValue,
  type TableModel,
  type TextKey,
} from '../../../protocol/index.ts'
import { rowId, type Row, type Transaction } from '../../db/index.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { newChange } from '../../operation/change.ts'
import type { Scope } from '../../operation/scope.ts'
import { nowSeconds } from '../../core/clock.ts'
import { defaultsOf, readField, type Problems } from '../body.ts'
import { refuseOutOfRows } from '../policy/policy.ts'
import { refuseClashes, refuseProblems } from '../field-problems.ts'
import { hiddenTargets, refuseHidden, type Hidden } from '../relations/hidden-targets.ts'
import { checkManyRelations } from '../relations/relations.ts'
import { restore } from '../restore.ts'
import { runAfterWrite, runBeforeCreate, runBeforeWrite } from '../run-hooks.ts'
import { checkTree, readAncestors } from '../tree-check.ts'
import { storedOf } from './log-value.ts'
import { markTakenBack, withMark, type Mark } from './mark-entry.ts'
import { readReachable } from './visible-entries.ts'
import { secretName, tables } from './write-log.ts'
import { requireTableRight } from './table-right.ts'

/**
 * A record that was only marked as deleted is restored as in its list. Any other row is inserted with its id, version
 * and times, and checked like a new one: the right to add it, its references, its unique values, and the hooks of its
 * table.
 *
 * Locks as `add` does, what the row refers to; the entry of the log comes last, like all that writes only append to.
 * @param entry id of the entry of the log
 * @throws an OperationError: `not_found`; `bad_state` when it was restored, exists again, or the table has changed;
 * `duplicate` and `invalid` as those of `add`
 */
export async function restoreDeleted(scope: Scope, entry: number): Promise<void> {
  const logEntry = await readReachable(scope, 'system/data_recycle_log', entry)
  const model = logEntry && scope.registry.byId(String(logEntry['entity']))
  if (!logEntry) throw new OperationError('not_found')
  if (!model) throw refusal('recycle.no_table', { table: String(logEntry['data_table']) })
  if (Number(logEntry['is_restore']) === 1) throw refusal('recycle.restored')
  const id = Number(logEntry['record_id'])
  // Restoring them hands out rights.
  if (model.module === 'system' && scope.actor !== null && !scope.actor.super) throw refusal('recycle.super_only')
  const mark: Mark = { log: tables.recycleLog, column: 'is_restore', entry, refusal: () => refusal('recycle.restored') }
  if (model.softDelete !== null && (await isMarked(scope, model, id))) {
    requireTableRight(scope, model, ['restore', 'add'])
    return void (await restore(withMark(scope, mark), model, [id]))
  }
  // Guard T20: restoring takes the right to add to the table.
  requireTableRight(scope, model, ['add'])
  const { row, missing } = rowOf(scope, model, logEntry)
  if (missing.length > 0) throw refusal('recycle.schema', { fields: missing.join(', ') })
  const values = new Map(Object.entries(row))
  const hidden = await hiddenTargets(scope, model, writableValues(model, row))
  const write = () =>
    scope.database.write(async (trx) => {
      await insertAgain(scope, model, trx, row, hidden)
      await markTakenBack(trx, mark)
    })
  try {
    await refuseClashes(scope, model, values, write)
  } catch (error) {
    throw error instanceof OperationError && error.code === 'duplicate' ? takenError(scope, model, error) : error
  }
}

/** Names the values that another record has taken; without any it is the id itself. */
function takenError({ language }: Scope, model: TableModel, { details }: OperationError): OperationError {
  const names = Object.keys(details.errors ?? {}).filter((name) => name !== 'id')
  if (names.length === 0) return refusal('recycle.exists')
  const labels = names.map((name) => fieldOf(model, name)?.label[language] ?? name)
  return new OperationError('duplicate', { text: 'recycle.taken', params: { fields: labels.join(', ') } })
}

const refusal = (text: TextKey, params?: Readonly<Record<string, string>>): OperationError =>
  new OperationError('bad_state', { text, ...(params && { params }) })

async function isMarked({ database }: Scope, { table, softDelete }: TableModel, id: number): Promise<boolean> {
  const row: Row | undefined = await database.query
    .selectFrom(table)
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (row && (row[softDelete ?? ''] ?? null) === null) throw refusal('recycle.exists')
  return row !== undefined
}

/**
 * The row to insert, and the labels of what no longer fits: columns that are gone, values that are no longer accepted,
 * and new required fields.
 */
function rowOf(
  scope: Scope,
  model: TableModel,
  entry: Row,
): { readonly row: Row; readonly missing: readonly string[] } {
  const logged: Row = { ...(JSON.parse(String(entry['data'])) as Row), ...openSecrets(scope, model, entry) }
  const row: Row = renameLogged(model, logged)
  const columns = new Map(model.fields.filter(isColumn).map((field) => [field.name, field]))
  const missing = Object.keys(row).filter((name) => !columns.has(name) && row[name] !== null)
  const values: Record<string, StoredValue> = {}
  for (const [name, field] of columns) {
    if (!(name in row)) continue
    const value = storedOf(field, row[name] ?? null, scope.settings)
    if (value === undefined) missing.push(field.label[scope.language])
    else values[name] = value
  }
  for (const field of writableFields(model).filter(isColumn)) {
    const value = values[field.name]
    const fits = value === undefined ? field.name in row || !isLacking(model, field) : isAccepted(scope, field, value)
    if (!fits) missing.push(field.label[scope.language])
  }
  const times = model.updated ? { [model.updated]: nowSeconds() } : {}
  return {
    row: {
      ...Object.fromEntries(defaultsOf(model)),
      ...values,
      ...(model.softDelete !== null && { [model.softDelete]: null }),
      ...times,
      version: Number(values['version'] ?? 0) + 1,
    },
    missing,
  }
}

/** They are encrypted under the name that the entity had. */
function openSecrets({ settings }: Scope, model: TableModel, { record_id: id, secrets }: Row): Row {
  if ((secrets ?? null) === null) return {}
  for (const entity of everyIdOf(model)) {
    try {
      return JSON.parse(settings.secrets.open(secretName(entity, Number(id)), String(secrets))) as Row
    } catch {
      // Another name may be the one.
    }
  }
  throw refusal('recycle.key_lost')
}

const isLacking = (model: TableModel, { name, required }: FieldModel): boolean =>
  required && (defaultsOf(model).get(name) ?? null) === null

/** True when the field would accept the value now. Secrets are stored in a form of their own. */
function isAccepted({ settings }: Scope, field: FieldModel, value: StoredValue): boolean {
  if (value === null) return !field.required
  if (field.private) return true
  return !('problem' in readField(field, kinds[field.kind].toWire(value, field), settings))
}

/** What people filled in, not what the server noted. */
const writableValues = (model: TableModel, row: Row): ReadonlyMap<string, StoredValue> =>
  new Map(writableFields(model).flatMap(({ name }) => (name in row ? [[name, row[name] ?? null] as const] : [])))

async function insertAgain(scope: Scope, model: TableModel, trx: Transaction, row: Row, hidden: Hidden): Promise<void> {
  const id = rowId(row)
  const record = new Map(Object.entries(row))
  const problems: Problems = new Map()
  await runBeforeWrite(scope, model, trx, { action: 'restore', ids: [id] })
  const parent = model.tree ? (record.get(model.tree.parent) ?? null) : null
  const above = await readAncestors(model, trx, parent)
  const references = new Set(model.fields.filter(({ relation }) => relation).map(({ name }) => name))
  await checkManyRelations(scope, trx, 'reference', [
    { model, records: [{ record, changed: references, problems }], above },
  ])
  if (parent !== null) await checkTree(model, trx, { id: null, parent, locked: above }, problems)
  refuseHidden(model, hidden, {}, problems)
  clearServerReferences(model, record, problems)
  refuseGone(scope, model, record, problems)
  refuseProblems(scope, problems)
  if (await exists(model, trx, id)) throw refusal('recycle.exists')
  await runBeforeCreate(scope, model, trx, { ...newChange(null, {}), given: record })
  const final = Object.fromEntries(record)
  await trx.insertInto(model.table).values(final).execute()
  refuseOutOfRows(scope, model, 'add', final)
  await runAfterWrite(scope, model, trx, { action: 'restore', ids: [id], changed: new Set() })
}

/** What the server noted, such as who added the row, may be gone: a deletion would have cleared it. */
function clearServerReferences(model: TableModel, record: Map<string, StoredValue>, problems: Problems): void {
  for (const name of problems.keys()) {
    if (fieldOf(model, name)?.readOnly !== true) continue
    record.set(name, null)
    problems.delete(name)
  }
}

/** @throws an OperationError `invalid` that names the reference whose record is gone */
function refuseGone(
  { language }: Scope,
  model: TableModel,
  record: ReadonlyMap<string, StoredValue>,
  problems: Problems,
): void {
  const [missing] = [...problems].find(([, { rule }]) => rule === 'relation') ?? []
  if (missing === undefined) return
  const title = fieldOf(model, model.title)?.private === false ? record.get(model.title) : null
  throw new OperationError('invalid', {
    text: 'problem.target_gone',
    params: {
      title: String(title ?? `#${String(record.get('id'))}`),
      field: fieldOf(model, missing)?.label[language] ?? missing,
    },
  })
}

async function exists({ table }: TableModel, trx: Transaction, id: number): Promise<boolean> {
  return (await trx.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
