/** Adds SMS to the log, from which a job sends them. */
import {
  addMessage,
  enqueueJob,
  fillMessage,
  OperationError,
  readOwnVariables,
  sealContent,
  valuesFor,
  variablesIn,
  type OutgoingMessage,
  type Settings,
  type SmsSender,
} from 'tablewright/server'
import { t } from './i18n.ts'
import { canDeliver } from './settings.ts'
import { loggedContent, readCodes, readSamples } from './templates.ts'
import type { Transaction } from '#generated/sms/server.ts'

export const deliverName = 'sms/deliver'
const mobileNumber = /^1[3-9]\d{9}$/

/** The data of a message that a provider needs, as the log stores it until it is sent. */
export interface StoredRequest {
  readonly template: string
  readonly values: readonly (readonly [name: string, value: string])[]
}

/** What of a message is stored encrypted while it waits, if it contains a code. */
export interface SmsContent extends StoredRequest {
  readonly content: string
  readonly codes: readonly string[]
}

export const smsSender: SmsSender = {
  canDeliver,
  isAddress: (text) => mobileNumber.test(text),
  send: (settings, trx, message) => sendSms(settings, trx, message),
}

async function sendSms(
  settings: Settings,
  trx: Transaction,
  { to, message, language, values }: OutgoingMessage,
): Promise<number> {
  // Guard T38: SMS go to one mobile number.
  if (!mobileNumber.test(to)) throw new OperationError('invalid', { sentence: t(language, 'mobile') })
  const template = await trx
    .selectFrom('sms_template')
    .select(['content', 'provider_template', 'samples', 'secrets'])
    .where('code', '=', message.code)
    .where('language', '=', language)
    .executeTakeFirstOrThrow(() => new Error(`there is no SMS template ${message.code} in ${language}`))
  const own = await readOwnVariables(trx, 'sms_variable', settings)
  const variables = { ...values, site_name: settings.siteName }
  const samples = readSamples(template.samples)
  const all = valuesFor([template.content], samples, own, variables)
  const request: StoredRequest = {
    template: template.provider_template ?? '',
    values: variablesIn(template.content).map((name) => [name, all[name] ?? '']),
  }
  const names = readCodes(template.secrets)
  // Tests have samples in place of codes.
  const codes = names.map((name) => values[name] ?? '').filter((value, index) => value !== samples[names[index] ?? ''])
  const content = fillMessage(template.content, all, undefined, names)
  // A caller that forgets to say that there is a code in it shows none all the same.
  const isSecret = message.isSecret || codes.some((code) => code !== '')
  const id = await addMessage(
    trx,
    loggedContent,
    { mobile: to, event: message.code, content, request: JSON.stringify(request) },
    isSecret ? sealContent(settings, 'sms_log', { ...request, content, codes } satisfies SmsContent) : null,
  )
  await enqueueJob(trx, { name: deliverName }, { id })
  return id
}
