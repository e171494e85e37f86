/** The difference between what this site has of a day and the bill of its provider. */
import type { PayType } from '../payment.ts'
import type { BillRow } from '../providers/provider.ts'
import type { Movement } from './movements.ts'

export interface Difference {
  readonly day: string
  readonly type: PayType
  readonly kind: Movement['kind']
  readonly difference: 'missing_here' | 'missing_there' | 'amount'
  readonly sn: string
  readonly refundNo: string | null
  readonly logId: number | null
  /** Cents; null where it is missing. */
  readonly here: number | null
  readonly there: number | null
}

const keyOf = ({ kind, sn, refundNo }: Pick<Movement, 'kind' | 'sn' | 'refundNo'>): string =>
  `${kind} ${kind === 'refund' ? (refundNo ?? '') : sn}`

/** Movements that only one of the two has, and those with another amount. */
export function differencesOf(
  day: string,
  type: PayType,
  own: readonly Movement[],
  bill: readonly BillRow[],
): readonly Difference[] {
  const rows = new Map(bill.map((row) => [keyOf(row), row]))
  const movements = new Map(own.map((movement) => [keyOf(movement), movement]))
  const missing = bill.flatMap((row): Difference[] =>
    movements.has(keyOf(row)) ? [] : [describe(row, 'missing_here', null, row.amount)],
  )
  const others = own.flatMap((movement): Difference[] => {
    const row = rows.get(keyOf(movement))
    if (!row) return [describe(movement, 'missing_there', movement.amount, null)]
    return row.amount === movement.amount ? [] : [describe(movement, 'amount', movement.amount, row.amount)]
  })
  return [...missing, ...others]

  function describe(
    { kind, sn, refundNo, ...more }: Pick<Movement, 'kind' | 'sn' | 'refundNo'> & { readonly logId?: number },
    difference: Difference['difference'],
    here: number | null,
    there: number | null,
  ): Difference {
    return { day, type, kind, difference, sn, refundNo, logId: more.logId ?? null, here, there }
  }
}
