/** Background jobs: owners hear of new sheets, and data that nobody needs any more is deleted. */
import { sql, type SqlBool } from 'kysely'
import {
  createJobDefinition,
  discardFiles,
  isRemovable,
  listPath,
  lockRows,
  nowSeconds,
  publishNotice,
  removeFreeRows,
  type NoticeKind,
} from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { questionnaireOptions } from '#generated/questionnaire/options.ts'
import type { Scope, Transaction } from '#generated/questionnaire/server.ts'
import { draftLife } from './fill/draft.ts'
import { t } from './i18n.ts'
import { identityDays } from './settings.ts'

const defineJob = createJobDefinition<Database>()

export const newSheets: NoticeKind = {
  name: 'questionnaire/newSheets',
  label: { 'zh-cn': '问卷新答卷', en: 'New answer sheets' },
  path: listPath('questionnaire/questionnaire', {}),
  nodes: [],
}

/** Every ten minutes, so that a hundred sheets are one notice. */
export const tellOwners = defineJob({
  name: 'questionnaire/tellOwners',
  label: { 'zh-cn': '提醒问卷有新答卷', en: 'Tell owners of new answer sheets' },
  schedule: { cron: '*/10 * * * *', payload: null },
  handler: async ({ complete }) => {
    await complete(async (trx) => {
      const rows = await trx
        .selectFrom('questionnaire_questionnaire')
        .select(['id', 'title', 'num', 'announced_num', 'admin_id', 'notify'])
        .where('delete_time', 'is', null)
        .where(sql<SqlBool>`coalesce(announced_num, 0) <> coalesce(num, 0)`)
        .orderBy('id')
        .limit(200)
        .execute()
      for (const { id, title, num, announced_num, admin_id, notify } of rows) {
        await trx.updateTable('questionnaire_questionnaire').set({ announced_num: num }).where('id', '=', id).execute()
        const count = (num ?? 0) - (announced_num ?? 0)
        if (count <= 0 || admin_id === null || notify !== questionnaireOptions.notify.yes) continue
        await publishNotice(trx, {
          kind: newSheets,
          to: { admins: [admin_id] },
          path: `/admin/questionnaire/questionnaire?edit=${id}`,
          title: { 'zh-cn': t('zh-cn', 'notice.title', { title }), en: t('en', 'notice.title', { title }) },
          content: {
            'zh-cn': t('zh-cn', 'notice.content', { count, num: num ?? 0 }),
            en: t('en', 'notice.content', { count, num: num ?? 0 }),
          },
        })
      }
    })
  },
})

/** Rows that one run changes. */
const maxRows = 500

/** Old sheets of closed questionnaires lose their people. */
async function forgetPeople(scope: Scope, trx: Transaction): Promise<void> {
  const days = identityDays(scope.settings)
  if (days === 0) return
  const sheets = await trx
    .selectFrom('questionnaire_sheet')
    .select('id')
    .where((eb) => eb.or([eb('user_id', 'is not', null), eb('limiter', 'is not', null)]))
    .where(isRemovable('create_time', days * 86_400))
    .where('questionnaire_id', 'in', (eb) =>
      eb
        .selectFrom('questionnaire_questionnaire')
        .select('id')
        .where((own) =>
          own.or([
            own('status', '=', questionnaireOptions.status.off),
            own('end_time', '<', nowSeconds()),
            own('delete_time', 'is not', null),
          ]),
        ),
    )
    .orderBy('id')
    .limit(maxRows)
    .execute()
  const ids = sheets.map(({ id }) => id)
  if (ids.length === 0) return
  await lockRows(scope, trx, 'questionnaire/sheet', ids, 'write')
  await trx.updateTable('questionnaire_sheet').set({ user_id: null, limiter: null }).where('id', 'in', ids).execute()
}

/** Seconds after which an upload that no sheet has is deleted. */
const freeFileLife = 86_400

/** Every hour: files that no sheet has, drafts that nobody went on with, and who answered closed questionnaires. */
export const cleanUp = defineJob({
  name: 'questionnaire/cleanUp',
  label: { 'zh-cn': '清理问卷数据', en: 'Clean up questionnaires' },
  schedule: { cron: '40 * * * *', payload: null },
  handler: async ({ scope, complete }) => {
    await complete(async (trx) => {
      await forgetPeople(scope, trx)
      await removeFreeRows(trx, 'questionnaire_draft', isRemovable('update_time', draftLife))
      const files = await trx
        .selectFrom('questionnaire_file')
        .select(['id', 'url'])
        .where('sheet_id', 'is', null)
        .where('create_time', '<', nowSeconds() - freeFileLife)
        .orderBy('id')
        .limit(maxRows)
        .execute()
      if (files.length === 0) return
      const ids = files.map(({ id }) => id)
      await lockRows(scope, trx, 'questionnaire/file', ids, 'exclusive')
      // One that was handed in meanwhile stays.
      const removed = await trx
        .deleteFrom('questionnaire_file')
        .where('id', 'in', ids)
        .where('sheet_id', 'is', null)
        .returning('url')
        .execute()
      await discardFiles(
        scope,
        trx,
        removed.map(({ url }) => url),
      )
    })
  },
})
