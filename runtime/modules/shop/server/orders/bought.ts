/** How much members have bought of goods, for the limit per member: one row that every order of both changes. */
import { insertMissing, lockRows } from 'tablewright/server'
import type { ShopCall } from '../order.ts'

export interface Bought {
  /** Null = the member was deleted. */
  readonly user_id: number | null
  readonly goods_id: number
  /** Thousandths, negative when an order is cancelled. */
  readonly quantity: number
}

/** Adds to what members have bought. Products that the caller locks come before. */
export async function takeBought({ scope, trx }: ShopCall, all: readonly Bought[]): Promise<void> {
  const sums = new Map<string, { readonly user_id: number; readonly goods_id: number; readonly quantity: number }>()
  for (const { user_id: user, goods_id: goods, quantity } of all) {
    if (user === null) continue
    const key = `${user} ${goods}`
    sums.set(key, { user_id: user, goods_id: goods, quantity: (sums.get(key)?.quantity ?? 0) + quantity })
  }
  if (sums.size === 0) return
  const changes = [...sums.values()].toSorted((left, right) => left.goods_id - right.goods_id)
  const goods = changes.map((change) => change.goods_id)
  await lockRows(scope, trx, 'shop/goods', goods, 'reference')
  await insertMissing(
    trx,
    'shop_bought',
    changes.map((change) => ({ ...change, quantity: 0, version: 1 })),
  )
  const read = async () =>
    (await trx.selectFrom('shop_bought').selectAll().where('goods_id', 'in', goods).orderBy('id').execute()).flatMap(
      (row) => {
        const change = sums.get(`${row.user_id} ${row.goods_id}`)
        return change ? [{ id: row.id, quantity: row.quantity + change.quantity }] : []
      },
    )
  await lockRows(
    scope,
    trx,
    'shop/bought',
    (await read()).map(({ id }) => id),
    'write',
  )
  for (const { id, quantity } of await read())
    await trx.updateTable('shop_bought').set({ quantity }).where('id', '=', id).execute()
}
