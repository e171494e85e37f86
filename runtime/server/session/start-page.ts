/** `Index/index`: the data the admin shell loads first. */
import { codes, memoizeByObject, type Language, type MenuNode } from '../../protocol/index.ts'
import { t } from '../../i18n/i18n.ts'
import { requireActor, type TokenAccount } from '../access/actor.ts'
import { menuTree } from '../permissions/menu.ts'
import type { RightsCache } from '../access/rights.ts'
import type { AccessState, GrantedRights } from '../access/state.ts'
import type { DerivedRules } from '../permissions/derived-rules.ts'
import { isNativeClient } from '../http/compat/client.ts'
import { toCompatMenu } from '../http/compat/menu.ts'
import { defineRoute, type RequestScope, type Route, type RouteAnswer } from '../http/route.ts'
import { setXsrfCookie } from '../http/xsrf.ts'
import type { Settings } from '../settings/settings.ts'
import { isSwitchedOff, switchedOffKey } from '../settings/switched-off.ts'
import { adminInfo } from './admins.ts'
import { siteConfig } from './site-config.ts'
import { touchSession } from './sessions.ts'

/** Menus are encoded once per set of rights and cached until rights change. */
export function startPageRoute(rights: RightsCache, derivedRules: DerivedRules): Route {
  return defineRoute({
    area: 'admin',
    controller: 'Index',
    action: 'index',
    method: 'GET',
    login: 'admin',
    node: null,
    handler: async (scope) => {
      const isOurs = isNativeClient(scope.request)
      const menus = (state: AccessState, granted: GrantedRights): readonly MenuNode[] =>
        menuTree(state, granted, derivedRules, scope.language, (name) => isSwitchedOff(scope.settings, name))
      return answerStart(
        scope,
        await rights.memoize(
          requireActor(scope),
          `menu ${scope.language} ${isOurs ? 'ours' : 'old'} ${switchedOffKey(scope.settings)}`,
          (state, granted) => writeMenus(isOurs ? menus(state, granted) : toCompatMenu(menus(state, granted))),
        ),
      )
    },
  })
}

/** As the wire sends it; null when there is none. */
const writeMenus = (menus: readonly MenuNode[]): Buffer | null =>
  menus.length === 0 ? null : Buffer.from(JSON.stringify(menus))

async function answerStart(scope: RequestScope, menus: Buffer | null): Promise<RouteAnswer> {
  const { database, settings, request, reply } = scope
  const { account, super: isSuper } = requireActor(scope)
  if (!account || menus === null) return { code: codes.refused, msg: t(scope.language, 'session.no_menu'), data: null }
  await touchSession(database, account)
  setXsrfCookie(request, reply)
  return {
    before: startOf(account, settings, isSuper),
    cached: menus,
    after: siteMembersOf(settings)[scope.language],
  }
}

/** The members before the menus, computed once for an account as it was read. */
const startOf = memoizeByObject((account: Readonly<TokenAccount>, settings: Settings, isSuper: boolean): Buffer =>
  Buffer.from(`{"adminInfo":${JSON.stringify({ ...adminInfo(account, settings), super: isSuper })},"menus":`),
)

/**
 * What depends on the settings and the language alone, computed once for them: the members after the menus, and the
 * closing bracket.
 */
const siteMembersOf = memoizeByObject((settings: Settings): Readonly<Record<Language, Buffer>> => {
  const membersIn = (language: Language): Buffer => {
    const members = {
      siteConfig: siteConfig(settings, language),
      terminal: {
        phpDevelopmentServer: false,
        installServicePort: String(settings.terminal.port),
        npmPackageManager: settings.terminal.packageManager,
      },
    }
    return Buffer.from(`,${JSON.stringify(members).slice(1)}`)
  }
  return { 'zh-cn': membersIn('zh-cn'), en: membersIn('en') }
})
