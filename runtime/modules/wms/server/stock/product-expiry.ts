/**
 * What products tell of their layers: when the first of them warns and expires. What holds at a moment follows from
 * that.
 */
import { updateMany } from 'tablewright/server'
import type { Reading, Scope, Transaction } from '#generated/wms/server.ts'
import type { Layer } from './layer.ts'
import { readStocked, type StockedProduct } from './stocked-product.ts'

/** First dates of the layers of one product that hold something; null = none has one. */
interface FirstDates {
  readonly expireAt: number | null
  readonly warnAt: number | null
}

/**
 * Follows what happened to these layers. Only where the first of a product was used up are its layers searched for the
 * next.
 * Runs in the transaction that changed them, with the products locked.
 */
export async function followExpiry(
  scope: Store,
  trx: Transaction,
  products: readonly StockedProduct[],
  changedLayers: readonly Layer[],
): Promise<void> {
  const dates = new Map<StockedProduct, FirstDates>()
  const later: StockedProduct[] = []
  for (const product of products) {
    const layers = changedLayers.filter(({ productId }) => productId === product.id)
    if (isUnknown(product, layers)) later.push(product)
    else {
      const own = { expireAt: product.firstExpireAt, warnAt: product.firstWarnAt }
      dates.set(product, earliest([own, ...layers.filter(({ remaining }) => remaining > 0)]))
    }
  }
  for (const [product, first] of await searchAll(trx, later)) dates.set(product, first)
  await write(scope, trx, dates)
}

/** Looks at all layers of these products. */
export async function reviewExpiry(scope: Store, trx: Transaction, ids: readonly number[]): Promise<void> {
  await write(scope, trx, await searchAll(trx, await readStocked(trx, ids)))
}

type Store = Pick<Scope, 'database' | 'registry'>

/**
 * The first is used up, or was never looked for: a product that tells of none may have layers from before it was asked
 * to.
 */
function isUnknown({ firstExpireAt, firstWarnAt }: StockedProduct, layers: readonly Layer[]): boolean {
  return layers.some(
    ({ remaining, expireAt, warnAt }) =>
      expireAt !== null &&
      (firstExpireAt === null || (remaining === 0 && (expireAt === firstExpireAt || warnAt === firstWarnAt))),
  )
}

function earliest(layers: readonly FirstDates[]): FirstDates {
  const first = (dates: readonly (number | null)[]): number | null =>
    dates.reduce<number | null>(
      (least, date) => (date !== null && (least === null || date < least) ? date : least),
      null,
    )
  return { expireAt: first(layers.map(({ expireAt }) => expireAt)), warnAt: first(layers.map(({ warnAt }) => warnAt)) }
}

async function searchAll(
  trx: Transaction,
  products: readonly StockedProduct[],
): Promise<ReadonlyMap<StockedProduct, FirstDates>> {
  if (products.length === 0) return new Map()
  const ids = products.map(({ id }) => id)
  const rows = new Map((await firstOf(trx, ids)).map((row) => [row.product_id, row]))
  return new Map(
    products.map((product) => {
      const row = rows.get(product.id)
      return [product, { expireAt: row?.expire_at ?? null, warnAt: row?.warn_at ?? null }]
    }),
  )
}

async function write(
  { database, registry }: Store,
  trx: Transaction,
  dates: ReadonlyMap<StockedProduct, FirstDates>,
): Promise<void> {
  const changed = [...dates]
    .filter(([product, { expireAt, warnAt }]) => expireAt !== product.firstExpireAt || warnAt !== product.firstWarnAt)
    .map(([{ id }, { expireAt, warnAt }]) => ({ id, first_expire_at: expireAt, first_warn_at: warnAt }))
  await updateMany(database, registry.require('wms/product'), trx, changed)
}

const firstOf = (trx: Reading, ids: readonly number[]) =>
  trx
    .selectFrom('wms_stock_layer')
    .select(({ fn }) => [
      'product_id',
      fn.min<number | null>('expire_at').as('expire_at'),
      fn.min<number | null>('warn_at').as('warn_at'),
    ])
    .where('product_id', 'in', ids)
    .where('remaining', '>', 0)
    .groupBy('product_id')
    .execute()
