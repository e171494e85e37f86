/** Payments of one member: lines for administrators, an export, and their anonymisation with the member's deletion. */
import { decimalText } from 'tablewright/protocol'
import { listPath, lockRows, OperationError, type MemberCard, type MemberErasure } from 'tablewright/server'
import { logOptions, refundOptions } from '#generated/pay/options.ts'
import { amountText } from './amounts.ts'
import { t } from './i18n.ts'
import { ownCall, type LogRow } from './payment.ts'
import type { Reading, Scope } from '#generated/pay/server.ts'

const { state, currency } = logOptions

const readings = ({ database }: { readonly database: { readonly query: unknown } }): Reading =>
  // The tables are there: this module has them.
  database.query as Reading

export const memberCard: MemberCard = {
  nodes: ['pay/log/index'],
  async lines(scope, memberId) {
    const rows = await readings(scope)
      .selectFrom('pay_log')
      .select(({ fn }) => ['state', fn.countAll<number>().as('count'), fn.sum<number | string>('amount').as('amount')])
      .where('user_id', '=', memberId)
      .where('currency', '=', currency.rmb)
      .groupBy('state')
      .execute()
    const path = listPath('pay/log', { search: [{ field: 'user_id', operator: 'eq', val: String(memberId) }] })
    const groupOf = (value: number) => rows.find((row) => row.state === value)
    const total = groupOf(state.paid)
    return [
      {
        label: t(scope.language, 'card.paid'),
        value: `${total?.count ?? 0} · ${decimalText(BigInt(total?.amount ?? 0), 2)}`,
        path,
      },
      { label: t(scope.language, 'card.open'), value: String(groupOf(state.created)?.count ?? 0), path },
    ]
  },
}

/** Payments and refunds that have not ended speak against it. */
async function refusalsOf({ language }: Pick<Scope, 'language'>, query: Reading, member: number): Promise<string[]> {
  const own = query.selectFrom('pay_log').where('user_id', '=', member)
  const open = await own.where('state', '=', state.created).select('id').limit(1).executeTakeFirst()
  const pending = await query
    .selectFrom('pay_refund')
    .innerJoin('pay_log', 'pay_log.id', 'pay_refund.pay_log_id')
    .where('pay_log.user_id', '=', member)
    .where('pay_refund.state', 'in', [refundOptions.state.asked, refundOptions.state.processing])
    .select('pay_refund.id')
    .limit(1)
    .executeTakeFirst()
  return [...(open ? [t(language, 'erasure.open')] : []), ...(pending ? [t(language, 'erasure.refund')] : [])]
}

const idsOf = async (query: Reading, member: number): Promise<number[]> =>
  (await query.selectFrom('pay_log').select('id').where('user_id', '=', member).execute()).map(({ id }) => id)

/** Ids of the messages of providers about these payments. */
async function messagesOf(query: Reading, payments: readonly number[]): Promise<readonly number[]> {
  if (payments.length === 0) return []
  const rows = await query.selectFrom('notify_log').select('id').where('pay_log_id', 'in', payments).execute()
  return rows.map(({ id }) => id)
}

const exported = (row: LogRow): Readonly<Record<string, unknown>> => ({
  sn: row.sn,
  title: row.title,
  project: row.project,
  amount: amountText(row.currency, row.amount),
  currency: row.currency,
  type: row.type,
  state: row.state,
  refunded: amountText(row.currency, row.refunded),
  create_time: row.create_time,
  pay_time: row.pay_time,
})

export const memberErasure: MemberErasure = {
  async describe(scope, memberId) {
    const query = readings(scope)
    const { length } = await idsOf(query, memberId)
    return {
      lines: length > 0 ? [t(scope.language, 'erasure.kept', { count: length })] : [],
      refusals: await refusalsOf(scope, query, memberId),
    }
  },

  async export(scope, memberId) {
    const query = readings(scope)
    const logs = await query.selectFrom('pay_log').selectAll().where('user_id', '=', memberId).orderBy('id').execute()
    if (logs.length === 0) return []
    const refunds = await query
      .selectFrom('pay_refund')
      .innerJoin('pay_log', 'pay_log.id', 'pay_refund.pay_log_id')
      .where('pay_log.user_id', '=', memberId)
      .select([
        'pay_refund.refund_no',
        'pay_log.sn',
        'pay_log.currency',
        'pay_refund.amount',
        'pay_refund.reason',
        'pay_refund.state',
        'pay_refund.create_time',
        'pay_refund.done_time',
      ])
      .orderBy('pay_refund.id')
      .execute()
    return [
      { name: 'pay/log', rows: logs.map(exported) },
      {
        name: 'pay/refund',
        rows: refunds.map(({ currency: unit, amount, ...refund }) => ({ ...refund, amount: amountText(unit, amount) })),
      },
    ]
  },

  locks: [
    {
      entity: 'pay/log',
      async lock(call, memberIds) {
        const { scope, trx } = ownCall(call)
        const ids: number[] = []
        for (const memberId of memberIds) ids.push(...(await idsOf(trx, memberId)))
        await lockRows(scope, trx, 'pay/log', ids, 'write')
      },
    },
    {
      entity: 'pay/notify',
      async lock(call, memberIds) {
        const { scope, trx } = ownCall(call)
        const ids: number[] = []
        for (const memberId of memberIds) ids.push(...(await messagesOf(trx, await idsOf(trx, memberId))))
        await lockRows(scope, trx, 'pay/notify', ids, 'write')
      },
    },
  ],

  /** Amounts stay for the books, without whose they were; what providers said of the payer goes. */
  async erase(call, memberId) {
    const { scope, trx } = ownCall(call)
    const [refusal] = await refusalsOf(scope, trx, memberId)
    if (refusal !== undefined) throw new OperationError('in_use', { sentence: refusal })
    const ids = await idsOf(trx, memberId)
    if (ids.length === 0) return
    const messageIds = await messagesOf(trx, ids)
    if (messageIds.length > 0)
      await trx.updateTable('notify_log').set({ body: null, headers: null }).where('id', 'in', messageIds).execute()
    await trx.updateTable('pay_log').set({ user_id: null }).where('id', 'in', ids).execute()
  },
}
