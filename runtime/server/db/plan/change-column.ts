/** Changes of an existing column, with all that belongs to it: its reference, its indexes, the search. */
import { quoted, type ColumnChange, type ColumnPlan, type ForeignKeyPlan } from '../ddl.ts'
import type { LiveForeignKey } from './catalogue.ts'
import type { TableContext } from './diff-context.ts'
import { isSameIndex } from './diff-indexes.ts'
import { keyName } from './object-names.ts'
import type { Step } from './step.ts'

interface Wanted {
  /** The new value, as SQL over the old column; absent = values stay. */
  readonly value?: string
  /** The new reference, null = none; absent = the reference stays. */
  readonly key?: ForeignKeyPlan | null
}

/** What a change of a column needs to know of its table. */
type OfTable = Pick<TableContext, 'ddl' | 'table' | 'live'>

export type Way = Pick<Step, 'sql' | 'unchecked' | 'after'>

/** The statements that change the column; null where they would lose an index of somebody else. */
export function changeColumn(context: OfTable, column: ColumnPlan, wanted: Wanted = {}): Way | null {
  const change = changeOf(context, column, wanted)
  return wayOf(context, column, change, context.ddl.changeColumn(context.table, column, change))
}

/** The same for a column that changes its reference only. */
export function changeKey(context: OfTable, column: ColumnPlan, key: ForeignKeyPlan | null): Way | null {
  const change = changeOf(context, column, { key })
  return wayOf(context, column, change, context.ddl.changeKey(context.table, column, change))
}

function wayOf({ ddl }: OfTable, column: ColumnPlan, { key }: ColumnChange, sql: readonly string[] | null): Way | null {
  if (sql === null) return null
  const isUnchecked = ddl.addsRequiredKeysUnchecked && !column.nullable && key !== null
  return { sql, ...(isUnchecked && { unchecked: true }) }
}

function changeOf({ table, live }: OfTable, column: ColumnPlan, { value, key }: Wanted): ColumnChange {
  const { name } = column
  const foreignKey = live.foreignKeys.find((key) => key.column === name)
  const indexes = live.indexes.filter((index) => index.columns.includes(name))
  const { search } = table
  const searched = live.search.some((candidate) => candidate.name === search?.name) ? search : null
  return {
    value: value ?? quoted(name),
    oldKey: foreignKey ? { name: foreignKey.name ?? keyName(table.name, name), isKept: key === undefined } : null,
    key: key === undefined ? (foreignKey ? keyPlan(table.name, foreignKey) : null) : key,
    indexes: indexes.map((index) => index.name),
    keptIndexes: table.indexes.filter((planned) => indexes.some((index) => isSameIndex(planned, index))),
    search: searched?.columns.some((candidate) => candidate.name === name) ? searched : null,
  }
}

/** The reference as a plan would make it. */
function keyPlan(owner: string, { column, table, onDelete }: LiveForeignKey): ForeignKeyPlan {
  const action = onDelete === 'cascade' || onDelete === 'null' ? onDelete : 'restrict'
  return { name: keyName(owner, column), column, table, onDelete: action }
}
