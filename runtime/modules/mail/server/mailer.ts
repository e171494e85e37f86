/** Adds mail to the log, from which a job sends it. */
import { randomUUID } from 'node:crypto'
import { mailAddress } from 'tablewright/protocol'
import {
  addMessage,
  enqueueJob,
  nowSeconds,
  OperationError,
  readOwnVariables,
  sealContent,
  valuesFor,
  type Mailer,
  type OutgoingMessage,
  type Settings,
} from 'tablewright/server'
import { fillTemplate, type TemplateTexts } from './content.ts'
import { deliverMail, type MailContent } from './deliver.ts'
import { t } from './i18n.ts'
import { canDeliver, senderOf, serverOf } from './settings.ts'
import { sendOverSmtp } from './smtp.ts'
import { loggedContent, readCodes, readSamples } from './templates.ts'
import type { Reading, Transaction } from '#generated/mail/server.ts'

export const mailer: Mailer = {
  canDeliver,
  isAddress: (text) => mailAddress.test(text),
  compose: async (settings, query, message) => (await composeTexts(settings, query, message)).texts,
  send: (settings, trx, message) => sendMail(settings, trx, message),
  tryServer: (settings, query, message, signal) => tryServer(settings, query, message, signal),
}

/** People wait for the answer. */
const tryTimeoutMs = 8000

async function tryServer(
  settings: Settings,
  query: Reading,
  { to, ...outgoing }: OutgoingMessage,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const server = serverOf(settings)
  if (!server) throw new Error('no mail server is set up')
  const { texts } = await composeTexts(settings, query, outgoing)
  const sender = senderOf(settings)
  const mail = {
    ...texts,
    sender,
    recipient: to,
    replyTo: '',
    attachments: [],
    messageId: `<${randomUUID()}@${sender.address.replace(/^.*@/, '')}>`,
    time: nowSeconds(),
  }
  const timeoutMs = Math.min(server.timeoutMs, tryTimeoutMs)
  await sendOverSmtp({ ...server, timeoutMs }, mail, { begin: async () => undefined, signal })
}

interface ComposedMail {
  readonly texts: TemplateTexts
  /** The codes it contains; a test has samples in their place, which are none. */
  readonly codes: readonly string[]
}

async function composeTexts(
  settings: Settings,
  query: Reading,
  { message, language, values, markup = {} }: Omit<OutgoingMessage, 'to'>,
): Promise<ComposedMail> {
  const template = await query
    .selectFrom('mail_template')
    .select(['subject', 'text', 'html', 'samples', 'secrets'])
    .where('code', '=', message.code)
    .where('language', '=', language)
    .executeTakeFirstOrThrow(() => new Error(`there is no mail template ${message.code} in ${language}`))
  const texts = { subject: template.subject, text: template.text, html: template.html ?? '' }
  const own = await readOwnVariables(query, 'mail_variable', settings)
  const variables = { ...values, site_name: settings.siteName }
  const samples = readSamples(template.samples)
  const codes = readCodes(template.secrets)
  return {
    texts: fillTemplate(texts, valuesFor(Object.values(texts), samples, own, variables), { markup, codes }),
    codes: codes.flatMap((name) => {
      const value = values[name]
      return value === undefined || value === samples[name] ? [] : [value]
    }),
  }
}

/** Characters of the names of files that the log shows. */
const maxFiles = 500

/**
 * The Message-ID is stored before anything is sent: the same mail has it in every attempt, so that receivers recognize
 * a repetition.
 */
async function sendMail(
  settings: Settings,
  trx: Transaction,
  { to, replyTo, attachments = [], ...outgoing }: OutgoingMessage,
): Promise<number> {
  const { message, language } = outgoing
  for (const address of [to, ...(replyTo === undefined ? [] : [replyTo])])
    // Guard T38: mail goes to one address that no server reads as another.
    if (!mailAddress.test(address)) throw new OperationError('invalid', { sentence: t(language, 'address') })
  const { texts, codes } = await composeTexts(settings, trx, outgoing)
  // A caller that forgets to say that there is a code in it shows none all the same.
  const isSecret = message.isSecret || codes.length > 0
  const content: MailContent = { ...texts, attachments, codes }
  const domain = senderOf(settings).address.replace(/^.*@/, '')
  const id = await addMessage(
    trx,
    loggedContent,
    {
      recipient: to,
      reply_to: replyTo ?? null,
      event: message.code,
      subject: texts.subject,
      text: texts.text,
      html: texts.html === '' ? null : texts.html,
      ...(attachments.length > 0 && {
        files: attachments
          .map(({ name }) => name)
          .join(', ')
          .slice(0, maxFiles),
        attachments: JSON.stringify(attachments),
      }),
      message_id: `<${randomUUID()}@${domain}>`,
    },
    isSecret ? sealContent(settings, 'mail_log', content) : null,
  )
  await enqueueJob(trx, deliverMail, { id })
  return id
}
