/** The job that sends mail, and the one that removes old mail from the log. */
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  createJobDefinition,
  deliverOnce,
  deliveryRetry,
  deliveryStates,
  giveUpDelivery,
  isRemovable,
  makeFolder,
  nowSeconds,
  type MessageAttachment,
  type Settings,
} from 'tablewright/server'
import type { Database } from '../../../../generated/database.ts'
import { senderOf, serverOf } from './settings.ts'
import { composeMail, sendOverSmtp, type Mail } from './smtp.ts'

const defineJob = createJobDefinition<Database>()

/** Sends the mail with that id in the log, or stores it as a file when no server is configured. */
export const deliverMail = defineJob<{ readonly id: number }>({
  name: 'mail/deliver',
  label: { 'zh-cn': '发送邮件', en: 'Send a mail' },
  ...deliveryRetry,
  whenGivenUp: (trx, { id }, reason) => giveUpDelivery(trx, 'mail_log', id, reason),
  handler: async ({ scope, payload: { id }, attempt, signal }) => {
    const { database, settings } = scope
    const row = await database.query.selectFrom('mail_log').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) return
    const mail: Mail = {
      sender: senderOf(settings),
      recipient: row.recipient,
      replyTo: row.reply_to ?? '',
      subject: row.subject ?? '',
      text: row.text ?? '',
      html: row.html ?? '',
      attachments: JSON.parse(row.attachments ?? '[]') as readonly MessageAttachment[],
      messageId: row.message_id ?? '',
      time: row.create_time ?? nowSeconds(),
    }
    await deliverOnce(database, {
      table: 'mail_log',
      id,
      attempt,
      pauses: deliveryRetry.pauses,
      // A code that was delivered is of no use to anybody else.
      whenSent: () => ({ ...(row.secret === 1 && { text: null, html: null }) }),
      send: async (begin) => {
        const server = serverOf(settings)
        if (!server) {
          await storeInOutbox(settings, id, mail)
          return 'stored'
        }
        await sendOverSmtp(server, mail, { begin, signal })
        return 'sent'
      },
    })
  },
})

/** Writes `outbox/mail/<id>.eml` of the data folder; a file that is being written never has that name. */
async function storeInOutbox({ dataFolder }: Settings, id: number, mail: Mail): Promise<void> {
  const folder = join(dataFolder, 'outbox', 'mail')
  makeFolder(folder)
  const path = join(folder, `${id}.eml`)
  await writeFile(`${path}.part`, await composeMail(mail), { mode: 0o600 })
  await rename(`${path}.part`, path)
}

/** Every night: removes mail that is older than the site stores it, with the files in the outbox. */
export const removeOldMail = defineJob<null>({
  name: 'mail/removeOld',
  label: { 'zh-cn': '清理邮件日志', en: 'Remove old mail' },
  schedule: { cron: '20 3 * * *', payload: null },
  handler: async ({ scope: { database, settings }, complete }) => {
    const life = Number(settings.own['mail_log_days']) * 86_400
    const { queued, sending } = deliveryStates
    const old = await database.query
      .selectFrom('mail_log')
      .select('id')
      .where(isRemovable('create_time', life))
      .where('status', 'not in', [queued, sending])
      .orderBy('id')
      .limit(10_000)
      .execute()
    const ids = old.map(({ id }) => id)
    for (const id of ids) await rm(join(settings.dataFolder, 'outbox', 'mail', `${id}.eml`), { force: true })
    await complete(async (trx) => {
      for (let at = 0; at < ids.length; at += 500)
        await trx
          .deleteFrom('mail_log')
          .where('id', 'in', ids.slice(at, at + 500))
          .execute()
    })
  },
})
