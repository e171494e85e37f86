/**
 * `ajax/clearCache`: the entry of super admins' own menu. Every process keeps rights, menus and site settings until a
 * stamp in the database changes; both stamps change here, so all processes read anew. Rows whose time is over go as
 * well.
 */
import { codes } from '../../protocol/index.ts'
import { t } from '../../i18n/i18n.ts'
import { bumpAccessVersion } from '../access/access-version.ts'
import { purgeCaptchas } from '../captcha/captcha.ts'
import { defineRoute, type RequestScope, type Route, type RouteAnswer } from '../http/route.ts'
import { purgeThrottles } from '../limits/throttle.ts'
import { OperationError } from '../errors/operation-error.ts'
import { purgeTokens } from '../session/tokens.ts'

/** What clients ask to have cleared; their third kind, the browser's own storage, never comes here. */
const types: readonly unknown[] = ['tp', 'all']

export const clearCacheRoute: Route = defineRoute({
  area: 'admin',
  controller: 'ajax',
  action: 'clearCache',
  method: 'POST',
  login: 'admin',
  node: null,
  handler: clearCache,
})

async function clearCache({ actor, body, database, site, language, audit }: RequestScope): Promise<RouteAnswer> {
  if (!actor!.super) return { code: codes.forbidden, msg: t(language, 'cache.super'), data: [] }
  if (!types.includes(body['type'])) throw new OperationError('invalid', { text: 'cache.type' })
  await database.write(async (trx) => {
    await bumpAccessVersion(trx)
    await site.change(trx, new Map())
    await purgeTokens(trx)
    await purgeCaptchas(trx)
    await purgeThrottles(trx)
    await audit?.(trx, { title: cleared })
  })
  site.forget()
  return { msg: t(language, 'cache.cleared'), data: null }
}

const cleared = { 'zh-cn': '清理缓存', en: 'Clear caches' } as const
