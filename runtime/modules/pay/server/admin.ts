/** Requests of administrators about single payments: ask the provider, refund, look at all that happened. */
import { randomUUID } from 'node:crypto'
import { createRouteDefinition, enqueueJob, OperationError, type ModuleRoute } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { logOptions, refundOptions } from '#generated/pay/options.ts'
import { paymentSheet, queryPayment } from '../shared/routes.ts'
import { amountOfStored, amountText } from './amounts.ts'
import { infoOf } from './info.ts'
import { findPayment, lockPayment, type ProvidersOf } from './payment.ts'
import { askProvider } from './payments/ask.ts'
import { refundLocked, sendRefundName } from './refunds/refund.ts'
import { sendRefund } from './refunds/send.ts'
import type { Effect, Hooks, Scope } from '#generated/pay/server.ts'
import { t } from './i18n.ts'

const defineAdminRoute = createRouteDefinition<Database>()

/** Refunds a part of a payment, or all that is left. */
const refund: Effect<'pay/log', 'refund'> = async ({ scope, trx, row, input, answer }) => {
  const call = { scope, trx }
  const { refund_amount: value, reason } = input
  const { language } = scope
  const amount = amountOfStored(row.currency, value)
  if (value === 0 || !Number.isInteger(amount))
    throw new OperationError('invalid', { errors: { refund_amount: t(language, value === 0 ? 'amount' : 'points') } })
  const payment = await lockPayment(call, row.id)
  const left = payment.row.amount - payment.row.refunded - payment.row.refunding
  if (value > left)
    throw new OperationError('invalid', {
      errors: { refund_amount: t(language, 'refund.left', { left: amountText(row.currency, left) }) },
    })
  await refundLocked(call, payment, { amount, reason, key: randomUUID() })
  const isDone = row.type === logOptions.type.balance || row.type === logOptions.type.score
  answer({ note: t(language, isDone ? 'refund.done' : 'refund.asked') })
}

/** The row is locked; the job asks the provider. */
const retry: Effect<'pay/refund', 'retry'> = async ({ trx, row }) => {
  await enqueueJob(trx, { name: sendRefundName }, { id: row.id })
}

export const effects = { 'pay/log': { refund }, 'pay/refund': { retry } }

/** Points are whole on the wire, and projects have names that people know. */
export const logHooks: Hooks<'pay/log'> = {
  async present({ payProjects = [], language }, rows) {
    for (const row of rows) {
      const label = payProjects.find(({ name }) => name === row.project)?.label
      if (label) row.project = label[language]
      if (row.currency === logOptions.currency.integral)
        for (const name of ['amount', 'refunded', 'refunding'] as const) {
          const text = row[name]
          if (typeof text === 'string') row[name] = text.replace(/\.00$/, '')
        }
    }
  },
}

export const createAdminRoutes = (providersOf: ProvidersOf): readonly ModuleRoute[] => [
  defineAdminRoute(queryPayment, {
    transaction: 'own',
    login: 'admin',
    right: 'pay/log/query',
    label: { 'zh-cn': '查询渠道', en: 'Ask the provider' },
    maxPerMinute: 60,
    async handler({ scope, input: { id } }) {
      if (!(await findPayment(scope.database.query, id))) throw new OperationError('not_found')
      const answer = await askProvider(providersOf, scope, id, true)
      const refunds = await scope.database.query
        .selectFrom('pay_refund')
        .select('id')
        .where('pay_log_id', '=', id)
        .where('state', 'in', [refundOptions.state.asked, refundOptions.state.processing])
        .orderBy('id')
        .execute()
      for (const pending of refunds) await sendRefund(providersOf, scope, pending.id)
      return { answer }
    },
  }),
  defineAdminRoute(paymentSheet, {
    login: 'admin',
    right: 'pay/log/index',
    label: { 'zh-cn': '支付详情', en: 'All about a payment' },
    maxPerMinute: 240,
    handler: ({ scope, input: { id } }) => readSheet(scope, id),
  }),
]

async function readSheet(scope: Scope, id: number) {
  const { database, registry, language } = scope
  const { query } = database
  const row = await findPayment(query, id)
  if (!row) throw new OperationError('not_found')
  const member =
    row.user_id === null
      ? undefined
      : await query.selectFrom('user').select(['id', 'username']).where('id', '=', row.user_id).executeTakeFirst()
  const events = await query
    .selectFrom('pay_event')
    .leftJoin('admin', 'admin.id', 'pay_event.admin_id')
    .select(['pay_event.id', 'pay_event.kind', 'pay_event.content', 'pay_event.create_time', 'admin.username'])
    .where('pay_log_id', '=', id)
    .orderBy('pay_event.id')
    .limit(500)
    .execute()
  const refunds = await query
    .selectFrom('pay_refund')
    .selectAll()
    .where('pay_log_id', '=', id)
    .orderBy('id')
    .limit(200)
    .execute()
  const notifications = await query
    .selectFrom('notify_log')
    .select(['id', 'provider', 'result', 'content', 'create_time'])
    .where('sn', '=', row.sn)
    .orderBy('id')
    .limit(200)
    .execute()
  const labelOf = (entity: string, field: string, value: string | number): string =>
    registry
      .require(entity)
      .fields.find(({ name }) => name === field)
      ?.options?.find((option) => option.value === value)?.label[language] ?? String(value)
  return {
    info: infoOf(scope, row),
    member: member ? { id: member.id, name: member.username } : null,
    left:
      row.state === logOptions.state.paid
        ? amountText(row.currency, row.amount - row.refunded - row.refunding)
        : amountText(row.currency, 0),
    outcome: row.outcome,
    trade_no: row.trade_no,
    events: events.map(({ id: eventId, kind, content, create_time: time, username }) => ({
      id: eventId,
      kind,
      label: labelOf('pay/event', 'kind', kind),
      content,
      time,
      admin: username,
    })),
    refunds: refunds.map(({ id: refundId, refund_no, amount, reason, state, error, create_time, done_time }) => ({
      id: refundId,
      refund_no,
      amount: amountText(row.currency, amount),
      reason,
      state,
      label: labelOf('pay/refund', 'state', state),
      error,
      create_time,
      done_time,
    })),
    notifications: notifications.map(({ create_time: time, ...notification }) => ({
      ...notification,
      label: labelOf('pay/notify', 'result', notification.result),
      time,
    })),
  }
}
