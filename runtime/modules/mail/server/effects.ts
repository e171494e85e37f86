/** Effects of administrators' actions on templates and with the log. */
import { enqueueJob, OperationError } from 'tablewright/server'
import { deliverMail } from './deliver.ts'
import { t } from './i18n.ts'
import { mailer } from './mailer.ts'
import { readSamples } from './templates.ts'
import type { Effect } from '#generated/mail/server.ts'

/** Sends a template with sample values. Stores no reference. */
export const sendTest: Effect<'mail/template', 'sendTest'> = async ({ scope, trx, row, input, answer }) => {
  const { language, settings } = scope
  const to = input.recipient
  if (!mailer.isAddress(to)) throw new OperationError('invalid', { errors: { recipient: t(language, 'address') } })
  await mailer.send(settings, trx, {
    to,
    message: { code: row.code, isSecret: false },
    language: row.language,
    values: readSamples(row.samples),
  })
  answer({ note: t(language, mailer.canDeliver(settings) ? 'test.queued' : 'test.stored') })
}

/** Queues the mail again; the action has locked its row and written the status. */
export const resend: Effect<'mail/log', 'resend'> = async ({ trx, row }) => {
  await enqueueJob(trx, deliverMail, { id: row.id })
}
