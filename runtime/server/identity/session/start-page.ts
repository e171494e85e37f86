/** `Index/index`: the data the admin shell loads first. */
import { codes, type MenuNode } from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import { requireActor } from '../../operation/access/actor.ts'
import { menuTree } from '../permissions/menu.ts'
import type { RightsCache } from '../../operation/access/rights.ts'
import type { AccessState, GrantedRights } from '../../operation/access/access-state.ts'
import type { DerivedRules } from '../permissions/derived-rules.ts'
import { isNativeClient } from '../../http/compat/client.ts'
import { toCompatMenu } from '../../http/compat/menu.ts'
import { defineRoute, type RequestScope, type Route, type RouteAnswer } from '../../http/route.ts'
import { setXsrfCookie } from '../../http/xsrf.ts'
import { isSwitchedOff, switchedOffKey } from '../../settings/disabled-pages.ts'
import { adminInfo } from './admins.ts'
import { siteConfig } from './site-config.ts'
import { touchSession } from './sessions.ts'

/** Menus are made once per set of rights and cached until rights change. */
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
          (state, granted): readonly unknown[] =>
            isOurs ? menus(state, granted) : toCompatMenu(menus(state, granted)),
        ),
      )
    },
  })
}

async function answerStart(scope: RequestScope, menus: readonly unknown[]): Promise<RouteAnswer> {
  const { database, settings, language, request, reply } = scope
  const { account, super: isSuper } = requireActor(scope)
  if (!account || menus.length === 0) return { code: codes.refused, msg: t(language, 'session.no_menu'), data: null }
  await touchSession(database, account)
  setXsrfCookie(request, reply)
  return {
    data: {
      adminInfo: { ...adminInfo(account, settings), super: isSuper },
      menus,
      siteConfig: siteConfig(settings, language),
      terminal: {
        phpDevelopmentServer: false,
        installServicePort: String(settings.terminal.port),
        npmPackageManager: settings.terminal.packageManager,
      },
    },
  }
}
