/** `Dashboard/index`: the greeting of the first page; a remark on that page replaces it. */
import { t } from '../../i18n/i18n.ts'
import { defineRoute, type Route } from '../http/route.ts'

const page = 'dashboard'

export const dashboardRoute: Route = defineRoute({
  area: 'admin',
  controller: 'Dashboard',
  action: 'index',
  method: 'GET',
  login: 'admin',
  node: `${page}/index`,
  handler: async ({ language, settings, remarkOf }) => ({
    data: { remark: (await remarkOf?.(page)) || t(language, 'dashboard.remark', { site: settings.siteName }) },
  }),
})
