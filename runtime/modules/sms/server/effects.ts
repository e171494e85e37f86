/** Effects of administrators' actions on templates and with the log. */
import { enqueueJob } from 'tablewright/server'
import { t } from './i18n.ts'
import { deliverName, smsSender } from './sender.ts'
import { readSamples } from './templates.ts'
import type { Effect } from '#generated/sms/server.ts'

/** Sends a template with sample values. Stores no reference. */
export const sendTest: Effect<'sms/template', 'sendTest'> = async ({ scope, trx, row, input, answer }) => {
  const { language, settings } = scope
  await smsSender.send(settings, trx, {
    to: input.recipient,
    message: { code: row.code, isSecret: false },
    language: row.language,
    values: readSamples(row.samples),
  })
  answer({ note: t(language, smsSender.canDeliver(settings) ? 'test.queued' : 'test.stored') })
}

/** Queues the SMS again; the action has locked its row and written the status. */
export const resend: Effect<'sms/log', 'resend'> = async ({ trx, row }) => {
  await enqueueJob(trx, { name: deliverName }, { id: row.id })
}
