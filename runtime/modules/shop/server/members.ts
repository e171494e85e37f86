/** The data of one member in the shop: lines for administrators, an export, and what a deletion does to it. */
import { decimalText } from 'tablewright/protocol'
import {
  listPath,
  lockRows,
  OperationError,
  type ContractCall,
  type MemberCard,
  type MemberErasure,
} from 'tablewright/server'
import { orderOptions, refundOptions } from '#generated/shop/options.ts'
import { amountText, moneyText, type Currency } from './amounts.ts'
import { t } from './i18n.ts'
import { lockOrders, ownCall } from './order.ts'
import { showOrders, showRefunds } from './orders/show.ts'
import { removeFiles } from './refunds/files.ts'
import { openStates } from './refunds/refund.ts'
import type { Reading, Scope } from '#generated/shop/server.ts'

const { status } = orderOptions

const readings = ({ database }: { readonly database: { readonly query: unknown } }): Reading =>
  // The tables are there: this module has them.
  database.query as Reading

export const memberCard: MemberCard = {
  nodes: ['shop/order/index'],
  async lines(scope, memberId) {
    const rows = await readings(scope)
      .selectFrom('shop_order')
      .select(({ fn }) => [
        'currency',
        fn.countAll<number>().as('count'),
        fn.sum<number | string | null>('amount_pay').as('amount'),
        fn.sum<number | string | null>('refunded').as('refunded'),
      ])
      .where('user_id', '=', memberId)
      .where('pay_time', 'is not', null)
      .groupBy('currency')
      .execute()
    const sumIn = (currency: Currency): number => {
      const sums = rows.find((row) => row.currency === currency)
      return Number(sums?.amount ?? 0) - Number(sums?.refunded ?? 0)
    }
    const count = rows.reduce((sum, row) => sum + Number(row.count), 0)
    const path = listPath('shop/order', { search: [{ field: 'user_id', operator: 'eq', val: String(memberId) }] })
    const points = sumIn('integral')
    const parts = [
      String(count),
      moneyText(sumIn('RMB')),
      ...(points > 0 ? [t(scope.language, 'points', { amount: amountText('integral', points) })] : []),
    ]
    return [{ label: t(scope.language, 'card.orders'), value: parts.join(' · '), path }]
  },
}

/** Orders under way and refunds that have not ended speak against it. */
async function refusalsOf({ language }: Pick<Scope, 'language'>, query: Reading, member: number): Promise<string[]> {
  const order = await query
    .selectFrom('shop_order')
    .select('id')
    .where('user_id', '=', member)
    .where('status', 'in', [status.unpaid, status.paid, status.shipped])
    .limit(1)
    .executeTakeFirst()
  const refund = await query
    .selectFrom('shop_refund')
    .select('id')
    .where('user_id', '=', member)
    .where('status', 'in', [...openStates, refundOptions.status.agreed])
    .limit(1)
    .executeTakeFirst()
  return [...(order ? [t(language, 'erasure.open')] : []), ...(refund ? [t(language, 'erasure.refund')] : [])]
}

const ordersOf = (query: Reading, member: number) =>
  query.selectFrom('shop_order').selectAll().where('user_id', '=', member).orderBy('id').execute()

/** `shop_refund_file` → `shop/refund_file`. */
const entityOf = (table: string): string => table.replace('_', '/')

export const memberErasure: MemberErasure = {
  async describe(scope, memberId) {
    const query = readings(scope)
    const { length } = await ordersOf(query, memberId)
    return {
      lines: [
        t(scope.language, 'erasure.deleted'),
        ...(length > 0 ? [t(scope.language, 'erasure.kept', { count: length })] : []),
      ],
      refusals: await refusalsOf(scope, query, memberId),
    }
  },

  async export(scope, memberId) {
    const query = readings(scope)
    const orders = await ordersOf(query, memberId)
    const list = await showOrders(query, orders)
    const refunds = await query
      .selectFrom('shop_refund')
      .selectAll()
      .where('user_id', '=', memberId)
      .orderBy('id')
      .execute()
    const own = await query
      .selectFrom('shop_address')
      .selectAll()
      .where('user_id', '=', memberId)
      .orderBy('id')
      .execute()
    const files = await query
      .selectFrom('shop_refund_file')
      .select(['name', 'size'])
      .where('user_id', '=', memberId)
      .orderBy('id')
      .execute()
    const cart = await query.selectFrom('shop_cart').selectAll().where('user_id', '=', memberId).orderBy('id').execute()
    const tables = [
      {
        name: 'shop/order',
        rows: list.map((order, index) => {
          const { name, mobile, region, address, remark } = orders[index] ?? {}
          return { ...order, name, mobile, region, address, remark }
        }),
      },
      { name: 'shop/refund', rows: await showRefunds(query, refunds) },
      { name: 'shop/refund_file', rows: files.map(({ name, size }) => ({ name, size })) },
      {
        name: 'shop/address',
        rows: own.map(({ name, mobile, region, address }) => ({ name, mobile, region, address })),
      },
      {
        name: 'shop/cart',
        rows: cart.map(({ title, quantity }) => ({ title, quantity: decimalText(quantity, 3) })),
      },
    ]
    return tables.filter(({ rows }) => rows.length > 0)
  },

  locks: [
    {
      entity: 'shop/order',
      async lock(contract, memberIds) {
        const call = ownCall(contract)
        const ids: number[] = []
        for (const memberId of memberIds) ids.push(...(await ordersOf(call.trx, memberId)).map(({ id }) => id))
        await lockOrders(call, ids)
      },
    },
    ...(['shop_refund', 'shop_refund_file', 'shop_address', 'shop_bought', 'shop_cart'] as const).map((table) => ({
      entity: entityOf(table),
      async lock(contract: ContractCall, memberIds: readonly number[]) {
        const { scope, trx } = ownCall(contract)
        const rows = await trx
          .selectFrom(table)
          .select('id')
          .where('user_id', 'in', [...memberIds])
          .execute()
        const ids = rows.map(({ id }) => id)
        await lockRows(scope, trx, entityOf(table), ids, table === 'shop_refund' ? 'write' : 'exclusive')
      },
    })),
  ],

  /** Amounts stay for the books, without whose they were and where they went. */
  async erase(contract, memberId) {
    const { scope, trx } = ownCall(contract)
    const [refusal] = await refusalsOf(scope, trx, memberId)
    if (refusal !== undefined) throw new OperationError('in_use', { sentence: refusal })
    await trx
      .updateTable('shop_refund')
      .set({ user_id: null, reason: '', answer: null })
      .where('user_id', '=', memberId)
      .execute()
    await trx
      .updateTable('shop_order')
      .set({ user_id: null, name: '', mobile: '', address: '', remark: null })
      .where('user_id', '=', memberId)
      .execute()
    const files = await trx.selectFrom('shop_refund_file').select('id').where('user_id', '=', memberId).execute()
    await removeFiles(
      { scope, trx },
      files.map(({ id }) => id),
    )
    for (const table of ['shop_address', 'shop_bought', 'shop_cart'] as const)
      await trx.deleteFrom(table).where('user_id', '=', memberId).execute()
  },
}
