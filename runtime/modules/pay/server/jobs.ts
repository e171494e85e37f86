/** Background work on payments: what is overdue is ended, refunds are sent, old notifications are removed. */
import { createJobDefinition, isRemovable, removeFreeRows, type AnyJob } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import type { ProvidersOf } from './payment.ts'
import { closeBegun, closeUnbegun, duePayments } from './payments/overdue.ts'
import { sendRefundName } from './refunds/refund.ts'
import { dueRefunds, sendDueRefunds, sendRefund } from './refunds/send.ts'
import { notifyDays } from './settings.ts'

const defineJob = createJobDefinition<Database>()

/** Notifications that one night removes. */
const maxNotifications = 10_000

export const createJobs = (providersOf: ProvidersOf): readonly AnyJob[] => [
  defineJob<{ readonly id: number }>({
    name: sendRefundName,
    label: { 'zh-cn': '发送退款', en: 'Send a refund' },
    async handler({ scope, payload, complete }) {
      await sendRefund(providersOf, scope, payload.id)
      await complete(async () => {})
    },
  }),
  defineJob({
    name: 'pay/settle',
    label: { 'zh-cn': '关闭过期支付，重试退款', en: 'Close overdue payments, retry refunds' },
    schedule: { cron: '* * * * *', payload: null },
    async handler({ scope, signal, complete }) {
      const { query } = scope.database
      if (await duePayments(query).select('id').limit(1).executeTakeFirst()) {
        await closeUnbegun(scope)
        await closeBegun(providersOf, scope, signal)
      }
      if (await dueRefunds(query).select('id').limit(1).executeTakeFirst())
        await sendDueRefunds(providersOf, scope, signal)
      await complete(async () => {})
    },
  }),
  defineJob({
    name: 'pay/removeOldNotifications',
    label: { 'zh-cn': '清理渠道通知', en: 'Remove old provider notifications' },
    schedule: { cron: '45 3 * * *', payload: null },
    async handler({ scope, complete }) {
      const life = notifyDays(scope) * 86_400
      await complete(async (trx) => {
        await removeFreeRows(trx, 'notify_log', isRemovable('create_time', life), maxNotifications)
      })
    },
  }),
]
