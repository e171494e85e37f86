/**
 * What the database remembers of itself: the format it has, the tables and columns plans of ours made, every applied
 * plan.
 */
import { sql } from 'kysely'
import { runText } from '../run-text.ts'
import type { Ddl, TablePlan } from '../ddl.ts'
import { modelKeys, type ModelRows } from '../model-version.ts'
import { format, metaTable, planTable } from '../ownership.ts'
import type { Reading, Transaction } from '../tables.ts'
import type { LiveTable } from './catalogue.ts'
import type { CreatedColumns, RecordedModel } from './recorded-model.ts'
import { statementsOf, type Plan } from './step.ts'

const column = (name: string, type: 'integer' | 'text') => ({ name, type, nullable: false, default: null })
const planTablePlan: TablePlan = {
  name: planTable,
  columns: [
    column('id', 'integer'),
    column('applied_at', 'integer'),
    column('hash', 'text'),
    column('sql', 'text'),
    column('steps', 'text'),
  ],
  indexes: [],
  foreignKeys: [],
}

/** Marks an empty database as ours. */
export async function markOwned(trx: Transaction, ddl: Ddl): Promise<void> {
  await runText(trx, `create table ${metaTable} (key text not null primary key, value text not null)`)
  for (const statement of ddl.createTable(planTablePlan)) await runText(trx, statement)
  await trx
    .insertInto(metaTable)
    .values({ key: 'format', value: String(format) })
    .execute()
}

/** The format the database is marked with, or null when it is not marked. */
export async function readFormat(query: Reading, live: readonly LiveTable[]): Promise<string | null> {
  return live.some((table) => table.name === metaTable) ? ((await readMeta(query, 'format')) ?? '') : null
}

export async function readCreatedColumns(query: Reading): Promise<CreatedColumns> {
  return JSON.parse((await readMeta(query, 'made')) ?? '{}') as CreatedColumns
}

/**
 * Writes an applied plan into the book and adds the wanted tables to those we made.
 * @param before tables and columns of earlier plans, by their new names
 * @param now Unix seconds
 */
export async function recordPlan(
  trx: Transaction,
  plan: Plan,
  tables: readonly TablePlan[],
  before: CreatedColumns,
  now: number,
): Promise<void> {
  const created: Record<string, readonly string[]> = { ...before }
  for (const table of tables)
    created[table.name] = [...new Set([...(created[table.name] ?? []), ...table.columns.map((column) => column.name)])]
  await writeMeta(trx, 'made', JSON.stringify(created))
  await writePlanRow(trx, plan, now)
}

/** Writes steps that were done into the book of applied plans. */
export async function writePlanRow(trx: Transaction, plan: Pick<Plan, 'steps' | 'hash'>, now: number): Promise<void> {
  const steps = plan.steps.map(({ kind, table, column: name }) => ({ kind, table, column: name }))
  const text = plan.steps
    .flatMap(statementsOf)
    .map((line) => `${line};`)
    .join('\n')
  await trx
    .insertInto(planTable)
    .values({ applied_at: now, hash: plan.hash, sql: text, steps: JSON.stringify(steps) })
    .execute()
}

/** The model of the last plan; null in a database of a version that did not record it. */
export async function readModel(query: Reading): Promise<RecordedModel | null> {
  const text = await readMeta(query, modelKeys.model)
  return text === null ? null : (JSON.parse(text) as RecordedModel)
}

/** Records what the values of the database mean from now on. */
export async function writeModel(trx: Transaction, model: RecordedModel): Promise<void> {
  await writeMeta(trx, modelKeys.model, JSON.stringify(model))
  await sql`insert into ${sql.table(metaTable)} (key, value) values (${modelKeys.version}, '1') on conflict (key)
    do update set value = cast(cast(${sql.ref(`${metaTable}.value`)} as bigint) + 1 as text)`.execute(trx)
}

/** What is recorded now, from one moment. */
export async function readModelRows(query: Reading): Promise<ModelRows> {
  const rows = await query
    .selectFrom(metaTable)
    .select(['key', 'value'])
    .where('key', 'in', Object.values(modelKeys))
    .execute()
  const valueOf = (key: string): string | null => {
    const value = rows.find((row) => row['key'] === key)?.['value']
    return typeof value === 'string' ? value : null
  }
  return { version: valueOf(modelKeys.version), model: valueOf(modelKeys.model) }
}

async function writeMeta(trx: Transaction, key: string, value: string): Promise<void> {
  await trx
    .insertInto(metaTable)
    .values({ key, value })
    .onConflict((on) => on.column('key').doUpdateSet({ value }))
    .execute()
}

async function readMeta(query: Reading, key: string): Promise<string | null> {
  const row = await query.selectFrom(metaTable).select('value').where('key', '=', key).executeTakeFirst()
  return typeof row?.['value'] === 'string' ? row['value'] : null
}
