/**
 * Columns that an earlier version stored in another form: one step for each table converts them. Values mean what they
 * meant, to the last digit, so that rows of ledgers are converted, too, and the hashes over them stay valid.
 */
import { quoted, type ColumnPlan, type SwapColumn } from '../../ddl.ts'
import type { TableContext } from '../diff-context.ts'
import { reason } from '../step-texts.ts'
import type { Step } from '../step.ts'
import { dependantsOf, lockOf, type Dependants, type SwappableStep } from '../diff-swaps.ts'
import { conversionIn, rowsWhere, type Unfit } from './unconvertible-rows.ts'

/** The step of a table; none where all is stored as it is wanted. */
export async function storageSteps(context: TableContext): Promise<readonly SwappableStep[]> {
  const { ddl, table } = context
  const { conversion } = ddl
  if (conversion === null) return []
  const columns = table.columns.filter((column) => isStoredOtherwise(context, column))
  if (columns.length === 0) return []
  for (const column of columns) {
    const own = quoted(column.name)
    const example = `cast(${ddl.storedIn(own, column)} as text)`
    const unfit = await rowsWhere(context, column.name, conversion.unfit(own), example)
    if (unfit.rows > 0) return [refused(context, column.name, unfit)]
  }
  const dependants: Dependants[] = []
  for (const { name } of columns) dependants.push(await dependantsOf(context, name))
  const blocking = dependants.flatMap((dependant) => dependant.blocking)
  if (blocking.length > 0) return [blocked(context, columns, blocking)]
  const isSwapped = ddl.swap !== null && (await context.isLarge())
  const lost = dependants.flatMap((dependant) => dependant.lost)
  if (isSwapped && lost.length > 0) return [await locking(context, columns, lost)]
  const { sql, after } = conversion.statements(table, columns)
  return [
    {
      ...(isSwapped && { swap: columns.map((column) => swapOf(context, column)) }),
      kind: 'change-storage',
      class: 'safe',
      blocking: true,
      table: table.name,
      column: null,
      sql,
      ...(after.length > 0 && { after }),
      reason: reason('changeStorage', {
        table: table.name,
        columns: columns.map((column) => `${column.name} ${ddl.typeOf(column)}`).join(', '),
      }),
    },
  ]
}

/** Such a column has the integers of its field; one whose meaning changes, too, is converted with its values. */
function isStoredOtherwise(context: TableContext, column: ColumnPlan): boolean {
  const { ddl, live, recorded, wanted: target } = context
  const liveColumn = live.columns.find(({ name }) => name === column.name)
  if (!liveColumn || !ddl.conversion?.isNeeded(column, liveColumn.type)) return false
  const [from, to] = [recorded?.fields[column.name], target.fields[column.name]]
  return !from || !to || conversionIn(context, column.name) === null
}

function swapOf({ ddl, live }: TableContext, column: ColumnPlan): SwapColumn {
  const own = quoted(column.name)
  return {
    column: { ...column, nullable: live.columns.find(({ name }) => name === column.name)?.nullable ?? true },
    value: ddl.storedIn(own, column),
    unfit: ddl.conversion?.unfit(own) ?? null,
    losesDigits: false,
  }
}

const blocked = ({ table }: TableContext, columns: readonly ColumnPlan[], names: readonly string[]): Step => ({
  kind: 'change-storage',
  class: 'guarded',
  blocking: true,
  table: table.name,
  column: null,
  sql: [],
  reason: reason('dependants', {
    table: table.name,
    column: columns.map(({ name }) => name).join(', '),
    names: names.join(', '),
  }),
})

async function locking(context: TableContext, columns: readonly ColumnPlan[], names: readonly string[]): Promise<Step> {
  const column = columns.map(({ name }) => name).join(', ')
  const params = { table: context.table.name, column, names: names.join(', '), ...(await lockOf(context)) }
  return { ...blocked(context, columns, names), reason: reason('lockingDependants', params) }
}

function refused({ table }: TableContext, column: string, unfit: Unfit): Step {
  return {
    kind: 'change-storage',
    class: 'guarded',
    blocking: true,
    table: table.name,
    column,
    rows: unfit.rows,
    sql: [],
    reason: reason('storageRange', { table: table.name, column, ...unfit }),
  }
}
