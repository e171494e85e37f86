/** Columns of a product that matter when its stock has changed: one read for layers, expiry and alerts. */
import { productOptions } from '#generated/wms/options.ts'
import { decimalsOf } from '../orders/product.ts'
import type { Reading } from '#generated/wms/server.ts'

export interface StockedProduct {
  readonly id: number
  readonly number: string
  readonly name: string
  readonly isDeleted: boolean
  /** Name of its unit, and digits its quantities may have after the point. */
  readonly unit: string | null
  readonly decimals: number
  /** Thousandths. */
  readonly total: number
  /** Thousandths of it that are held. */
  readonly reserved: number
  /** Thousandths; 0 = none is wanted. */
  readonly safety: number
  readonly isAlertOpen: boolean
  /** Days; null and 0 = none. */
  readonly shelfLife: number | null
  /** When the first of its layers expires and warns, Unix seconds; null = none does. */
  readonly firstExpireAt: number | null
  readonly firstWarnAt: number | null
}

/** In the order of their ids, in which they are written, too. */
export async function readStocked(trx: Reading, ids: readonly number[]): Promise<readonly StockedProduct[]> {
  if (ids.length === 0) return []
  const rows = await trx
    .selectFrom('wms_product as p')
    .leftJoin('wms_unit as u', 'u.id', 'p.unit_id')
    .select([
      'p.id',
      'p.product_no',
      'p.name',
      'p.deletetime',
      'p.unit_id',
      'u.name as unit',
      'u.decimals',
      'p.total_stock_num',
      'p.reserved_num',
      'p.safety_stock_num',
      'p.low_alert_open',
      'p.effective_day',
      'p.first_expire_at',
      'p.first_warn_at',
    ])
    .where('p.id', 'in', [...new Set(ids)])
    .orderBy('p.id')
    .execute()
  return rows.map((row): StockedProduct => ({
    id: row.id,
    number: row.product_no,
    name: row.name,
    isDeleted: row.deletetime !== null,
    unit: row.unit,
    decimals: decimalsOf(row),
    total: row.total_stock_num ?? 0,
    reserved: row.reserved_num ?? 0,
    safety: row.safety_stock_num ?? 0,
    isAlertOpen: row.low_alert_open === productOptions.low_alert_open.low,
    shelfLife: row.effective_day,
    firstExpireAt: row.first_expire_at,
    firstWarnAt: row.first_warn_at,
  }))
}
