/** Notices to editors about what waits for them. */
import { listPath, publishNotice, type NoticeKind } from 'tablewright/server'
import { textOfAll } from './i18n.ts'
import type { Transaction } from '#generated/cms/server.ts'

const reviewNotice: NoticeKind = {
  name: 'cms/review',
  label: { 'zh-cn': '待审内容', en: 'Texts to review' },
  path: listPath('cms/content', { search: [{ field: 'status', operator: 'eq', val: 'unaudited' }] }),
  nodes: ['cms/content/approve'],
}

const commentNotice: NoticeKind = {
  name: 'cms/comment',
  label: { 'zh-cn': '待审评论', en: 'Comments to review' },
  path: listPath('cms/comment', { search: [{ field: 'status', operator: 'eq', val: 'unaudited' }] }),
  nodes: ['cms/comment/approve'],
}

export const noticeKinds: readonly NoticeKind[] = [reviewNotice, commentNotice]

/** Tells those who may approve it that a text, or changes of a live one, wait. */
export async function announceReview(trx: Transaction, id: number, title: string): Promise<void> {
  await publishNotice(trx, {
    kind: reviewNotice,
    path: listPath('cms/content', { search: [{ field: 'id', operator: 'eq', val: String(id) }] }),
    title: reviewNotice.label,
    content: textOfAll('waiting.title', { title }),
  })
}

export async function announceComment(trx: Transaction, text: string): Promise<void> {
  await publishNotice(trx, { kind: commentNotice, title: commentNotice.label, content: { 'zh-cn': text, en: text } })
}
