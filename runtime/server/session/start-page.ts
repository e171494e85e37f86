/** `Index/index`: what the admin shell asks for on every load. */
import { codes, say, type MenuNode } from '../../protocol/index.ts'
import { menuTree } from '../access/menu.ts'
import type { Rights } from '../access/rights.ts'
import type { WantedRules } from '../access/wanted-rules.ts'
import { defineRoute, type RequestScope, type Route, type RouteAnswer } from '../http/route.ts'
import { giveXsrfCookie } from '../http/xsrf.ts'
import type { Settings } from '../settings.ts'
import { adminInfo } from './admins.ts'
import { visit } from './sessions.ts'

/** Menus are made and written down once for those who hold the same, and kept until somebody changes rights. */
export function startPageRoute(rights: Rights, wanted: WantedRules): Route {
  return defineRoute({
    area: 'admin', controller: 'Index', action: 'index', method: 'GET', login: 'admin', node: null,
    handler: async (scope) => answerStart(scope, await rights.keep(scope.actor!, `menu ${scope.language}`, (state, held) => written(menuTree(state, held, wanted, scope.language)))),
  })
}

/** As the wire sends it; null when there is none. */
const written = (menus: readonly MenuNode[]): Buffer | null => (menus.length === 0 ? null : Buffer.from(JSON.stringify(menus)))

async function answerStart(scope: RequestScope, menus: Buffer | null): Promise<RouteAnswer> {
  const { database, settings, actor, request, reply } = scope
  const row = actor?.tokenId === undefined ? null : await visit(database, actor.tokenId)
  if (!row || menus === null) return { code: codes.refused, msg: say(scope.language, 'session.no_menu'), data: null }
  giveXsrfCookie(request, reply)
  const rest = { siteConfig: siteConfig(settings), terminal: { phpDevelopmentServer: false, installServicePort: '8000', npmPackageManager: 'npm' } }
  const info = { ...adminInfo(row, settings), super: actor!.super }
  return { json: [`{"adminInfo":${JSON.stringify(info)},"menus":`, menus, `,${JSON.stringify(rest).slice(1)}`] }
}

/** Both spellings of every upload setting: each dialect's client calls text methods on its own. */
function siteConfig({ siteName, recordNumber, version, timeZone, languages, upload }: Settings): Readonly<Record<string, unknown>> {
  const suffixes = upload.suffixes.join(',')
  const spellings = {
    mode: 'local', maxSize: upload.maxSize, maxsize: upload.maxSize, saveName: upload.saveName, savename: upload.saveName,
    allowedSuffixes: suffixes, allowedMimeTypes: '', mimetype: suffixes,
  }
  return { siteName, recordNumber, version, cdnUrl: '', apiUrl: '', timeZone, languages, headNav: [], upload: spellings }
}
