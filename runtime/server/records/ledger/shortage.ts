/** Describes shortages, with one statement over the movements that failed. */
import { sql } from 'kysely'
import {
  columnType,
  decimalText,
  displayDecimal,
  requireField,
  type BalanceModel,
  type LedgerModel,
  type LedgerValue,
  type Shortage,
  type TableModel,
} from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import type { ListedColumn, Row } from '../../db/index.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import type { LedgerBalance, LedgerCall } from './call.ts'
import { pathText, joinPaths, labelPaths } from './joined-paths.ts'
import { runRowStatement, type BuildStatement } from './statement.ts'

/** Shortages a sentence names; the others are in the data. */
const maxNamed = 3

/** Throws the OperationError for movements that were left out. */
export async function refuseShort(
  call: LedgerCall,
  { table, ledger, balance }: LedgerBalance,
  columns: readonly ListedColumn[],
  short: readonly Row[],
): Promise<never> {
  const rows = await readShort(call, { table, ledger, balance }, columns, short)
  if (rows.some((row) => row['_held'] === null)) throw new OperationError('not_found')
  const decreases = rows.filter((row) => Number(row['_delta']) < 0)
  if (decreases.length === 0) throw new OperationError('invalid', { text: 'ledger.overflow' })
  const lacks = decreases.map((row) => shortageOf(table, ledger, balance, row))
  throw new OperationError('stock_short', { short: lacks, sentence: sentenceOf(call, lacks) })
}

function sentenceOf({ scope }: LedgerCall, short: readonly Shortage[]): string {
  const sentences = short.slice(0, maxNamed).map(({ labels, available, wanted: requested }) =>
    t(scope.language, 'ledger.short', {
      what: Object.values(labels).join(' · '),
      available: displayDecimal(available),
      wanted: displayDecimal(requested),
    }),
  )
  return short.length <= maxNamed
    ? sentences.join(' ')
    : [...sentences, t(scope.language, 'ledger.more', { count: short.length - maxNamed })].join(' ')
}

/** The movements with the current balance, the floor and the labels of the dimensions in their key. */
function readShort(
  call: LedgerCall,
  { table, ledger, balance }: LedgerBalance,
  columns: readonly ListedColumn[],
  short: readonly Row[],
): Promise<readonly Row[]> {
  const build: BuildStatement = (listed) => {
    const paths = balance.key.map(({ from }) => labelPaths(table, ledger, from))
    const joined = joinPaths(paths.flat(), (column) =>
      sql.ref(`d._${balance.key.findIndex(({ from }) => from === column)}`),
    )
    const labels = paths.map(
      (list, index) =>
        sql`${list.length === 0 ? sql.ref(`d._${index}`) : pathText(list, joined)} as ${sql.id(`_label${index}`)}`,
    )
    const key = balance.key.map((_part, index) => sql.ref(`d._${index}`))
    const floor =
      typeof balance.floor === 'string'
        ? sql`coalesce(${sql.ref(`b.${balance.floor}`)}, 0)`
        : sql.lit(balance.floor ?? 0)
    const on = sql.join(
      balance.key.map(({ column }, index) => sql`${sql.ref(`b.${column}`)} = ${sql.ref(`d._${index}`)}`),
      sql` and `,
    )
    const current = sql.ref(`b.${balance.field}`)
    return sql`select d._n, d._delta, ${sql.join(key)}, ${current} as _held, ${floor} as _floor, ${sql.join(labels)}
      from ${listed} left join ${sql.table(balance.table)} as b on ${on} ${joined.joins} order by d._n`
  }
  return runRowStatement(call, columns, build, short)
}

function shortageOf(table: TableModel, ledger: LedgerModel, balance: BalanceModel, row: Row): Shortage {
  const measure = requireField(table, ledger.measure)
  const text = (value: LedgerValue): string => decimalText(Number(value), measure.scale ?? 0)
  const byColumn = <Value>(valueOf: (index: number, column: string) => Value) =>
    Object.fromEntries(balance.key.map(({ from }, index) => [from, valueOf(index, from)]))
  return {
    table: balance.entity,
    key: byColumn((index, column) => keyValue(table, column, row[`_${index}`] ?? null)),
    labels: byColumn((index) => String(row[`_label${index}`] ?? row[`_${index}`] ?? '')),
    on_hand: text(row['_held'] ?? 0),
    available: text(Number(row['_held']) - Number(row['_floor'])),
    wanted: text(-Number(row['_delta'])),
  }
}

const keyValue = (table: TableModel, column: string, value: LedgerValue): LedgerValue =>
  value !== null && columnType(requireField(table, column)) === 'integer' ? Number(value) : value
