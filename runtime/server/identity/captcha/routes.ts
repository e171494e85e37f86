/** `/api/common/clickCaptcha` and `checkClickCaptcha`; with `mode=text` a question instead of a picture. */
import { codes } from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import { defineRoute, type Route } from '../../http/route.ts'
import type { Database } from '../../db/database.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { limitKey } from '../../operation/limits/limit-key.ts'
import { countTry, limitState, type LimitRule } from '../../operation/limits/throttle.ts'
import { checkCaptcha, createClickCaptcha, createTextCaptcha, failedTry, isCaptchaId } from './captcha.ts'

/**
 * Challenges one network may request in a minute: enough for a company behind one address whose people all sign in at
 * once. Each is a row of the database until it expires.
 */
const requestRule: LimitRule = {
  windowSeconds: 60,
  captchaFrom: Number.POSITIVE_INFINITY,
  maxFailures: 300,
  wait: 60,
  maxWait: 600,
}

async function refuseFlood(database: Database, ip: string): Promise<void> {
  const key = limitKey('captcha', { network: ip })
  const known = await limitState(database, key, requestRule)
  const { wait } = known.wait > 0 ? known : await countTry(database, [key], requestRule)
  if (wait > 0)
    throw new OperationError('bad_state', { text: 'captcha.wait', params: { minutes: Math.ceil(wait / 60) } })
}

export const captchaRoutes: readonly Route[] = [
  defineRoute({
    area: 'api',
    controller: 'common',
    action: 'clickCaptcha',
    method: 'GET',
    login: 'none',
    node: null,
    handler: async ({ database, language, query, request }) => {
      const id = query.get('id')
      if (!isCaptchaId(id)) throw new OperationError('bad_query')
      // Guard T39: one network gets so many captchas a minute.
      await refuseFlood(database, request.ip)
      return {
        data: await (query.get('mode') === 'text' ? createTextCaptcha : createClickCaptcha)(database, id, language),
      }
    },
  }),
  defineRoute({
    area: 'api',
    controller: 'common',
    action: 'checkClickCaptcha',
    method: 'POST',
    login: 'none',
    node: null,
    // `unset` of the old dialects has no power: only the business call consumes.
    handler: async ({ database, language, body }) => {
      const right = await checkCaptcha(database, body['id'], body['info'])
      return right
        ? { msg: t(language, 'captcha.right'), data: null }
        : { code: codes.refused, msg: t(language, failedTry(body['info'])), data: null }
    },
  }),
]
