/** Notices: to editors about what waits for them, to members about what editors decided. */
import { trimText, type Text } from 'tablewright/protocol'
import {
  listPath,
  lockRows,
  publishNotice,
  type ContractCall,
  type ContractLock,
  type NoticeKind,
} from 'tablewright/server'
import { textOfAll } from './i18n.ts'
import type { Scope, Transaction } from '#generated/cms/server.ts'

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

/**
 * Tells those who may approve it that a text, or changes of a live one, wait.
 * @param refusal the reason of the refusal that they answer; null = there was none
 */
export async function announceReview(
  trx: Transaction,
  { id, title, refusal }: { readonly id: number; readonly title: string; readonly refusal: string | null },
): Promise<void> {
  await publishNotice(trx, {
    kind: reviewNotice,
    path: listPath('cms/content', { search: [{ field: 'id', operator: 'eq', val: String(id) }] }),
    title: reviewNotice.label,
    content:
      refusal === null
        ? textOfAll('waiting.title', { title })
        : textOfAll('waiting.answered', { title, reason: refusal }),
  })
}

export async function announceComment(trx: Transaction, text: string): Promise<void> {
  await publishNotice(trx, { kind: commentNotice, title: commentNotice.label, content: { 'zh-cn': text, en: text } })
}

type Decision =
  | 'approve'
  | 'published'
  | 'refuse'
  | 'approveChanges'
  | 'refuseChanges'
  | 'takeOffline'
  | 'retract'
  | 'comment.approve'
  | 'comment.refuse'

/** The page on which members see their texts and comments. */
const ownTexts = '/user/cms/content'
const ownComments = '/user/cms/comment'

/** Members who are told of a decision: locked before the texts, as references are. */
export const lockMembers = (scope: Scope, trx: Transaction, ids: readonly number[]): ContractLock => ({
  entity: 'member/user',
  lock: () => lockRows(scope, trx, 'member/user', ids, 'reference'),
})

/** A reason may be missing. */
const trimmed = (text: Text): Text => ({ 'zh-cn': trimText(text['zh-cn']), en: trimText(text.en) })

/** Tells a member what editors decided about a text or comment. Nobody is told what they did themselves. */
export async function announceDecision(
  { scope, trx }: { readonly scope: Scope; readonly trx: Transaction },
  decision: Decision,
  {
    userId,
    title,
    reason,
  }: { readonly userId: number | null; readonly title: string; readonly reason?: string | null },
): Promise<void> {
  const { actor, memberNotices } = scope
  if (userId === null || !memberNotices || actor?.member?.id === userId) return
  const values = { title, reason: reason ?? '' }
  const isComment = decision.startsWith('comment.')
  // The contract takes the scope of any module.
  await memberNotices.add({ scope, trx } as unknown as ContractCall, {
    userId,
    kind: isComment ? 'cms/comment' : 'cms/content',
    title: textOfAll(`decision.${decision}.title`, values),
    content: trimmed(textOfAll(`decision.${decision}.content`, values)),
    path: isComment ? ownComments : ownTexts,
  })
}

/** Tells a member of a comment that mentions them. */
export async function announceMention(
  { scope, trx }: { readonly scope: Scope; readonly trx: Transaction },
  userId: number,
  mention: { readonly contentId: number; readonly title: string; readonly name: string; readonly text: string },
): Promise<void> {
  const text = [...mention.text].slice(0, 100).join('')
  // The contract takes the scope of any module.
  await scope.memberNotices?.add({ scope, trx } as unknown as ContractCall, {
    userId,
    kind: 'cms/comment',
    title: textOfAll('mention.title', { name: mention.name, title: mention.title }),
    content: { 'zh-cn': text, en: text },
    path: `/cms/info/${mention.contentId}`,
  })
}
