/** Comments on texts: who may write one, what waits for review, and how many are shown. */
import { trimText } from 'tablewright/protocol'
import { lockInOrder, lockRows, nowSeconds, OperationError } from 'tablewright/server'
import { readText, type Viewer } from './access.ts'
import { t } from './i18n.ts'
import { idsIn, type TextRow } from './content/text-fields.ts'
import { announceComment, announceDecision, announceMention, lockMembers } from './notices.ts'
import { commentInterval, reviewsComments } from './settings.ts'
import type { Hooks, ModuleEffects, Reading, Scope, Transaction } from '#generated/cms/server.ts'

/** Stores how many comments of these texts are shown. The texts are locked. */
async function refreshComments(trx: Transaction, texts: readonly number[]): Promise<void> {
  for (const { id, count } of await wrongCommentCounts(trx, texts))
    await trx.updateTable('cms_content').set({ comments: count }).where('id', '=', id).execute()
}

/** Texts whose number of comments is not what is stored. @param among absent = all */
export async function wrongCommentCounts(query: Reading, among?: readonly number[]) {
  if (among?.length === 0) return []
  const texts = query.selectFrom('cms_content').select(['id', 'comments']).orderBy('id')
  const rows = await (among ? texts.where('id', 'in', among) : texts).execute()
  const counted = await query
    .selectFrom('cms_comment')
    .select(({ fn }) => ['content_id', fn.countAll<number | string>().as('count')])
    .where('status', '=', 'normal')
    .where('removed', '=', 0)
    .$if(among !== undefined, (select) => select.where('content_id', 'in', among ?? []))
    .groupBy('content_id')
    .execute()
  const counts = new Map(counted.map((row) => [row.content_id, Number(row.count)]))
  return rows
    .map(({ id, comments }) => ({ id, before: comments, count: counts.get(id) ?? 0 }))
    .filter(({ before, count }) => before !== count)
}

const textsOf = async (query: Reading, comments: readonly number[]): Promise<readonly number[]> =>
  comments.length === 0
    ? []
    : (await query.selectFrom('cms_comment').select('content_id').where('id', 'in', comments).execute()).flatMap(
        ({ content_id: id }) => id ?? [],
      )

/** The authors of these comments, and the members whom they mention. */
const membersOf = async (query: Reading, comments: readonly number[]): Promise<readonly number[]> =>
  comments.length === 0
    ? []
    : (
        await query.selectFrom('cms_comment').select(['user_id', 'at_user']).where('id', 'in', comments).execute()
      ).flatMap(({ user_id: id, at_user: column }) => [...(id === null ? [] : [id]), ...idsIn(column)])

const lockTexts = (scope: Scope, trx: Transaction, ids: readonly number[]): Promise<void> =>
  lockRows(scope, trx, 'cms/content', ids, 'write')

export const commentHooks: Hooks<'cms/comment'> = {
  async beforeWrite(scope, trx, _change, ids) {
    const texts = await textsOf(trx, ids)
    await lockInOrder(scope, [
      lockMembers(scope, trx, await membersOf(trx, ids)),
      { entity: 'cms/content', lock: () => lockTexts(scope, trx, texts) },
    ])
  },
  async beforeRemove(_scope, trx, ids) {
    const texts = await textsOf(trx, ids)
    // The rows go next: they count no more.
    await trx.updateTable('cms_comment').set({ removed: 1 }).where('id', 'in', ids).execute()
    await refreshComments(trx, texts)
  },
  async afterWrite(_scope, trx, { action, ids }) {
    if (action === 'del') return
    await refreshComments(trx, await textsOf(trx, ids))
  },
}

export const commentEffects: ModuleEffects['cms/comment'] = {
  async count({ scope, trx, row, input, set }) {
    const reason = 'reason' in input ? String(input.reason) : null
    // An approval takes the reason of an earlier refusal away.
    set({ remark: reason })
    const text = await trx.selectFrom('cms_content').select('title').where('id', '=', row.content_id).executeTakeFirst()
    const decision = reason === null ? 'comment.approve' : 'comment.refuse'
    await announceDecision({ scope, trx }, decision, { userId: row.user_id, title: text?.title ?? '', reason })
    // Members are told of a mention once: a comment that is shown again after a refusal is known already.
    if (decision === 'comment.approve' && row.status === 'unaudited') await tellMentioned(scope, trx, row.id)
  },
}

export interface NewComment {
  readonly contentId: number
  readonly text: string
  /** The comment that it answers. */
  readonly pid?: number | null
  /** Members who are mentioned. */
  readonly atUser?: readonly number[]
  /** Name of a guest. */
  readonly guestName?: string
}

/**
 * Adds a comment. Locks the text and the member, so that of two at once one waits for the interval.
 * @throws an OperationError: `not_found` for a text that the viewer does not see, `bad_state`, `invalid`
 */
export async function addComment(scope: Scope, trx: Transaction, viewer: Viewer, comment: NewComment) {
  const { language, settings } = scope
  const refuse = (sentence: string): never => {
    throw new OperationError('bad_state', { sentence })
  }
  const mentioned = [...new Set(viewer ? comment.atUser : [])].slice(0, 10)
  await lockInOrder(scope, [
    { entity: 'cms/content', lock: () => lockTexts(scope, trx, [comment.contentId]) },
    ...(viewer
      ? [
          {
            entity: 'member/user',
            lock: () => lockRows(scope, trx, 'member/user', [viewer.id, ...mentioned].toSorted(byNumber), 'write'),
          },
        ]
      : []),
  ])
  const readable = await readText(scope, comment.contentId, viewer)
  if (!readable?.isVisible) throw new OperationError('not_found')
  const groups = readable.row.allow_comment_groups ?? 'user'
  if (groups === 'disable' || (groups === 'user' && viewer === null)) refuse(t(language, 'comment.closed'))
  const text = trimText(comment.text)
  const name = trimText(comment.guestName ?? '')
  if (text === '' || text.length > 2000) throw new OperationError('invalid')
  if (viewer === null && (name === '' || name.length > 30)) refuse(t(language, 'comment.guest'))
  await refuseTooOften(scope, trx, viewer)
  const level = scope.wordFilter?.check(settings, text).level ?? null
  if (level === 'refuse') refuse(t(language, 'comment.words'))
  // Guard T33: who is no part of the conversation can be neither named nor told of it.
  // Without: const allowed = new Set(mentioned)
  const allowed = await peopleOf(trx, readable.row, mentioned)
  if (mentioned.some((id) => !allowed.has(id))) refuse(t(language, 'comment.mention'))
  const waits = viewer === null || level === 'review' || reviewsComments(scope)
  const { id } = await trx
    .insertInto('cms_comment')
    .values({
      content_id: comment.contentId,
      type: 'content',
      pid: await answered(trx, comment),
      user_id: viewer?.id ?? null,
      guest_name: viewer ? null : name,
      text,
      at_user: mentioned.length > 0 ? JSON.stringify(mentioned) : null,
      weigh: 0,
      removed: 0,
      status: waits ? 'unaudited' : 'normal',
      remark: null,
      create_time: nowSeconds(),
      version: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (waits) await announceComment(trx, text.slice(0, 100))
  else {
    await refreshComments(trx, [comment.contentId])
    await tellMentioned(scope, trx, id)
  }
  return { id, status: waits ? ('unaudited' as const) : ('normal' as const) }
}

const byNumber = (left: number, right: number): number => left - right

/** The members among these who take part in a conversation: the author, and those whose comments are shown. */
async function peopleOf(
  query: Reading,
  { id, user_id: author }: Pick<TextRow, 'id' | 'user_id'>,
  among: readonly number[],
): Promise<ReadonlySet<number>> {
  if (among.length === 0) return new Set()
  const rows = await query
    .selectFrom('cms_comment')
    .select('user_id')
    .where('content_id', '=', id)
    .where('status', '=', 'normal')
    .where('removed', '=', 0)
    .where('user_id', 'in', [...among])
    .execute()
  return new Set([author, ...rows.map((row) => row.user_id)].flatMap((user) => user ?? []))
}

/** Tells members that a comment which is shown mentions them. They are locked. */
async function tellMentioned(scope: Scope, trx: Transaction, commentId: number): Promise<void> {
  const row = await trx
    .selectFrom('cms_comment as m')
    .innerJoin('cms_content as c', 'c.id', 'm.content_id')
    .leftJoin('user as u', 'u.id', 'm.user_id')
    .select(['m.text', 'm.at_user', 'm.user_id', 'c.id as content_id', 'c.title', 'u.nickname'])
    .where('m.id', '=', commentId)
    .executeTakeFirst()
  if (!row) return
  const mention = { contentId: row.content_id, title: row.title, name: row.nickname ?? '', text: row.text }
  for (const id of idsIn(row.at_user)) if (id !== row.user_id) await announceMention({ scope, trx }, id, mention)
}

/** Only a comment on the same text is answered. */
async function answered(query: Reading, { pid, contentId }: NewComment): Promise<number | null> {
  if (pid === undefined || pid === null) return null
  const row = await query
    .selectFrom('cms_comment')
    .select('id')
    .where('id', '=', pid)
    .where('content_id', '=', contentId)
    .executeTakeFirst()
  return row?.id ?? null
}

async function refuseTooOften(scope: Scope, query: Reading, viewer: Viewer): Promise<void> {
  const interval = commentInterval(scope)
  if (viewer === null || interval === 0) return
  const last = await query
    .selectFrom('cms_comment')
    .select('create_time')
    .where('user_id', '=', viewer.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const left = (last?.create_time ?? 0) + interval - nowSeconds()
  if (last && left > 0)
    throw new OperationError('bad_state', { sentence: t(scope.language, 'comment.interval', { seconds: left }) })
}

/**
 * The author takes a comment away: a place remains where others have answered it.
 * @throws an OperationError `not_found`, also for comments of others
 */
export async function removeOwnComment(
  scope: Scope,
  trx: Transaction,
  viewer: { readonly id: number },
  id: number,
): Promise<void> {
  const [text] = await textsOf(trx, [id])
  if (text !== undefined) await lockTexts(scope, trx, [text])
  const row = await trx
    .selectFrom('cms_comment')
    .select(['id', 'removed'])
    .where('id', '=', id)
    .where('user_id', '=', viewer.id)
    .executeTakeFirst()
  if (!row || row.removed === 1) throw new OperationError('not_found')
  const answer = await trx.selectFrom('cms_comment').select('id').where('pid', '=', id).limit(1).executeTakeFirst()
  if (answer) await trx.updateTable('cms_comment').set({ removed: 1, text: '…' }).where('id', '=', id).execute()
  else await trx.deleteFrom('cms_comment').where('id', '=', id).execute()
  if (text !== undefined) await refreshComments(trx, [text])
}
