/** The channels beside the list of texts: how many texts of each its reader may list, and how many of them wait. */
import { createRouteDefinition, mayList, records, type ModuleRoute } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { contentOptions } from '#generated/cms/options.ts'
import type { CmsServerParts } from '#generated/cms/parts.ts'
import { channelCounts } from '../../shared/routes.ts'
import type { Records } from '#generated/cms/server.ts'

const defineModuleRoute = createRouteDefinition<Database>()

/** Channels of a site are few. */
const maxChannels = 200

const { shown: states, to_review: answers } = contentOptions

export const channelCountsRoute: ModuleRoute = defineModuleRoute(channelCounts, {
  login: 'admin',
  right: 'cms/content/index',
  label: { 'zh-cn': '栏目内容数', en: 'Texts of channels' },
  maxPerMinute: 240,
  async handler({ scope }) {
    // Guard T15: the records count what their reader may list.
    const own = records<CmsServerParts>(scope)
    const admin = scope.actor?.id ?? 0
    return {
      list: mayList(scope, 'cms/channel') ? await countChannels(own) : [],
      total: await own.count('cms/content'),
      toReview: await own.count('cms/content', { to_review: answers.yes }),
      scheduled: await own.count('cms/content', { shown: states.scheduled }),
      own: await own.count('cms/content', { admin_id: admin }),
      admin,
    }
  },
})

async function countChannels(own: Records) {
  const rows = await own.find('cms/channel', { limit: maxChannels, order: { field: 'weigh', direction: 'desc' } })
  const list = []
  for (const { id, pid, name, type, status } of rows)
    list.push({
      id,
      pid: pid ?? 0,
      name,
      isLink: type === 'link',
      isOff: status === 0,
      total: await own.count('cms/content', { channel_id: id }),
      toReview: await own.count('cms/content', { channel_id: id, to_review: answers.yes }),
    })
  return list
}
