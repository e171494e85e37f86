/** `/api/index/index`: the first data of a visitor's page. The member centre answers that it is not open. */
import { defineRoute, type Route } from '../http/route.ts'
import { siteConfig } from './site-config.ts'

export const visitorPageRoute: Route = defineRoute({
  area: 'api',
  controller: 'index',
  action: 'index',
  method: 'GET',
  login: 'none',
  node: null,
  handler: async ({ settings }) => {
    // Only signed-in admins learn which other sites may be embedded.
    const { iframeOrigins: _, ...site } = siteConfig(settings)
    return { data: { site, openMemberCenter: false, userInfo: [], rules: [], menus: [] } }
  },
})
