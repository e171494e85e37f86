/**
 * `ajax/clearCache`: an entry in the menu of super admins. Every process caches rights, menus and site settings until a
 * version in the database changes; both versions change here, so all processes read them again. Expired rows are
 * removed as well.
 */
import { requireActor } from '../../operation/access/actor.ts'
import { codes } from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import { bumpAccessVersion } from '../../operation/access/access-version.ts'
import { purgeCaptchas } from '../../identity/captcha/captcha.ts'
import { defineRoute, type RequestScope, type Route, type RouteAnswer } from '../../http/route.ts'
import { purgeThrottles } from '../../operation/limits/throttle.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { purgeTokens } from '../../identity/session/tokens.ts'

/** The cache types a client can request; the third type, the browser's own storage, never reaches the server. */
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

async function clearCache(scope: RequestScope): Promise<RouteAnswer> {
  const { body, database, settingsStore, language, audit } = scope
  if (!requireActor(scope).super) return { code: codes.forbidden, msg: t(language, 'cache.super'), data: [] }
  if (!types.includes(body['type'])) throw new OperationError('invalid', { text: 'cache.type' })
  await database.write(async (trx) => {
    await bumpAccessVersion(trx)
    await settingsStore.change(trx, new Map())
    await purgeTokens(trx)
    await purgeCaptchas(trx)
    await purgeThrottles(trx)
    await audit?.(trx, { title: cleared })
  })
  settingsStore.invalidate()
  return { msg: t(language, 'cache.cleared'), data: null }
}

const cleared = { 'zh-cn': '清理缓存', en: 'Clear caches' } as const
