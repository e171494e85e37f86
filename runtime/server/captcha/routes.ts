/** `/api/common/clickCaptcha` and `checkClickCaptcha`; with `mode=text` a question instead of a picture. */
import { codes } from '../../protocol/index.ts'
import { t } from '../../i18n/i18n.ts'
import { defineRoute, type Route } from '../http/route.ts'
import { OperationError } from '../errors/operation-error.ts'
import { checkCaptcha, createClickCaptcha, createTextCaptcha, failedTry, isCaptchaId } from './captcha.ts'

export const captchaRoutes: readonly Route[] = [
  defineRoute({
    area: 'api',
    controller: 'common',
    action: 'clickCaptcha',
    method: 'GET',
    login: 'none',
    node: null,
    handler: async ({ database, language, query }) => {
      const id = query.get('id')
      if (!isCaptchaId(id)) throw new OperationError('bad_query')
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
