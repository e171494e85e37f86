/** What a visitor's page asks for: its first data, and the sign-in of members, whose centre is not open. */
import { codes } from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import { defineRoute, type Route } from '../../http/route.ts'
import { siteConfig } from './site-config.ts'

export const visitorPageRoutes: readonly Route[] = [
  defineRoute({
    area: 'api',
    controller: 'index',
    action: 'index',
    method: 'GET',
    login: 'none',
    node: null,
    handler: async ({ settings, language }) => {
      // Only signed-in admins learn which other sites may be embedded.
      const { iframeOrigins: _, ...site } = siteConfig(settings, language)
      return { data: { site, openMemberCenter: false, userInfo: [], rules: [], menus: [] } }
    },
  }),
  // BuildAdmin's clients call it although the member centre is closed, and show the message.
  defineRoute({
    area: 'api',
    controller: 'user',
    action: 'checkIn',
    method: ['GET', 'POST'],
    login: 'none',
    node: null,
    handler: async ({ language }) => ({ code: codes.refused, msg: t(language, 'member.closed'), data: null }),
  }),
]
