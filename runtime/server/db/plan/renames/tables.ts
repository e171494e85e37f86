/**
 * Tables whose entity has a new name. What is known of the database is read as if they were renamed already, so that
 * the rest of the comparison finds them under their new names.
 */
import { formerNames } from '../../../../protocol/index.ts'
import { quoted, type Ddl, type TablePlan } from '../../ddl.ts'
import type { LiveTable } from '../catalogue.ts'
import type { Ask } from '../diff-context.ts'
import { isSameIndex } from '../diff-indexes.ts'
import { isOurs } from '../object-names.ts'
import { reason } from '../step-texts.ts'
import type { CreatedColumns, RecordedModel } from '../recorded-model.ts'
import type { Step } from '../step.ts'

interface TableRename {
  readonly from: string
  readonly to: string
}

/** The renames still to be done: tables of ours that no entity uses any more, where the new one is not there yet. */
function tableRenames(
  planned: readonly TablePlan[],
  live: readonly LiveTable[],
  created: CreatedColumns,
  recorded: RecordedModel | null,
): readonly TableRename[] {
  const has = (name: string): boolean => live.some((table) => table.name === name)
  const recordedTable = (entity: string | undefined): string | undefined =>
    Object.entries(recorded ?? {}).find(([, table]) => table.entity === entity)?.[0]
  const tableOf = (entity: string): string => recordedTable(entity) ?? entity.replaceAll('/', '_')
  const isLeft = (name: string): boolean =>
    has(name) && name in created && !planned.some((table) => table.name === name)
  return planned.flatMap(({ name: to, entity, renamedFrom }) => {
    // The entity may have kept its name, and have another table.
    const names = [recordedTable(entity) ?? '', ...formerNames(renamedFrom).map(tableOf)]
    const from = has(to) ? undefined : names.find(isLeft)
    return from === undefined ? [] : [{ from, to }]
  })
}

const newName = (renames: readonly TableRename[], name: string): string =>
  renames.find(({ from }) => from === name)?.to ?? name

const byNewName = <T>(renames: readonly TableRename[], tables: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(tables).map(([name, table]) => [newName(renames, name), table]))

interface LiveState {
  readonly live: readonly LiveTable[]
  readonly made: CreatedColumns
  readonly recorded: RecordedModel | null
  readonly ask: Ask
}

/** The steps, and what is known with the new names; the database is still asked under the old ones. */
export function renameTables(
  ddl: Ddl,
  planned: readonly TablePlan[],
  state: LiveState,
): LiveState & { readonly steps: readonly Step[] } {
  const renames = tableRenames(planned, state.live, state.made, state.recorded)
  if (renames.length === 0) return { ...state, steps: [] }
  const steps: Step[] = []
  const live = state.live.map((table) => {
    const rename = renames.find(({ from }) => from === table.name)
    const plan = planned.find(({ name }) => name === rename?.to)
    if (!rename || !plan) return table
    const indexes = keptIndexes(ddl, plan, table)
    steps.push(renameStep(ddl, rename, table, indexes))
    return { ...table, name: rename.to, indexes: indexes.map(({ index, to }) => ({ ...index, name: to })), ...noParts }
  })
  return {
    steps,
    live: live.map((table) => ({
      ...table,
      foreignKeys: table.foreignKeys.map((key) => ({ ...key, table: newName(renames, key.table) })),
    })),
    made: byNewName(renames, state.made),
    recorded: state.recorded && byNewName(renames, state.recorded),
    ask: (text) =>
      state.ask(
        renames.reduce((all, { from, to }) => all.replaceAll(`from ${quoted(to)}`, `from ${quoted(from)}`), text),
      ),
  }
}

/** They have the name of the table in theirs, so they are made again. */
const noParts = { search: [], guards: [] }

interface KeptIndex {
  readonly index: LiveTable['indexes'][number]
  /** Its new name. */
  readonly to: string
}

/** Indexes that differ from the wanted ones by their names only, where the engine can rename them. */
function keptIndexes(ddl: Ddl, plan: TablePlan, live: LiveTable): readonly KeptIndex[] {
  if (ddl.renameIndex === null) return []
  return live.indexes.flatMap((index) => {
    const same = plan.indexes.find((candidate) => isSameIndex(candidate, { ...index, name: candidate.name }))
    return isOurs(live.name, index.name) && same ? [{ index, to: same.name }] : []
  })
}

function renameStep(ddl: Ddl, { from, to }: TableRename, live: LiveTable, keptIndexes: readonly KeptIndex[]): Step {
  const isKept = (name: string): boolean => keptIndexes.some(({ index }) => index.name === name)
  const dropped = live.indexes.filter(({ name }) => isOurs(from, name) && !isKept(name)).map(({ name }) => name)
  return {
    kind: 'rename-table',
    class: 'safe',
    blocking: true,
    table: to,
    column: null,
    from,
    sql: [
      ...live.search.flatMap(({ name }) => ddl.dropSearch(name)),
      ...dropped.map((name) => ddl.dropIndex(name)),
      ...live.guards.filter((name) => isOurs(from, name)).flatMap((name) => ddl.dropGuard(from, name)),
      `alter table ${quoted(from)} rename to ${quoted(to)}`,
      ...keptIndexes.flatMap(({ index, to: name }) => ddl.renameIndex?.(index.name, name) ?? []),
    ],
    reason: reason('renameTable', { from, to }),
  }
}
