/** The job that sends SMS, and the one that removes old ones from the log. */
import {
  createJobDefinition,
  deliverOnce,
  deliveryRetry,
  DeliveryRefused,
  giveUpDelivery,
  hideCodes,
  openContent,
  removeOldMessages,
  storeInOutbox,
  type Settings,
} from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { t } from './i18n.ts'
import { sendToProvider } from './providers.ts'
import { deliverName, type SmsContent, type StoredRequest } from './sender.ts'
import { accountOf } from './settings.ts'

const defineJob = createJobDefinition<Database>()

/** Sends the SMS with that id in the log; without a provider it is stored as a file and marked as not delivered. */
export const deliverSms = defineJob<{ readonly id: number }>({
  name: deliverName,
  label: { 'zh-cn': '发送短信', en: 'Send an SMS' },
  ...deliveryRetry,
  whenGivenUp: (trx, { id }, reason) => giveUpDelivery(trx, 'sms_log', id, reason, { sealed: null }),
  handler: async ({ scope: { database, settings }, payload: { id }, attempt, signal }) => {
    const row = await database.query.selectFrom('sms_log').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) return
    const receipt: { provider?: string; provider_id?: string } = {}
    let file: string | null = null
    let codes: readonly string[] = []
    await deliverOnce(database, {
      table: 'sms_log',
      id,
      attempt,
      pauses: deliveryRetry.pauses,
      whenSent: () => receipt,
      whenEnded: () => ({ sealed: null, file }),
      hide: (text) => hideCodes(text, codes),
      send: async (begin) => {
        const { template, values, ...content } = contentOf(settings, row)
        ;({ codes } = content)
        const account = accountOf(settings)
        if (!account) {
          file = await storeInOutbox(settings, 'sms', `${id}.txt`, `${row.mobile}\n\n${content.content}\n`)
          return 'stored'
        }
        if (!template) throw new DeliveryRefused(t('en', 'template.no_number'), true)
        const sms = { mobile: row.mobile, template, values }
        receipt.provider = account.provider
        receipt.provider_id = await sendToProvider(account, sms, { begin, signal })
        return 'sent'
      },
    })
  },
})

interface LoggedSms {
  readonly content: string | null
  readonly request: string | null
  readonly secret: number | null
  readonly sealed: string | null
}

function contentOf(settings: Settings, { content, request, secret, sealed }: LoggedSms): SmsContent {
  if (secret === 1) return openContent<SmsContent>(settings, 'sms_log', sealed)
  return { ...(JSON.parse(request ?? '{}') as StoredRequest), content: content ?? '', codes: [] }
}

/** Every night: removes what is older than the site stores it. */
export const removeOldSms = removeOldMessages(
  { name: 'sms/removeOld', label: { 'zh-cn': '清理短信日志', en: 'Remove old SMS' }, cron: '25 3 * * *' },
  { table: 'sms_log', outbox: 'sms', days: ({ own }) => Number(own['sms_log_days']) },
)
