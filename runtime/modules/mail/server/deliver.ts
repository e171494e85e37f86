/** The job that sends mail, and the one that removes old mail from the log. */
import {
  createJobDefinition,
  deliverOnce,
  deliveryRetry,
  giveUpDelivery,
  hideCodes,
  nowSeconds,
  openContent,
  removeOldMessages,
  storeInOutbox,
  type MessageAttachment,
  type Settings,
} from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { senderOf, serverOf } from './settings.ts'
import { composeMail, sendOverSmtp } from './smtp.ts'
import type { TemplateTexts } from './content.ts'

const defineJob = createJobDefinition<Database>()

/** What of a mail is stored encrypted while it waits, if it contains a code. */
export interface MailContent extends TemplateTexts {
  readonly attachments: readonly MessageAttachment[]
  readonly codes: readonly string[]
}

/** Sends the mail with that id in the log, or stores it as a file when no server is configured. */
export const deliverMail = defineJob<{ readonly id: number }>({
  name: 'mail/deliver',
  label: { 'zh-cn': '发送邮件', en: 'Send a mail' },
  ...deliveryRetry,
  whenGivenUp: (trx, { id }, reason) => giveUpDelivery(trx, 'mail_log', id, reason, { sealed: null }),
  handler: async ({ scope, payload: { id }, attempt, signal }) => {
    const { database, settings } = scope
    const row = await database.query.selectFrom('mail_log').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) return
    let file: string | null = null
    let codes: readonly string[] = []
    await deliverOnce(database, {
      table: 'mail_log',
      id,
      attempt,
      pauses: deliveryRetry.pauses,
      whenSent: () => ({}),
      whenEnded: () => ({
        // Guard T13: nothing of a code stays when sending has ended.
        sealed: null,
        file,
      }),
      hide: (text) => hideCodes(text, codes),
      send: async (begin) => {
        const content = contentOf(settings, row)
        ;({ codes } = content)
        const mail = {
          ...content,
          sender: senderOf(settings),
          recipient: row.recipient,
          replyTo: row.reply_to ?? '',
          messageId: row.message_id ?? '',
          time: row.create_time ?? nowSeconds(),
        }
        const server = serverOf(settings)
        if (!server) {
          file = await storeInOutbox(settings, 'mail', `${id}.eml`, await composeMail(mail))
          return 'stored'
        }
        await sendOverSmtp(server, mail, { begin, signal })
        return 'sent'
      },
    })
  },
})

interface LoggedMail {
  readonly subject: string | null
  readonly text: string | null
  readonly html: string | null
  readonly attachments: string | null
  readonly secret: number | null
  readonly sealed: string | null
}

function contentOf(settings: Settings, row: LoggedMail): MailContent {
  if (row.secret === 1) return openContent<MailContent>(settings, 'mail_log', row.sealed)
  return {
    subject: row.subject ?? '',
    text: row.text ?? '',
    html: row.html ?? '',
    attachments: JSON.parse(row.attachments ?? '[]') as readonly MessageAttachment[],
    codes: [],
  }
}

/** Every night: removes what is older than the site stores it. */
export const removeOldMail = removeOldMessages(
  { name: 'mail/removeOld', label: { 'zh-cn': '清理邮件日志', en: 'Remove old mail' }, cron: '20 3 * * *' },
  { table: 'mail_log', outbox: 'mail', days: ({ own }) => Number(own['mail_log_days']) },
)
