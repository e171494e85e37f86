/** The operation behind `add`. */
import type { TableModel } from '../../protocol/index.ts'
import type { Row, Write } from '../db/index.ts'
import { afterWrite, beforeCreate, beginWrite, newChange, prepareChange, type Change } from './behavior.ts'
import { defaultsOf, readBody, type Problems, type Values } from './body.ts'
import { hiddenTargets, judgeHidden } from './hidden-targets.ts'
import { viewOf } from './policy.ts'
import { refuseClashes, refuseProblems } from './problems.ts'
import { checkRelations } from './relations.ts'
import { checkSchema } from './schema-check.ts'
import { nowSeconds, type Scope } from './scope.ts'
import { checkTree } from './tree-check.ts'

/** Adds a record. Throws a Refusal `invalid` or `duplicate` with the errors by field. */
export async function create(scope: Scope, model: TableModel, body: Readonly<Record<string, unknown>>): Promise<{ readonly id: number }> {
  const change = await prepareChange(scope, model, newChange(null, body))
  const { values, problems } = readBody(viewOf(scope, model, 'add'), change.body, scope.settings)
  const record: Values = new Map([...defaultsOf(model), ...values])
  const fields = new Set(record.keys())
  for (const name of fields) if (isMissing(model, name, record) && !problems.has(name)) problems.set(name, { rule: 'required' })
  judgeHidden(model, await hiddenTargets(scope, model, values), {}, problems)
  checkSchema(model, await scope.validators(model.id), record, fields, problems)
  refuseProblems(scope, problems)
  return refuseClashes(scope, model, record, () => scope.database.write((trx) => add(scope, trx, model, { ...change, given: new Map(record), stored: new Map(change.stored) }, fields)))
}

async function add(scope: Scope, trx: Write, model: TableModel, change: Change, fields: ReadonlySet<string>): Promise<{ readonly id: number }> {
  const found: Problems = new Map()
  await beginWrite(scope, model, trx)
  await checkRelations(scope, trx, model, change.given, fields, found)
  if (model.tree) await checkTree(trx, model, null, change.given.get(model.tree.parent) ?? null, found)
  refuseProblems(scope, found)
  await beforeCreate(scope, model, trx, change)
  const id = await insertRecord(trx, model, newRow(model, new Map([...change.given, ...change.stored]), scope.actor?.id ?? null, nowSeconds()))
  await afterWrite(scope, model, trx, { action: 'add', ids: [id], changed: new Set() })
  return { id }
}

function isMissing(model: TableModel, name: string, record: Values): boolean {
  return model.fields.some((field) => field.name === name && field.required) && (record.get(name) ?? null) === null
}

/** The row of a new record: its values and what the server fills in. */
export function newRow(model: TableModel, record: ReadonlyMap<string, Row[string]>, actor: number | null, now: number): Row {
  const row: Row = { ...Object.fromEntries(record), version: 1 }
  if (model.created) row[model.created] = now
  if (model.updated) row[model.updated] = now
  if (model.owner) row[model.owner] = actor
  // The column that decides who sees the record is never left open.
  const on = model.policy?.limit?.on ?? 'id'
  if (on !== 'id' && (row[on] ?? null) === null) row[on] = actor
  return row
}

/** Inserts and answers the id. Unless the row says otherwise its weight is its id, so that it stands at the end of the order by weight. */
export async function insertRecord(trx: Write, model: TableModel, row: Row): Promise<number> {
  const { id } = await trx.insertInto(model.table).values(row).returning('id').executeTakeFirstOrThrow()
  if (model.sort && row[model.sort] === undefined) await trx.updateTable(model.table).set({ [model.sort]: id! }).where('id', '=', id!).execute()
  return Number(id)
}
