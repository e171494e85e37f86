/** Columns of products that orders need. */
import { productOptions } from '#generated/wms/options.ts'
import type { Reading } from '#generated/wms/server.ts'

export interface OrderProduct {
  readonly id: number
  readonly number: string
  readonly name: string
  readonly spec: string | null
  readonly unit: string | null
  /** Digits quantities of it may have after the point. */
  readonly decimals: number
  /** Ten-thousandths; null = none was set. */
  readonly price: number | null
  /** Shelf it is put on unless another is chosen. */
  readonly shelfId: number | null
  /** Days it keeps; null and 0 = for ever. */
  readonly shelfLife: number | null
  readonly isDeleted: boolean
  readonly isOffShelf: boolean
}

/** Digits of a product without a unit: all that are stored. */
const maxDecimals = 3

/** Digits quantities of a product may have after the point. */
export const decimalsOf = (row: { readonly unit_id: number | null; readonly decimals: number | null }): number =>
  row.unit_id === null ? maxDecimals : (row.decimals ?? 0)

export async function readProducts(trx: Reading, ids: readonly number[]): Promise<ReadonlyMap<number, OrderProduct>> {
  if (ids.length === 0) return new Map()
  const rows = await trx
    .selectFrom('wms_product as p')
    .leftJoin('wms_unit as u', 'u.id', 'p.unit_id')
    .select([
      'p.id',
      'p.product_no',
      'p.name',
      'p.spec',
      'p.price',
      'p.warehouse_shelf_id',
      'p.effective_day',
      'p.status',
      'p.deletetime',
      'p.unit_id',
      'u.name as unit',
      'u.decimals',
    ])
    .where('p.id', 'in', [...new Set(ids)])
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        number: row.product_no,
        name: row.name,
        spec: row.spec,
        unit: row.unit,
        decimals: decimalsOf(row),
        price: row.price,
        shelfId: row.warehouse_shelf_id,
        shelfLife: row.effective_day,
        isDeleted: row.deletetime !== null,
        isOffShelf: row.status === productOptions.status.off_shelf,
      },
    ]),
  )
}

/** The product of a line. The line's reference was checked, so that a missing product is a fault. */
export function productOf(products: ReadonlyMap<number, OrderProduct>, id: number | undefined): OrderProduct {
  const product = products.get(id ?? 0)
  if (!product) throw new TypeError(`no product ${id}`)
  return product
}

/** True for a quantity (thousandths) the unit can count. */
export const fitsUnit = (quantity: number, { decimals }: Pick<OrderProduct, 'decimals'>): boolean =>
  quantity % 10 ** (3 - decimals) === 0
