/**
 * A process that does one thing for an order and kills itself after the n-th statement of its transactions, or after a
 * commit. `kill.test.ts` builds and starts it.
 */
import { records, type ContractCall } from 'tablewright/server'
import type { Scope as ShopScope } from '#generated/shop/server.ts'
import { ownCall } from '../../../../runtime/modules/shop/server/order.ts'
import { customerOf, sendToWarehouse } from '../../../../runtime/modules/shop/server/orders/outbound.ts'
import { placeOrder } from '../../../../runtime/modules/shop/server/orders/place.ts'
import { sendMoney } from '../../../../runtime/modules/shop/server/refunds/money.ts'
import { OperationError } from '../../../../runtime/server/core/errors/operation-error.ts'
import { openDatabase } from '../../../../runtime/server/db/index.ts'
import { endAfter } from '../../../support/end-after.ts'
import type { WorkerTask } from '../../../support/killed-worker.ts'
import { payFromBalance, shopModels, shopScope } from '../shop-scope.ts'

export type Work =
  | { readonly kind: 'place'; readonly member: number; readonly goods: number; readonly pieces: number }
  | { readonly kind: 'pay'; readonly payment: number }
  | { readonly kind: 'send'; readonly order: number }
  | { readonly kind: 'refund'; readonly refund: number }
  | {
      readonly kind: 'act'
      readonly entity: string
      readonly action: string
      readonly id: number
      readonly input: object
    }

const { url, readerScript, nth, work } = JSON.parse(process.argv[2] ?? '') as WorkerTask<Work>
const database = endAfter(await openDatabase(url, { readerScript }), nth)
const scope = await shopScope(database, await shopModels(), 1)
// The tables are those of the module; only their types differ.
const own = scope as unknown as ShopScope
const run = <T>(step: (call: ReturnType<typeof ownCall>) => Promise<T>): Promise<T> =>
  database.write((trx) => step(ownCall({ scope, trx } as ContractCall)))

if (work.kind === 'place')
  await run((call) =>
    placeOrder(call, {
      member: work.member,
      lines: [{ goods_id: work.goods, quantity: work.pieces }],
      address: { name: 'Ann', mobile: '13900001234', region: '330106', address: 'Street 1' },
    }),
  )
if (work.kind === 'pay') await payFromBalance(scope, work.payment)
if (work.kind === 'send') {
  const customer = await customerOf(own)
  await run((call) => sendToWarehouse(call, work.order, customer))
}
if (work.kind === 'refund') await run((call) => sendMoney(call, work.refund))
if (work.kind === 'act')
  await records(scope as never)
    .runAction(work.entity as never, work.action as never, work.id, work.input as never)
    .catch((error: unknown) => {
      // Killed after its commit, it is done, and refuses to be done twice.
      if (!(error instanceof OperationError) || error.code !== 'bad_state') throw error
    })
await database.close()
