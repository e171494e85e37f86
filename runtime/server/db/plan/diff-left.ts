/** Columns and tables that an earlier plan created and no schema has any more: they are kept, with their values. */
import type { ColumnPlan, Ddl, TablePlan } from '../ddl.ts'
import type { LiveColumn, LiveTable } from './catalogue.ts'
import { changeColumn } from './change-column.ts'
import type { DiffInput, TableContext } from './diff-context.ts'
import { appendOnlyName, keyName } from './object-names.ts'
import { reason } from './step-texts.ts'
import { valueType } from './recorded-model.ts'
import type { Step } from './step.ts'

export function leftColumns(context: TableContext): readonly Step[] {
  const { table, live, made: created } = context
  const left = live.columns.filter(
    ({ name }) => created.includes(name) && !table.columns.some((column) => column.name === name),
  )
  return left.flatMap((column) => [...released(context, column), keepColumn(table.name, column)])
}

function keepColumn(table: string, { name: column }: LiveColumn): Step {
  return {
    kind: 'drop-column',
    class: 'destructive',
    blocking: false,
    table,
    column,
    sql: [],
    reason: reason('dropColumn', { table, column }),
  }
}

/**
 * Nobody fills the column or sees its values any more: it must neither reject new records nor keep records that its
 * values refer to from being deleted, nor be deleted with them.
 */
function released(context: TableContext, { name, nullable, default: value }: LiveColumn): readonly Step[] {
  const { table, live, recorded } = context
  const foreignKey = live.foreignKeys.find((key) => key.column === name)
  if (nullable && (!foreignKey || foreignKey.onDelete === 'null')) return []
  const recordedField = recorded?.fields[name]
  const type = recordedField ? valueType(recordedField) : foreignKey ? 'integer' : typeOf(context, name)
  const column: ColumnPlan = { name, type, nullable: true, default: null }
  const key = foreignKey
    ? { name: keyName(table.name, name), column: name, table: foreignKey.table, onDelete: 'null' as const }
    : null
  const way = changeColumn(context, column, { key })
  const after = key ? context.ddl.validateKey(table.name, key.name) : []
  const step = { kind: 'allow-null', table: table.name, column: name } as const
  const params = { table: table.name, column: name }
  if (way === null) return [{ ...step, class: 'guarded', blocking: true, sql: [], reason: reason('ownIndex', params) }]
  return [
    {
      ...step,
      class: 'safe',
      blocking: !nullable && value === null,
      ...way,
      ...(after.length > 0 && { after }),
      reason: reason('release', params),
    },
  ]
}

/** Tables that no schema has any more. */
export function leftTables({ ddl, wanted: tables, live, made: created }: DiffInput): readonly Step[] {
  const left = live.filter((table) => table.name in created && !tables.some((planned) => planned.name === table.name))
  return left.flatMap((table) => [...releasedKeys(ddl, table, tables), keptTable(table)])
}

function keptTable({ name: table }: LiveTable): Step {
  return {
    kind: 'drop-table',
    class: 'destructive',
    blocking: false,
    table,
    column: null,
    sql: [],
    reason: reason('dropTable', { table }),
  }
}

/** Rows that nobody sees must not keep records that they refer to from being deleted. Those of ledgers never change. */
function releasedKeys(ddl: Ddl, live: LiveTable, tables: readonly TablePlan[]): readonly Step[] {
  const table: TablePlan = { name: live.name, columns: [], indexes: [], foreignKeys: [] }
  if (live.guards.includes(appendOnlyName(live.name))) return []
  const holding = live.foreignKeys.filter(
    (key) => key.onDelete === 'restrict' && tables.some((planned) => planned.name === key.table),
  )
  return holding.flatMap(({ column: name, table: target }) => {
    const column: ColumnPlan = { name, type: 'integer', nullable: true, default: null }
    const key = { name: keyName(live.name, name), column: name, table: target, onDelete: 'null' as const }
    const way = changeColumn({ ddl, table, live }, column, { key })
    if (way === null) return []
    const after = ddl.validateKey(live.name, key.name)
    return [
      {
        kind: 'change-foreign-key' as const,
        class: 'safe' as const,
        blocking: false,
        table: live.name,
        column: name,
        ...way,
        ...(after.length > 0 && { after }),
        reason: reason('releaseTable', { table: live.name, column: name, target }),
      },
    ]
  })
}

/** Where the model is not recorded. */
const typeOf = ({ ddl, live }: TableContext, name: string): ColumnPlan['type'] =>
  live.columns.find((column) => column.name === name)?.type.toLowerCase() === ddl.typeOf({ type: 'text' }).toLowerCase()
    ? 'text'
    : 'integer'
