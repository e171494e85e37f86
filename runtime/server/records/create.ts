/** The operation behind `add`. */
import type { TableModel } from '../../protocol/index.ts'
import type { Row, Write } from '../db/index.ts'
import { afterWrite, beforeCreate, beginWrite, newChange, prepareChange, type Change } from './behavior.ts'
import { defaultsOf, readBody, type Problems, type Values } from './body.ts'
import { hiddenTargets, judgeHidden } from './hidden-targets.ts'
import { readLineBodies } from './lines/body.ts'
import { beforeLinesCheck, checkLines, type CheckedLines, type LinesBefore } from './lines/check.ts'
import { prepareLines, storeLines, withLines } from './lines/write.ts'
import { newRow } from './new-row.ts'
import { withNumber } from './numbers.ts'
import { viewOf } from './policy.ts'
import { refuseClashes, refuseProblems } from './problems.ts'
import { checkRelations } from './relations.ts'
import { checkSchema } from './schema-check.ts'
import { nowSeconds, type Scope } from './scope.ts'
import { checkTree } from './tree-check.ts'

/** Adds a record with its lines. Throws a Refusal `invalid` or `duplicate` with the errors by field. */
export async function create(scope: Scope, model: TableModel, body: Readonly<Record<string, unknown>>): Promise<{ readonly id: number }> {
  const change = await prepareChange(scope, model, newChange(null, body))
  const view = viewOf(scope, model, 'add')
  const { values, problems } = readBody(view, change.body, scope.settings)
  const lines = await beforeLinesCheck(scope, readLineBodies(scope, view, change.body, true, problems))
  const record: Values = new Map([...defaultsOf(model), ...values])
  const fields = new Set(record.keys())
  for (const name of fields) if (isMissing(model, name, record) && !problems.has(name)) problems.set(name, { rule: 'required' })
  judgeHidden(model, await hiddenTargets(scope, model, values), {}, problems)
  checkSchema(model, await scope.validators(model.id), record, fields, problems)
  for (const one of lines) await checkLines(scope, scope.database.query, one, [], problems)
  refuseProblems(scope, problems)
  return refuseClashes(scope, model, record, () => withNumber(scope, model, change, (numbered) =>
    scope.database.write((trx) => add(scope, trx, model, { change: { ...numbered, given: new Map(record), stored: new Map(numbered.stored) }, fields, lines }))))
}

interface Add {
  readonly change: Change
  readonly fields: ReadonlySet<string>
  readonly lines: readonly LinesBefore[]
}

async function add(scope: Scope, trx: Write, model: TableModel, { change, fields, lines }: Add): Promise<{ readonly id: number }> {
  const found: Problems = new Map()
  await beginWrite(scope, model, trx)
  await checkRelations(scope, trx, model, change.given, fields, found)
  if (model.tree) await checkTree(trx, model, null, change.given.get(model.tree.parent) ?? null, found)
  const checked: CheckedLines[] = []
  for (const one of lines) checked.push(await checkLines(scope, trx, one, [], found))
  refuseProblems(scope, found)
  const whole = withLines(change, checked)
  await beforeCreate(scope, model, trx, whole)
  await prepareLines(scope, trx, { model, header: new Map([...change.given, ...change.stored]), change: whole }, checked)
  const id = await insertRecord(trx, model, newRow(model, new Map([...change.given, ...change.stored]), scope.actor?.id ?? null, nowSeconds()))
  for (const one of checked) await storeLines(scope, trx, one, id)
  await afterWrite(scope, model, trx, { action: 'add', ids: [id], changed: new Set() })
  return { id }
}

function isMissing(model: TableModel, name: string, record: Values): boolean {
  return model.fields.some((field) => field.name === name && field.required) && (record.get(name) ?? null) === null
}

/** Inserts and answers the id. Unless the row says otherwise its weight is its id, so that it stands at the end of the order by weight. */
export async function insertRecord(trx: Write, model: TableModel, row: Row): Promise<number> {
  const { id } = await trx.insertInto(model.table).values(row).returning('id').executeTakeFirstOrThrow()
  if (model.sort && row[model.sort] === undefined) await trx.updateTable(model.table).set({ [model.sort]: id! }).where('id', '=', id!).execute()
  return Number(id)
}
