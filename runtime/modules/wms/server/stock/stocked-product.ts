/** What is looked at of a product when its stock has changed: one read for layers, expiry and alerts. */
import { runCached, type Reading } from 'tablewright/server'
import { orNull } from './layer.ts'

export interface StockedProduct {
  readonly id: number
  readonly number: string
  readonly name: string
  readonly isDeleted: boolean
  /** Thousandths. */
  readonly total: number
  /** Thousandths; 0 = none is wanted. */
  readonly safety: number
  readonly isAlertOpen: boolean
  /** Days; null and 0 = none. */
  readonly shelfLife: number | null
  /** When the first of its layers expires and warns, Unix seconds; null = none does. */
  readonly firstExpireAt: number | null
  readonly firstWarnAt: number | null
}

const columns = [
  'id',
  'product_no',
  'name',
  'deletetime',
  'total_stock_num',
  'safety_stock_num',
  'low_alert_open',
  'effective_day',
  'first_expire_at',
  'first_warn_at',
] as const

/** In the order of their ids, in which they are written, too. */
export async function readStocked(trx: Reading, ids: readonly number[]): Promise<readonly StockedProduct[]> {
  if (ids.length === 0) return []
  const asked = [...new Set(ids)]
  const { rows } = await runCached(
    trx,
    columns,
    `${asked.length}`,
    () =>
      trx
        .selectFrom('wms_product')
        .select([...columns])
        .where('id', 'in', asked)
        .orderBy('id'),
    asked,
  )
  return rows.map((row): StockedProduct => ({
    id: Number(row['id']),
    number: String(row['product_no']),
    name: String(row['name']),
    isDeleted: orNull(row['deletetime']) !== null,
    total: Number(row['total_stock_num'] ?? 0),
    safety: Number(row['safety_stock_num'] ?? 0),
    isAlertOpen: Number(row['low_alert_open']) === 1,
    shelfLife: orNull(row['effective_day']),
    firstExpireAt: orNull(row['first_expire_at']),
    firstWarnAt: orNull(row['first_warn_at']),
  }))
}
