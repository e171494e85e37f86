/**
 * The plan: which steps lead from the live database to the models. Computed, never guessed; nothing is changed here.
 */
import { sql } from 'kysely'
import type { TableModel } from '../../../protocol/index.ts'
import type { Adapter } from '../adapter.ts'
import type { Database } from '../database.ts'
import { quoted } from '../ddl.ts'
import { ownershipOf, type Ownership } from '../ownership.ts'
import type { Reading } from '../tables.ts'
import { diff } from './diff.ts'
import { readFormat, readCreatedColumns, readModel } from './record.ts'
import { recordOf, type RecordedModel } from './recorded.ts'
import type { Plan } from './step.ts'
import { wantedTables } from './wanted.ts'

export interface Inspection {
  readonly ownership: Ownership
  readonly plan: Plan
  /** The model of the last plan; null = none is recorded. */
  readonly recorded: RecordedModel | null
}

/** Compares the models with the live database. Throws a DatabaseError when the database is foreign or newer. */
export async function planDatabase(database: Database, models: readonly TableModel[]): Promise<Plan> {
  return (await inspectDatabase(database.query, database.adapter, database.place, models)).plan
}

/** The same inside a transaction, with whose database it is. */
export async function inspectDatabase(
  query: Reading,
  adapter: Adapter,
  place: string,
  models: readonly TableModel[],
): Promise<Inspection> {
  const live = await adapter.catalogue(query)
  const ownership = ownershipOf(
    place,
    live.map((table) => table.name),
    await readFormat(query, live),
  )
  const made = ownership === 'empty' ? {} : await readCreatedColumns(query)
  const recorded = ownership === 'empty' ? null : await readModel(query)
  const plan = await diff({
    ddl: adapter.ddl,
    wanted: wantedTables(models),
    live,
    made,
    recorded,
    model: recordOf(models),
    hasRows: (table) => hasRows(query, table),
    ask: async (text) => (await sql<Record<string, unknown>>`${sql.raw(text)}`.execute(query)).rows,
  })
  return { ownership, plan, recorded }
}

async function hasRows(query: Reading, table: string): Promise<boolean> {
  const found = await sql`select 1 as one from ${sql.raw(quoted(table))} limit 1`.execute(query)
  return found.rows.length > 0
}
