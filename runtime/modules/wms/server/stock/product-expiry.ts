/**
 * What products tell of their layers: when the first of them warns and expires. What holds at a moment follows from
 * that.
 */
import type { Reading, Transaction } from '../types.ts'
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
  trx: Transaction,
  products: readonly StockedProduct[],
  changed: readonly Layer[],
): Promise<void> {
  const later: StockedProduct[] = []
  for (const product of products) {
    const layers = changed.filter(({ productId }) => productId === product.id)
    if (isUnknown(product, layers)) later.push(product)
    else
      await write(
        trx,
        product,
        earliest([
          { expireAt: product.firstExpireAt, warnAt: product.firstWarnAt },
          ...layers.filter(({ remaining }) => remaining > 0),
        ]),
      )
  }
  await searchAll(trx, later)
}

/** Looks at all layers of these products. */
export async function reviewExpiry(trx: Transaction, ids: readonly number[]): Promise<void> {
  await searchAll(trx, await readStocked(trx, ids))
}

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

async function searchAll(trx: Transaction, products: readonly StockedProduct[]): Promise<void> {
  if (products.length === 0) return
  const found = new Map(
    (
      await firstOf(
        trx,
        products.map(({ id }) => id),
      )
    ).map((row) => [row.product_id, row]),
  )
  for (const product of products) {
    const row = found.get(product.id)
    await write(trx, product, { expireAt: row?.expire_at ?? null, warnAt: row?.warn_at ?? null })
  }
}

async function write(
  trx: Transaction,
  { id, firstExpireAt, firstWarnAt }: StockedProduct,
  { expireAt, warnAt }: FirstDates,
): Promise<void> {
  if (expireAt === firstExpireAt && warnAt === firstWarnAt) return
  await trx
    .updateTable('wms_product')
    .set({ first_expire_at: expireAt, first_warn_at: warnAt })
    .where('id', '=', id)
    .execute()
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
