/** Reminders of the service desk: how much is unread, never what it says. */
import { createJobDefinition, nowSeconds, publishNotice, type NoticeKind } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import type { Reading } from '#generated/chat/server.ts'
import { t } from './i18n.ts'
import { states, types } from './store/conversations.ts'

export const unreadAtDesk: NoticeKind = {
  name: 'chat/unread',
  label: { 'zh-cn': '客服未读消息', en: 'Unread messages at the service desk' },
  path: '/admin/chat/desk',
  nodes: [],
}

/** Seconds for which a member has to wait before anybody is reminded. */
const reminderAfter = 600

/** Conversations of the agent and of nobody that wait, and have gone on since the last reminder. */
async function countWaiting(query: Reading, agent: number, since: number, now: number): Promise<number> {
  const row = await query
    .selectFrom('chat_conversation')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('type', '=', types.service)
    .where('status', '=', states.open)
    .where('waiting_time', '<=', now - reminderAfter)
    .where('last_time', '>', since)
    .where((eb) => eb.or([eb('agent_id', '=', agent), eb('agent_id', 'is', null)]))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Every quarter of an hour. An administrator chooses whether the reminder arrives by mail, too. */
export const remindAgents = createJobDefinition<Database>()({
  name: 'chat/remindAgents',
  label: { 'zh-cn': '提醒客服未读消息', en: 'Remind agents of unread messages' },
  schedule: { cron: '*/15 * * * *', payload: null },
  handler: async ({ complete }) => {
    await complete(async (trx) => {
      const now = nowSeconds()
      const agents = await trx.selectFrom('chat_agent').selectAll().orderBy('id').execute()
      for (const { id, admin_id: admin, remind_time: since } of agents) {
        const count = await countWaiting(trx, id, since ?? 0, now)
        if (count === 0) continue
        await trx.updateTable('chat_agent').set({ remind_time: now }).where('id', '=', id).execute()
        await publishNotice(trx, {
          kind: unreadAtDesk,
          to: { admins: [admin] },
          title: { 'zh-cn': t('zh-cn', 'digest.title'), en: t('en', 'digest.title') },
          content: {
            'zh-cn': t('zh-cn', 'digest.content', { count }),
            en: t('en', 'digest.content', { count }),
          },
        })
      }
    })
  },
})
