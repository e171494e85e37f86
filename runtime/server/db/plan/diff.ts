/**
 * Compares the tables of the models with those of the database. Pure except for questions about their rows.
 */
import { createHash } from 'node:crypto'
import type { Text } from '../../../protocol/index.ts'
import { isFormerValues } from '../former-values.ts'
import { metaTable, planTable } from '../ownership.ts'
import { quoted, type Ddl, type TablePlan } from '../ddl.ts'
import type { LiveTable } from './catalogue.ts'
import { withCountsOnce, type DiffInput } from './diff-context.ts'
import { columnSteps } from './diff-columns.ts'
import { leftColumns, leftTables } from './diff-left.ts'
import { indexSteps, naturalKeySteps } from './diff-indexes.ts'
import { guardSteps } from './diff-guards.ts'
import { foreignKeySteps } from './diff-keys.ts'
import { addedSearch, droppedSearches } from './diff-search.ts'
import { fillSteps, recomputedAfter } from './diff-fills.ts'
import { storageSteps } from './values/diff-storage.ts'
import { siteZone } from './values/site-time.ts'
import { deletionSteps } from './values/diff-values.ts'
import { reason } from './step-texts.ts'
import { questionTables } from './renames/question.ts'
import { renameAsk, renameLive, renameRecorded, renamesOf, renameSteps } from './renames/columns.ts'
import { statementsOf, type Plan, type Step } from './step.ts'
import { discardSteps, withoutShared, withSwaps } from './diff-swaps.ts'

export async function diff(given: DiffInput): Promise<Plan> {
  const input = given.ddl.hasNarrowKeys ? { ...given, wanted: given.wanted.map(withoutIdIndex) } : given
  const live = new Map(input.live.map((table) => [table.name, table]))
  const created = input.wanted.filter((table) => !live.has(table.name))
  const steps: Step[] = [...input.renames, ...created.map((table) => createTable(input.ddl, table))]
  steps.push(...created.flatMap((table) => keysOfNew(input.ddl, table)))
  for (const table of input.wanted) {
    const existing = live.get(table.name)
    if (existing) steps.push(...(await tableSteps(input, table, existing)))
  }
  steps.push(...recomputedAfter(input, steps), ...leftTables(input))
  // They name the tables as they are.
  steps.unshift(...discardSteps(input, input.found, steps))
  const questioned = await questionTables(input, created, steps)
  return { steps: questioned, notes: notesOf(input), hash: hashOf(questioned) }
}

/** Fewer rows are changed, or indexed, within about a tenth of a second. */
const largeSize = 10_000

const withoutIdIndex = (table: TablePlan): TablePlan => ({
  ...table,
  indexes: table.indexes.filter(({ columns, unique }) => unique || columns.join() !== 'id'),
})

function createTable(ddl: Ddl, table: TablePlan): Step {
  return {
    kind: 'create-table',
    class: 'safe',
    blocking: true,
    table: table.name,
    column: null,
    sql: [
      ...ddl.createTable(table),
      ...table.indexes.map((index) => ddl.createIndex(table, index)),
      ...(table.search ? ddl.createSearch(table, table.search, true).sql : []),
    ],
    reason: reason('createTable', { table: table.name }),
  }
}

function keysOfNew(ddl: Ddl, table: TablePlan): readonly Step[] {
  const sql = ddl.foreignKeysAfter(table)
  if (sql.length === 0) return []
  return [
    {
      kind: 'add-foreign-key',
      class: 'safe',
      blocking: true,
      table: table.name,
      column: null,
      sql,
      reason: reason('foreignKey', { table: table.name }),
    },
  ]
}

async function tableSteps(input: DiffInput, table: TablePlan, liveTable: LiveTable): Promise<readonly Step[]> {
  const { ddl, ask, made: created, model, recorded } = input
  const renames = renamesOf(table, liveTable, created[table.name] ?? [])
  const live = renameLive(liveTable, renames)
  const target = model[table.name]
  if (!target) throw new TypeError(`no record of ${table.name}`)
  const before = recorded?.[table.name]
  const former = {
    table: input.renames.find((step) => step.table === table.name)?.from ?? table.name,
    column: (name: string) => renames.find(({ to }) => to === name)?.from ?? name,
  }
  const basis = {
    ask: withCountsOnce(renameAsk(ask, renames)),
    table,
    wanted: target,
    ...(before && { recorded: renameRecorded(before, renames) }),
    tables: input.live.map(({ name }) => name),
  }
  const context = {
    ...basis,
    ddl,
    live,
    timeZone: await siteZone(basis),
    hasColumn: (name: string, column: string) =>
      input.live.some((other) => other.name === name && other.columns.some((candidate) => candidate.name === column)),
    isLarge: async () =>
      ddl.createIndexConcurrently !== null &&
      (await ask(`select 1 as one from ${quoted(table.name)} limit 1 offset ${largeSize}`)).length > 0,
    hasRows: async () => (await ask(`select 1 as one from ${quoted(table.name)} limit 1`)).length > 0,
    former,
    found: input.found.find(({ name }) => name === former.table) ?? liveTable,
    made: created[table.name] ?? [],
    isStorageOpen: false,
  }
  const storage = await storageSteps(context)
  const isStorageOpen = storage.some((step) => step.class !== 'safe')
  const columns = withoutShared(context, storage, await columnSteps({ ...context, isStorageOpen }))
  return withSwaps(context, [
    // Triggers of the search name its columns.
    ...droppedSearches(context),
    ...renameSteps(ddl, liveTable, renames),
    ...leftColumns(context),
    ...storage,
    ...columns,
    ...(await fillSteps(context, columns)),
    ...(await deletionSteps(context)),
    ...(await foreignKeySteps(context, columns)),
    ...(await indexSteps(context, columns)),
    ...(await naturalKeySteps(context)),
    ...addedSearch(context, columns),
    ...guardSteps(context, [...storage, ...columns]),
  ])
}

function notesOf({ wanted: tables, live, made: created, recorded }: DiffInput): readonly Text[] {
  const unknown = recorded === null && live.length > 0 ? [reason('unrecorded', {})] : []
  const strange = live.flatMap((table) => {
    if (table.name === metaTable || table.name === planTable || isFormerValues(table.name)) return []
    const plan = tables.find((planned) => planned.name === table.name)
    if (!plan) return table.name in created ? [] : [reason('strangeTable', { table: table.name })]
    const unknownColumns = table.columns.filter(
      ({ name }) => !plan.columns.some((column) => column.name === name) && !created[table.name]?.includes(name),
    )
    return unknownColumns.map(({ name }) => reason('strangeColumn', { table: table.name, column: name }))
  })
  return [...unknown, ...strange]
}

/** Digest of the steps; the same steps have the same digest. */
export function hashOf(steps: readonly Step[]): string {
  const facts = steps.map((step) => [
    step.kind,
    step.table,
    step.column,
    step.rows,
    statementsOf(step),
    ...(step.hash === undefined ? [] : [step.hash]),
  ])
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16)
}
