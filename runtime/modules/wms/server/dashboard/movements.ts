/**
 * Received and issued by day, month or year (domain 1.10). Days that are stored are read from there, others from the
 * ledger: today always, and yesterday until it is stored.
 */
import { sql } from 'kysely'
import { decimalText, formatSeconds } from 'tablewright/protocol'
import { nowSeconds, readHeavy } from 'tablewright/server'
import type { Movements, Period, Unit } from '../../shared/dashboard.ts'
import type { Scope } from '#generated/wms/server.ts'
import { addDays, dayAt, daysFrom } from './days.ts'
import { lastClosedDay } from './stored-days.ts'
import { flowOf, sumTotals, type FormType, type Total } from './totals.ts'

/** How many periods are shown, and how many characters of a day name one. */
const shapes: Readonly<Record<Unit, { readonly count: number; readonly length: number }>> = {
  day: { count: 30, length: 10 },
  month: { count: 12, length: 7 },
  year: { count: 5, length: 4 },
}

interface PeriodTotal extends Total {
  readonly period: string
}

export async function readMovements(scope: Scope, unit: Unit): Promise<Movements> {
  const now = nowSeconds()
  const { timeZone } = scope.settings
  const today = dayAt(now, timeZone)
  const names = periodNames(unit, today)
  const totals = await readTotals(scope, firstDayOf(names[0] ?? today), today, shapes[unit].length)
  return { as_of: formatSeconds(now, timeZone), periods: periodsOf(totals, names) }
}

/** The names of the periods up to the one today is in, ascending. @param today `yyyy-mm-dd` */
function periodNames(unit: Unit, today: string): readonly string[] {
  const { count, length } = shapes[unit]
  if (unit === 'day') return daysFrom(addDays(today, 1 - count), today)
  const [year = 0, month = 1] = today.split('-').map(Number)
  return Array.from({ length: count }, (_period, index) => {
    const back = count - 1 - index
    const date = unit === 'month' ? new Date(Date.UTC(year, month - 1 - back)) : new Date(Date.UTC(year - back, 0))
    return date.toISOString().slice(0, length)
  })
}

const firstDayOf = (period: string): string => `${period}-01-01`.slice(0, 10)

/** Periods without movements are zeros. */
function periodsOf(totals: readonly PeriodTotal[], names: readonly string[]): readonly Period[] {
  return names.map((name) => {
    const { inQuantity, outQuantity, inAmount, outAmount } = flowOf(totals.filter(({ period }) => period === name))
    return {
      name,
      in_quantity: decimalText(inQuantity, 3),
      out_quantity: decimalText(outQuantity, 3),
      in_amount: decimalText(inAmount, 2),
      out_amount: decimalText(outAmount, 2),
    }
  })
}

/** @param length of the part of a day that names its period */
async function readTotals(scope: Scope, first: string, today: string, length: number): Promise<readonly PeriodTotal[]> {
  const lastDays = await scope.database.query
    .selectFrom('wms_daily')
    .select(({ fn }) => [
      sql<string>`substr(day, 1, ${sql.lit(length)})`.as('period'),
      'form_type',
      fn.sum('quantity').as('quantity'),
      fn.sum('amount').as('amount'),
      fn.max('day').as('last'),
    ])
    .where('time_zone', '=', scope.settings.timeZone)
    .where('day', '>=', first)
    // Not those that were stored while the clock was ahead.
    .where('day', '<=', lastClosedDay(scope))
    .groupBy([sql`1`, 'form_type'])
    .execute()
  // Days are stored in ascending order without gaps: what follows the last one is not stored.
  const last = lastDays.map((row) => row.last).reduce((left, right) => (left > right ? left : right), '')
  const open = await sumTotals(scope, daysFrom(last === '' ? first : addDays(last, 1), today), readHeavy)
  return [
    ...lastDays.map(({ period, form_type, quantity, amount }): PeriodTotal => ({
      period,
      formType: form_type as FormType,
      quantity: Number(quantity),
      amount: Number(amount),
    })),
    ...open.map(({ day, ...total }): PeriodTotal => ({ ...total, period: day.slice(0, length) })),
  ]
}
