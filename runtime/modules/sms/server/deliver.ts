/** The job that sends SMS, and the one that removes old ones from the log. */
import {
  createJobDefinition,
  deliverOnce,
  deliveryRetry,
  DeliveryRefused,
  deliveryStates,
  giveUpDelivery,
  isRemovable,
} from 'tablewright/server'
import type { Database } from '../../../../generated/database.ts'
import { t } from './i18n.ts'
import { sendToProvider } from './providers.ts'
import { deliverName, type StoredRequest } from './sender.ts'
import { accountOf } from './settings.ts'

const defineJob = createJobDefinition<Database>()

/** Sends the SMS with that id in the log; without a provider it stays there and is marked as not delivered. */
export const deliverSms = defineJob<{ readonly id: number }>({
  name: deliverName,
  label: { 'zh-cn': '发送短信', en: 'Send an SMS' },
  ...deliveryRetry,
  whenGivenUp: (trx, { id }, reason) => giveUpDelivery(trx, 'sms_log', id, reason),
  handler: async ({ scope: { database, settings }, payload: { id }, attempt, signal }) => {
    const row = await database.query.selectFrom('sms_log').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) return
    const sent: { provider?: string; provider_id?: string } = {}
    await deliverOnce(database, {
      table: 'sms_log',
      id,
      attempt,
      pauses: deliveryRetry.pauses,
      // A code that was delivered is of no use to anybody else.
      whenSent: () => ({ ...sent, ...(row.secret === 1 && { content: null, request: null }) }),
      send: async (begin) => {
        const account = accountOf(settings)
        if (!account) return 'stored'
        const { template, values } = JSON.parse(row.request ?? '{}') as StoredRequest
        if (!template) throw new DeliveryRefused(t('en', 'template.no_number'), true)
        const sms = { mobile: row.mobile, template, values }
        sent.provider = account.provider
        sent.provider_id = await sendToProvider(account, sms, { begin, signal })
        return 'sent'
      },
    })
  },
})

/** Every night: removes what is older than the site stores it. */
export const removeOldSms = defineJob<null>({
  name: 'sms/removeOld',
  label: { 'zh-cn': '清理短信日志', en: 'Remove old SMS' },
  schedule: { cron: '25 3 * * *', payload: null },
  handler: async ({ scope: { settings }, complete }) => {
    const life = Number(settings.own['sms_log_days']) * 86_400
    const { queued, sending } = deliveryStates
    await complete(async (trx) => {
      await trx
        .deleteFrom('sms_log')
        .where(isRemovable('create_time', life))
        .where('status', 'not in', [queued, sending])
        .execute()
    })
  },
})
