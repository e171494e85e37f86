/** `Dashboard/index`: the greeting of the first page; a remark on that page replaces it. */
import { t } from '../../../i18n/i18n.ts'
import type { Access } from '../../operation/access/access.ts'
import { requireActor } from '../../operation/access/actor.ts'
import { forwardedProblems } from '../../http/connections/forwarded.ts'
import { defineRoute, type RequestScope, type Route } from '../../http/route.ts'

const page = 'dashboard'

/** @param access decides who is shown what is wrong with the installation: those who see its settings */
export function dashboardRoute(access: Access): Route {
  return defineRoute({
    area: 'admin',
    controller: 'Dashboard',
    action: 'index',
    method: 'GET',
    login: 'admin',
    node: `${page}/index`,
    handler: async (scope) => {
      const { language, settings, remarkOf } = scope
      const remark = (await remarkOf?.(page)) || t(language, 'dashboard.remark', { site: settings.siteName })
      const warnings = access.can(requireActor(scope), 'routine/config/index') ? await warningsOf(scope) : []
      return { data: { remark, ...(warnings.length > 0 && { warnings }) } }
    },
  })
}

async function warningsOf({ database, language }: RequestScope): Promise<readonly string[]> {
  const problems = await forwardedProblems(database)
  return problems.map(({ problem, address }) =>
    t(language, problem === 'untrusted' ? 'dashboard.forwarded' : 'dashboard.forwarded_address', { address }),
  )
}
