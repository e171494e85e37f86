/**
 * What was received and issued each day (domain 1.10): by the time of posting, in the site's time zone. A reversal
 * counts on the day it is made, so the figures of a day that is over never change and are stored (`wms_daily`); those
 * of other days are summed from the ledger.
 */
import { sql } from 'kysely'
import type { readHeavy, readScan } from 'tablewright/server'
import { inventoryHistoryOptions } from '#generated/wms/options.ts'
import type { Scope } from '#generated/wms/server.ts'
import { runsOf, type Run } from './days.ts'

const { form_type: types } = inventoryHistoryOptions
export type FormType = (typeof types)[keyof typeof types]
export const formTypes: readonly FormType[] = Object.values(types)
/** Moves between shelves and stocktakes are neither received nor issued. */
const receipts: readonly FormType[] = [types.purchase_in, types.outsourced_in, types.return_in]
export const issues: readonly FormType[] = [types.sales_out, types.outsourcing_out, types.transfer_out]

/** Sums of one kind of movement, as columns store them: thousandths, and hundredths of a yuan. */
export interface Total {
  readonly formType: FormType
  readonly quantity: number
  readonly amount: number
}

export interface DayTotal extends Total {
  readonly day: string
}

/** What was issued of a product on one day, in thousandths; negative where more was taken back. */
export interface ProductIssue {
  readonly day: string
  readonly productId: number
  readonly quantity: number
}

/** Received and issued; issues are positive. */
export interface Flow {
  readonly inQuantity: number
  readonly outQuantity: number
  readonly inAmount: number
  readonly outAmount: number
}

/** Sums totals of all kinds of movement. */
export function flowOf(totals: readonly Total[]): Flow {
  const flow = { inQuantity: 0, outQuantity: 0, inAmount: 0, outAmount: 0 }
  for (const { formType, quantity, amount } of totals) {
    if (receipts.includes(formType)) {
      flow.inQuantity += quantity
      flow.inAmount += amount
    } else if (issues.includes(formType)) {
      flow.outQuantity -= quantity
      flow.outAmount -= amount
    }
  }
  return flow
}

/** `readHeavy` where a request waits, otherwise `readScan`. */
type ReadSums = typeof readHeavy | typeof readScan

/** Totals of the days from the ledger; days and kinds without movements are left out. @param days ascending */
export async function sumTotals(scope: Scope, days: readonly string[], read: ReadSums): Promise<readonly DayTotal[]> {
  const parts = await Promise.all(
    runsOf(days, scope.settings.timeZone).map(async (run) => {
      const rows = await read(
        scope,
        inRun(scope, run)
          .select((eb) => [
            dayNumber(run).as('n'),
            'form_type',
            eb.fn.sum('quantity').as('quantity'),
            eb.fn.sum('total_price').as('amount'),
          ])
          .groupBy([sql`1`, 'form_type'])
          .compile(),
      )
      return rows.map((row): DayTotal => ({
        day: dayOf(run, row['n']),
        // The column holds what the schema lists.
        formType: Number(row['form_type']) as FormType,
        quantity: Number(row['quantity']),
        amount: Number(row['amount'] ?? 0),
      }))
    }),
  )
  return parts.flat()
}

/** Issues of the days from the ledger, by product. @param days ascending */
export async function sumIssues(
  scope: Scope,
  days: readonly string[],
  read: ReadSums,
): Promise<readonly ProductIssue[]> {
  const parts = await Promise.all(
    runsOf(days, scope.settings.timeZone).map(async (run) => {
      const rows = await read(
        scope,
        inRun(scope, run)
          .select((eb) => [dayNumber(run).as('n'), 'product_id', eb.fn.sum('quantity').as('quantity')])
          .where('form_type', 'in', issues)
          .groupBy([sql`1`, 'product_id'])
          .compile(),
      )
      return rows.map((row): ProductIssue => ({
        day: dayOf(run, row['n']),
        productId: Number(row['product_id']),
        quantity: -Number(row['quantity']),
      }))
    }),
  )
  return parts.flat()
}

const inRun = (scope: Scope, { start, end }: Run) =>
  scope.database.query
    .selectFrom('wms_inventory_history')
    .where('createtime', '>=', start)
    .where('createtime', '<', end)

/** How many days after the first one of the run. */
const dayNumber = ({ start }: Run) => sql<number>`(createtime - ${sql.lit(start)}) / 86400`

// The number of a row is that of a day of the run.
const dayOf = ({ days }: Run, number: unknown): string => days[Number(number)]!
