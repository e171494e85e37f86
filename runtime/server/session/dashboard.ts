/** `Dashboard/index`: the greeting of the first page. */
import { say } from '../../protocol/index.ts'
import { defineRoute, type Route } from '../http/route.ts'

export const dashboardRoute: Route = defineRoute({
  area: 'admin', controller: 'Dashboard', action: 'index', method: 'GET', login: 'admin', node: null,
  handler: async ({ language, settings }) => ({ data: { remark: say(language, 'dashboard.remark', { site: settings.siteName }) } }),
})
