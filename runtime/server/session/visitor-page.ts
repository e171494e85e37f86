/** `/api/index/index`: what a visitor's pages begin with. The member centre says that it is not open. */
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
    // Which other sites may stand inside is news for those who are signed in.
    const { iframeOrigins: _, ...site } = siteConfig(settings)
    return { data: { site, openMemberCenter: false, userInfo: [], rules: [], menus: [] } }
  },
})
