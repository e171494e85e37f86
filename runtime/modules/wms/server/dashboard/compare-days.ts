/** Compares the stored totals of days that are over with the ledger (domain 1.13: I12). */
import { decimalText } from 'tablewright/protocol'
import { readScan } from 'tablewright/server'
import type { Scope } from '#generated/wms/server.ts'
import { daysFrom } from './days.ts'
import { formTypes, sumIssues, sumTotals } from './totals.ts'

/** A stored value that is not the sum of the ledger. */
export interface DayDifference {
  readonly timeZone: string
  readonly day: string
  /** `wms_daily`: the kind of movement. */
  readonly formType?: number
  /** `wms_daily_product` */
  readonly productId?: number
  readonly field: 'quantity' | 'amount'
  /** Decimals as on the wire; null = the row is missing. */
  readonly stored: string | null
  /** Null = the row is not wanted. */
  readonly summed: string | null
}

/** Days that are compared at a time. */
const batch = 366

const texts = { quantity: (value: number) => decimalText(value, 3), amount: (value: number) => decimalText(value, 2) }

/** All differences of all time zones whose days are stored, days in ascending order. */
export async function compareDays(scope: Scope): Promise<readonly DayDifference[]> {
  const zones = await scope.database.query
    .selectFrom('wms_daily')
    .select(({ fn }) => ['time_zone', fn.min('day').as('first'), fn.max('day').as('last')])
    .groupBy('time_zone')
    .orderBy('time_zone')
    .execute()
  const found: DayDifference[] = []
  for (const { time_zone: timeZone, first, last } of zones) {
    const days = daysFrom(first, last)
    for (let start = 0; start < days.length; start += batch)
      found.push(
        ...(await compareSome(
          { ...scope, settings: { ...scope.settings, timeZone } },
          days.slice(start, start + batch),
        )),
      )
  }
  return found
}

async function compareSome(scope: Scope, days: readonly string[]): Promise<readonly DayDifference[]> {
  return [...(await compareTotals(scope, days)), ...(await compareIssues(scope, days))].sort((left, right) =>
    left.day < right.day ? -1 : Number(left.day > right.day),
  )
}

/** Each stored day has a row of every kind. */
async function compareTotals(scope: Scope, days: readonly string[]): Promise<readonly DayDifference[]> {
  const { timeZone } = scope.settings
  const rows = await readStoredRows(scope, days)
  const summed = new Map(
    (await sumTotals(scope, days, readScan)).map((total) => [`${total.day} ${total.formType}`, total]),
  )
  const rowsByKey = new Map(rows.map((row) => [`${row.day} ${row.form_type}`, row]))
  return days.flatMap((day) =>
    formTypes.flatMap((formType) => {
      const row = rowsByKey.get(`${day} ${formType}`)
      const expected = summed.get(`${day} ${formType}`)
      return (['quantity', 'amount'] as const).flatMap((field): DayDifference[] => {
        const sum = expected?.[field] ?? 0
        return row && row[field] === sum
          ? []
          : [
              {
                timeZone,
                day,
                formType,
                field,
                stored: row ? texts[field](row[field]) : null,
                summed: texts[field](sum),
              },
            ]
      })
    }),
  )
}

async function compareIssues(scope: Scope, days: readonly string[]): Promise<readonly DayDifference[]> {
  const { timeZone } = scope.settings
  const rows = await scope.database.query
    .selectFrom('wms_daily_product')
    .select(['day', 'product_id', 'quantity'])
    .where('time_zone', '=', timeZone)
    .where('day', '>=', days[0] ?? '')
    .where('day', '<=', days.at(-1) ?? '')
    .execute()
  const quantities = new Map(rows.map((row) => [`${row.day} ${row.product_id}`, row.quantity]))
  const summed = new Map(
    (await sumIssues(scope, days, readScan)).map(({ day, productId, quantity }) => [`${day} ${productId}`, quantity]),
  )
  return [...new Set([...quantities.keys(), ...summed.keys()])].flatMap((key): DayDifference[] => {
    const [row, sum] = [quantities.get(key), summed.get(key)]
    if (row === sum) return []
    const [day = '', product = ''] = key.split(' ')
    return [
      {
        timeZone,
        day,
        productId: Number(product),
        field: 'quantity',
        stored: row === undefined ? null : texts.quantity(row),
        summed: sum === undefined ? null : texts.quantity(sum),
      },
    ]
  })
}

const readStoredRows = ({ database, settings: { timeZone } }: Scope, days: readonly string[]) =>
  database.query
    .selectFrom('wms_daily')
    .select(['day', 'form_type', 'quantity', 'amount'])
    .where('time_zone', '=', timeZone)
    .where('day', '>=', days[0] ?? '')
    .where('day', '<=', days.at(-1) ?? '')
    .execute()

/** The key of a difference to people and programs. */
export const keyOfDay = ({ timeZone, day, formType, productId }: DayDifference) => ({
  time_zone: timeZone,
  day,
  ...(formType !== undefined && { form_type: formType }),
  ...(productId !== undefined && { product_id: productId }),
})
