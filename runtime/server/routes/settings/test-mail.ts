/**
 * `POST routine.Config/sendTestMail {testMail}`: a mail to that address by the settings as they are stored. Where the
 * settings of mail are sent along, those are tried, at once and without storing them.
 */
import { trimText } from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import type { Body, RequestScope, RouteAnswer } from '../../http/route.ts'
import type { Mailer, OutgoingMessage } from '../../operation/messages.ts'
import type { Settings } from '../../settings/settings.ts'
import { readChanges } from './read-changes.ts'

/**
 * @throws an OperationError `invalid` with the errors of the address and of the settings; `bad_state` where no module
 *   sends mail, or the server does not take it
 */
export async function sendTestMail(scope: RequestScope): Promise<RouteAnswer> {
  const { language, mailer, settings, body } = scope
  if (!mailer) throw new OperationError('bad_state', { text: 'config.test_mail.none' })
  const to = typeof body['testMail'] === 'string' ? trimText(body['testMail']) : ''
  if (!mailer.isAddress(to)) throw new OperationError('invalid', { errors: { testMail: t(language, 'field.email') } })
  const message = { to, message: { code: 'mail_test', isSecret: false }, language, values: {} }
  const tried = await postedSettings(scope)
  if (tried && mailer.canDeliver(tried)) return tryServer(scope, mailer, tried, message)
  await scope.database.write(async (trx) => {
    await mailer.send(settings, trx, message)
    await scope.audit?.(trx, { title: tested })
  })
  const text = mailer.canDeliver(settings) ? 'config.test_mail.queued' : 'config.test_mail.stored'
  return { msg: t(language, text, { to }), data: null }
}

/** True for the name of a setting of mail. */
export const isOfMail = (name: string): boolean => name.startsWith('mail_')

/** The settings with those of mail that were sent along, checked like those that are saved. Null = none were. */
async function postedSettings(scope: RequestScope): Promise<Settings | null> {
  const { settings, body } = scope
  const posted: Body = Object.fromEntries(
    Object.entries(body).filter(([name]) => isOfMail(name) && Object.hasOwn(settings.own, name)),
  )
  if (Object.keys(posted).length === 0) return null
  const { values } = await readChanges(scope, posted)
  const own = Object.fromEntries(
    [...values].map(([name, text]) => [name, typeof settings.own[name] === 'number' ? Number(text) : text]),
  )
  return { ...settings, own: { ...settings.own, ...own } }
}

async function tryServer(
  scope: RequestScope,
  mailer: Mailer,
  settings: Settings,
  message: OutgoingMessage,
): Promise<RouteAnswer> {
  const { language, database, signal } = scope
  await database.write(async (trx) => scope.audit?.(trx, { title: tested }))
  try {
    await mailer.tryServer(settings, database.query, message, signal)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new OperationError('bad_state', { sentence: t(language, 'config.test_mail.failed', { reason }) })
  }
  return { msg: t(language, 'config.test_mail.sent', { to: message.to }), data: null }
}

const tested = { 'zh-cn': '系统配置-发送测试邮件', en: 'Site settings: send test mail' } as const
