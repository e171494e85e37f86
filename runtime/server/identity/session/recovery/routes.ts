/** `Index/sendRecoveryCode` and `Index/resetPassword`: a new password for an administrator who forgot the old one. */
import { trimText } from '../../../../protocol/index.ts'
import { t } from '../../../../i18n/i18n.ts'
import { consumeCaptcha, failedTry } from '../../captcha/captcha.ts'
import { OperationError } from '../../../core/errors/operation-error.ts'
import { defineRoute, type RequestScope, type Route } from '../../../http/route.ts'
import { enqueueJob } from '../../../operation/jobs/queue.ts'
import { countMessage } from '../../../operation/limits/messages.ts'
import type { Scope } from '../../../operation/scope.ts'
import type { SystemDatabase, SystemRow } from '../../../operation/access/system-tables.ts'
import { isKnownPlace } from '../known-networks.ts'
import { accountsNamed, noteRequest, receiversOf } from './codes.ts'
import { resetPassword } from './reset-password.ts'
import { sendRecoveryCode } from './send-code.ts'

/** Whether the site can send codes: without a mail server nobody would receive them. */
export const canRecover = ({ mailer, settings }: Pick<Scope, 'mailer' | 'settings'>): boolean =>
  mailer?.canDeliver(settings) === true

export const recoveryRoutes: readonly Route[] = [
  defineRoute({
    area: 'admin',
    controller: 'Index',
    action: 'sendRecoveryCode',
    method: 'POST',
    login: 'none',
    node: null,
    handler: async (scope) => {
      refuseWithoutMail(scope)
      const { database, language, body, request } = scope
      const account = trimText(textOf(body['account']))
      if (account === '')
        throw new OperationError('invalid', { errors: { account: t(language, 'recovery.account_required') } })
      // Guard T36: codes of recovery are sent to who solved a captcha.
      if (!(await consumeCaptcha(database, body['captchaId'], body['captchaInfo'])))
        throw new OperationError('invalid', { errors: { captchaInfo: t(language, failedTry(body['captchaInfo'])) } })
      const accounts = await accountsNamed(database, account)
      const to = receiversOf(accounts, account)
      const wait = await countMessage(database, {
        ip: request.ip,
        isKnownPlace: await isKnownToAny(database, accounts, request.ip),
        to,
        event: 'recovery',
      })
      if (wait > 0) throw new OperationError('bad_state', { text: 'recovery.wait', params: { seconds: wait } })
      await database.write(async (trx) => {
        await noteRequest(trx, to)
        await enqueueJob(trx, sendRecoveryCode, { account, language })
      })
      return { msg: t(language, 'recovery.sent'), data: null }
    },
  }),
  defineRoute({
    area: 'admin',
    controller: 'Index',
    action: 'resetPassword',
    method: 'POST',
    login: 'none',
    node: null,
    handler: async (scope) => {
      refuseWithoutMail(scope)
      const { body, language, request } = scope
      await resetPassword(scope, {
        account: trimText(textOf(body['account'])),
        code: textOf(body['recovery_code']).replaceAll(/\s/g, ''),
        password: textOf(body['password'], 1000),
        ip: request.ip,
      })
      return { msg: t(language, 'recovery.done'), data: null }
    },
  }),
]

/** The same work for a name without accounts. */
async function isKnownToAny({ query }: SystemDatabase, accounts: readonly SystemRow<'admin'>[], ip: string) {
  const known = []
  for (const account of accounts.length > 0 ? accounts : [null]) known.push(await isKnownPlace(query, account, ip))
  return known.includes(true)
}

function refuseWithoutMail(scope: RequestScope): void {
  if (!canRecover(scope)) throw new OperationError('bad_state', { text: 'recovery.off' })
}

/** Longer text is no name of an account. */
const textOf = (value: unknown, maxLength = 100): string =>
  typeof value === 'string' && value.length <= maxLength ? value : ''
