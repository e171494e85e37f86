/** What orders must know of products. */
import { runCached, type Reading, type Row } from 'tablewright/server'

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
  readonly isDeleted: boolean
  readonly isOffShelf: boolean
}

/** Digits where the product has no unit: all that are kept. */
const mostDecimals = 3

const columns = [
  'p.id',
  'p.product_no',
  'p.name',
  'p.spec',
  'p.price',
  'p.warehouse_shelf_id',
  'p.status',
  'p.deletetime',
  'p.unit_id',
  'u.name as unit',
  'u.decimals',
] as const

export async function readProducts(trx: Reading, ids: readonly number[]): Promise<ReadonlyMap<number, OrderProduct>> {
  if (ids.length === 0) return new Map()
  const asked = [...new Set(ids)]
  const build = () =>
    trx
      .selectFrom('wms_product as p')
      .leftJoin('wms_unit as u', 'u.id', 'p.unit_id')
      .select([...columns])
      .where('p.id', 'in', asked)
  const { rows } = await runCached(trx, columns, `${asked.length}`, build, asked)
  return new Map(rows.map((row) => [Number(row['id']), productOf(row)]))
}

function productOf(row: Readonly<Record<string, Row[string] | undefined>>): OrderProduct {
  const text = (name: string): string | null =>
    row[name] === null || row[name] === undefined ? null : String(row[name])
  const number = (name: string): number | null =>
    row[name] === null || row[name] === undefined ? null : Number(row[name])
  return {
    id: Number(row['id']),
    number: String(row['product_no']),
    name: String(row['name']),
    spec: text('spec'),
    unit: text('unit'),
    decimals: row['unit_id'] === null ? mostDecimals : (number('decimals') ?? 0),
    price: number('price'),
    shelfId: number('warehouse_shelf_id'),
    isDeleted: number('deletetime') !== null,
    isOffShelf: number('status') === 20,
  }
}

/** True for a quantity (thousandths) the unit can count. */
export const fitsUnit = (quantity: number, { decimals }: Pick<OrderProduct, 'decimals'>): boolean =>
  quantity % 10 ** (3 - decimals) === 0
