/** Members suggest links of other sites. */
import {
  consumeCaptcha,
  countTry,
  createRouteDefinition,
  failedTry,
  limitKey,
  OperationError,
  records,
  RouteReply,
  type LimitRule,
  type ModuleRoute,
} from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import type { CmsServerParts } from '#generated/cms/parts.ts'
import { applyFriendlyLink } from '../../shared/site/index-routes.ts'
import { t } from '../i18n.ts'
import { asAuthor, requireMember } from './caller.ts'
import { needsCaptcha } from './captcha.ts'

const defineRoute = createRouteDefinition<Database>()

/** Links that a network may suggest in a day. */
const suggestions: LimitRule = { windowSeconds: 86_400, captchaFrom: 0, maxFailures: 5, wait: 3600, maxWait: 86_400 }

const linkRoute = defineRoute(applyFriendlyLink, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '申请友情链接', en: 'Suggest a link' },
  maxPerMinute: 20,
  transaction: 'own',
  async handler({ scope, member, visitor, input: { captchaId, captchaInfo, ...link } }) {
    const { language, database } = scope
    const { id } = requireMember(member)
    if (needsCaptcha(scope) && !(await consumeCaptcha(database, captchaId, captchaInfo)))
      throw new OperationError('invalid', { text: failedTry(captchaInfo), errors: { captcha: t(language, 'captcha') } })
    // Guard T35: a network suggests a few links in a day.
    const { wait } = await countTry(database, [limitKey('cms links', { network: visitor.ip })], suggestions)
    if (wait > 0) throw new OperationError('bad_state', { sentence: t(language, 'links.often') })
    await database.write(async (trx) => {
      await records<CmsServerParts>(asAuthor(scope, id), trx).create(
        'cms/friendly_link',
        { ...link, target: '_blank' },
        { user_id: id },
      )
    })
    return new RouteReply({ status: 'pending_trial' }, { msg: t(language, 'links.thanks') })
  },
})

export const linkRoutes: readonly ModuleRoute[] = [linkRoute]
