/** Sends a notice by mail to those of its receivers who chose that. */
import { enabledStatus, parseList, readAccess } from '../../../operation/access/access-state.ts'
import type { SystemTables } from '../../../operation/access/system-tables.ts'
import { createJobDefinition, type Job } from '../../../operation/jobs/declaration.ts'
import { noticeLink } from '../link.ts'
import { textIn, type NoticeKind } from '../notice.ts'
import { createReceiverTest } from '../receivers.ts'
import { kindsIn } from './choices.ts'
import { noticeMailJob, type NoticeMailPayload } from './enqueue.ts'
import { adminNotice } from './messages.ts'

/**
 * All mail of a notice is added in the transaction that makes the job done, so that nobody receives it twice. Choices,
 * accounts, rights and addresses count as they are then. Nothing is sent while no module sends mail.
 * @param kinds those of the core and of all modules
 */
export const createNoticeMailJob = (kinds: readonly NoticeKind[]): Job<NoticeMailPayload> =>
  createJobDefinition<SystemTables>()<NoticeMailPayload>({
    name: noticeMailJob,
    label: { 'zh-cn': '邮件发送通知', en: 'Send a notification by mail' },
    handler: async ({ scope, payload, complete }) => {
      const { mailer, settings } = scope
      if (!mailer) return
      await complete(async (trx) => {
        const notice = await trx
          .selectFrom('notice')
          .select(['title', 'content', 'kind', 'path'])
          .where('id', '=', payload.notice)
          .executeTakeFirst()
        const kind = kinds.find(({ name }) => name === notice?.kind)
        if (!notice || !kind) return
        const receivers = await trx
          .selectFrom('notice_read')
          .innerJoin('admin', 'admin.id', 'notice_read.admin_id')
          .innerJoin('notice_mail', 'notice_mail.admin_id', 'admin.id')
          .select(['admin.email', 'admin.group_arr', 'notice_mail.kinds', 'notice_mail.language'])
          .where('notice_read.notice_id', '=', payload.notice)
          .where('admin.status', '=', enabledStatus)
          .orderBy('admin.id')
          .execute()
        const mayKnow = createReceiverTest(await readAccess(trx), kind.nodes)
        for (const { email, group_arr, kinds: chosen, language } of receivers) {
          const to = email ?? ''
          if (!kindsIn(chosen).includes(kind.name) || !mailer.isAddress(to)) continue
          if (kind.nodes.length > 0 && !mayKnow(parseList(group_arr).map(Number))) continue
          await mailer.send(settings, trx, {
            to,
            message: adminNotice,
            language,
            values: {
              title: textIn(notice.title, language),
              content: textIn(notice.content, language),
              kind: kind.label[language],
              link: noticeLink(settings, notice.path ?? ''),
              profile_link: noticeLink(settings, '/admin/routine/adminInfo'),
            },
          })
        }
      })
    },
  })
