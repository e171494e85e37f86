/**
 * Columns whose field has a new name. What is known of the database is read as if they were renamed already, so that
 * the rest of the comparison finds them under their new names.
 */
import { formerNames } from '../../../../protocol/index.ts'
import { quoted, type Ddl, type TablePlan } from '../../ddl.ts'
import type { LiveTable } from '../catalogue.ts'
import type { Ask } from '../diff-context.ts'
import { floorName, keyName } from '../object-names.ts'
import { reason } from '../step-texts.ts'
import type { RecordedTable } from '../recorded-model.ts'
import type { Step } from '../step.ts'

export interface Rename {
  readonly from: string
  readonly to: string
}

/** The renames still to be done: columns of ours that no field uses any more, where the new one is not there yet. */
export function renamesOf(table: TablePlan, live: LiveTable, created: readonly string[]): readonly Rename[] {
  const has = (name: string): boolean => live.columns.some((column) => column.name === name)
  const isLeft = (name: string): boolean =>
    has(name) && created.includes(name) && !table.columns.some((column) => column.name === name)
  return table.columns.flatMap(({ name, renamedFrom }) => {
    const from = has(name) ? undefined : formerNames(renamedFrom).find(isLeft)
    return from === undefined ? [] : [{ from, to: name }]
  })
}

export const renameSteps = (
  ddl: Ddl,
  { name: table, guards, foreignKeys }: LiveTable,
  renames: readonly Rename[],
): readonly Step[] =>
  renames.map(({ from, to }) => ({
    kind: 'rename-column',
    class: 'safe',
    blocking: true,
    table,
    column: to,
    sql: [
      ...guards.filter((name) => name === floorName(table, from)).flatMap((name) => ddl.dropGuard(table, name)),
      `alter table ${quoted(table)} rename column ${quoted(from)} to ${quoted(to)}`,
      // A new field with the former name may need the name of its reference.
      ...(foreignKeys.some((key) => key.name === keyName(table, from))
        ? [
            `alter table ${quoted(table)} rename constraint ${quoted(keyName(table, from))} to ` +
              quoted(keyName(table, to)),
          ]
        : []),
    ],
    reason: reason('renameColumn', { table, from, to }),
  }))

const newName = (renames: readonly Rename[], name: string): string =>
  renames.find(({ from }) => from === name)?.to ?? name

/** The table with the new names. */
export function renameLive(live: LiveTable, renames: readonly Rename[]): LiveTable {
  return {
    ...live,
    columns: live.columns.map((column) => ({ ...column, name: newName(renames, column.name) })),
    indexes: live.indexes.map((index) => ({ ...index, columns: index.columns.map((name) => newName(renames, name)) })),
    foreignKeys: live.foreignKeys.map((key) => {
      const column = newName(renames, key.column)
      return {
        ...key,
        column,
        name: key.name === keyName(live.name, key.column) ? keyName(live.name, column) : key.name,
      }
    }),
    guards: live.guards.filter((name) => !renames.some(({ from }) => name === floorName(live.name, from))),
  }
}

export function renameRecorded(table: RecordedTable, renames: readonly Rename[]): RecordedTable {
  const fields = Object.entries(table.fields).map(([name, field]) => [newName(renames, name), field] as const)
  return { ...table, key: table.key.map((name) => newName(renames, name)), fields: Object.fromEntries(fields) }
}

/** Asks the database, which still has the old names. */
export function renameAsk(ask: Ask, renames: readonly Rename[]): Ask {
  if (renames.length === 0) return ask
  return async (text) => {
    // A table may have the name of one of its columns.
    const columnNamed = (name: string): RegExp => new RegExp(`(?<!from )${quoted(name)}`, 'g')
    const old = renames.reduce((all, { from, to }) => all.replace(columnNamed(to), quoted(from)), text)
    const rows = await ask(old)
    return rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [newName(renames, name), value])),
    )
  }
}
