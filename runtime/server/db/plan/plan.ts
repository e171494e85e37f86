/**
 * The plan: which steps lead from the live database to the models. Computed, never guessed; nothing is changed here.
 */
import type { TableModel } from '../../../protocol/index.ts'
import type { Adapter } from '../adapter.ts'
import type { Database } from '../database.ts'
import { ownershipOf, type Ownership } from '../ownership.ts'
import { runText } from '../run-text.ts'
import type { Reading } from '../tables.ts'
import type { LiveTable } from './catalogue.ts'
import { diff } from './diff.ts'
import type { Ask } from './diff-context.ts'
import { readFormat, readCreatedColumns, readModel } from './metadata.ts'
import { recordOf, type CreatedColumns, type RecordedModel } from './recorded-model.ts'
import { renameTables } from './renames/tables.ts'
import type { Plan } from './step.ts'
import { withoutPreparations } from './diff-swaps.ts'
import { wantedTables } from './model-tables.ts'

export interface Inspection {
  readonly ownership: Ownership
  readonly plan: Plan
  /** The tables as they are, with what is being prepared. */
  readonly found: readonly LiveTable[]
  /** Tables of earlier plans that are there, by the names they have now. */
  readonly tables: readonly string[]
  /** The model of the last plan; null = none is recorded. Its tables have their new names, as those of `made` have. */
  readonly recorded: RecordedModel | null
  /** What the models mean now, as the database records it. */
  readonly model: RecordedModel
  /** Tables and columns of earlier plans. */
  readonly made: CreatedColumns
}

/** Compares the models with the live database. Throws a DatabaseError when the database is foreign or newer. */
export async function planDatabase(database: Database, models: readonly TableModel[]): Promise<Plan> {
  return (await inspectDatabase(database.query, database.adapter, database.place, models)).plan
}

/**
 * The same inside a transaction, with whose database it is.
 * @param ask answers questions about rows
 */
export async function inspectDatabase(
  query: Reading,
  adapter: Adapter,
  place: string,
  models: readonly TableModel[],
  ask: Ask = (text) => runText(query, text),
): Promise<Inspection> {
  const found = await adapter.catalogue(query)
  const live = found.map(withoutPreparations)
  const ownership = ownershipOf(
    place,
    live.map((table) => table.name),
    await readFormat(query, live),
  )
  const planned = wantedTables(models)
  const created = ownership === 'empty' ? {} : await readCreatedColumns(query)
  const { steps, ...renamed } = renameTables(adapter.ddl, planned, {
    live,
    made: created,
    recorded: ownership === 'empty' ? null : await readModel(query),
    ask,
  })
  const model = recordOf(models, adapter.ddl)
  const plan = await diff({ ...renamed, found, ddl: adapter.ddl, wanted: planned, model, renames: steps })
  const tables = live.map((table) => table.name).filter((name) => name in created)
  return { ownership, plan, found, tables, recorded: renamed.recorded, model, made: renamed.made }
}
