/** `POST routine.Config/sendTestMail {testMail}`: a mail to that address by the settings as they are stored. */
import { trimText } from '../../protocol/index.ts'
import { t } from '../../i18n/i18n.ts'
import { OperationError } from '../errors/operation-error.ts'
import type { RequestScope, RouteAnswer } from '../http/route.ts'

/**
 * Clients of BuildAdmin send the settings of their form along: those count once they are saved.
 * @throws an OperationError `invalid` with the error of the address; `bad_state` where no module sends mail
 */
export async function sendTestMail(scope: RequestScope): Promise<RouteAnswer> {
  const { language, mailer, settings, body } = scope
  if (!mailer) throw new OperationError('bad_state', { text: 'config.test_mail.none' })
  const to = typeof body['testMail'] === 'string' ? trimText(body['testMail']) : ''
  if (!mailer.isAddress(to)) throw new OperationError('invalid', { errors: { testMail: t(language, 'field.email') } })
  await scope.database.write(async (trx) => {
    await mailer.send(settings, trx, { to, message: { code: 'mail_test', isSecret: false }, language, values: {} })
    await scope.audit?.(trx, { title: tested })
  })
  const text = mailer.canDeliver(settings) ? 'config.test_mail.queued' : 'config.test_mail.stored'
  return { msg: t(language, text, { to }), data: null }
}

const tested = { 'zh-cn': '系统配置-发送测试邮件', en: 'Site settings: send test mail' } as const
