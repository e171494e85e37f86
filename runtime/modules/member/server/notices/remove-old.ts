import { createJobDefinition, isRemovable, removeFreeRows } from 'tablewright/server'
import type { Database } from '#generated/database.ts'

/** Seconds for which notices of members are stored, read or not. */
const noticeLife = 365 * 86_400

/** Notices that one night removes. */
const maxNotices = 10_000

/** Every night: removes notices of members that are older than a year. */
export const removeOldNotices = createJobDefinition<Database>()({
  name: 'member/removeOldNotices',
  label: { 'zh-cn': '清理会员通知', en: 'Remove old notifications of members' },
  schedule: { cron: '40 3 * * *', payload: null },
  handler: async ({ complete }) => {
    await complete(async (trx) => {
      await removeFreeRows(trx, 'user_notice', isRemovable('create_time', noticeLife), maxNotices)
    })
  },
})
