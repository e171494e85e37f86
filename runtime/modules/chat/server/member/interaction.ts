/** The message calls of older clients, over the same conversations: they know members, and messages by their ids. */
import { randomUUID } from 'node:crypto'
import { OperationError } from 'tablewright/server'
import type { Scope } from '#generated/chat/server.ts'
import { client, content, id, limit, page } from '../../shared/shapes.ts'
import { t } from '../i18n.ts'
import { memberParty, partyOf, readProfiles } from '../party.ts'
import { defineChatRoute } from '../routes.ts'
import { findAccess, requireAccess, type Access } from '../store/access.ts'
import { isMessage } from '../store/append.ts'
import { privateConversation, types } from '../store/conversations.ts'
import { changeOwnView, hideMessage } from '../store/own-view.ts'
import { countUnread, markRead, readByOthers } from '../store/read.ts'
import { otherMember, sendMessage } from '../store/send.ts'
import { kindName, readable } from '../store/view.ts'
import { listConversations } from './list.ts'
import { requireMember } from './routes.ts'

const base = { area: 'api', login: 'member', right: null } as const
const pageInput = { page, limit } as const
/** A member, under both names that clients use, or a message. */
const addressInput = { type: 'object', properties: { userId: id, user_id: id, id } } as const

/** States of messages, as older clients know them. */
const readStates = { unread: 'unread', read: 'read' } as const

/** The private conversation with a member; null = there is none yet. */
async function findPrivate({ database: { query } }: Scope, member: number, other: number): Promise<Access | null> {
  const row = await query
    .selectFrom('chat_conversation')
    .select('id')
    .where('pair_key', '=', `${Math.min(member, other)}:${Math.max(member, other)}`)
    .executeTakeFirst()
  return row ? findAccess(query, memberParty(member), row.id) : null
}

const count = defineChatRoute({
  ...base,
  path: 'Interaction/count',
  method: 'GET',
  label: { 'zh-cn': '未读消息数', en: 'Unread messages' },
  input: null,
  maxPerMinute: 240,
  handler: async ({ scope, member }) => ({
    count: await countUnread(scope.database.query, memberParty(requireMember(member).id)),
  }),
})

const messageList = defineChatRoute({
  ...base,
  path: 'Interaction/messageList',
  method: 'GET',
  label: { 'zh-cn': '消息列表', en: 'List of messages' },
  input: { type: 'object', properties: pageInput },
  maxPerMinute: 240,
  handler: async ({ scope, member, input }) => {
    const own = requireMember(member).id
    const { list, more, unread } = await listConversations(scope, own, input.page ?? 1)
    const { query } = scope.database
    const lines = await Promise.all(
      list
        .filter(({ type }) => type === 'private')
        .map(async (line) => ({
          id: line.id,
          user_id: await otherMember(query, line.id, own),
          nickname: line.title,
          avatar: line.avatar,
          content: line.preview?.text ?? '',
          status: line.unread > 0 ? readStates.unread : readStates.read,
          unread: line.unread,
          create_time: line.time,
        })),
    )
    return { list: lines, total: lines.length, more, unread }
  },
})

const dialog = defineChatRoute({
  ...base,
  path: 'Interaction/dialog',
  method: 'GET',
  label: { 'zh-cn': '对话', en: 'Dialog' },
  input: { type: 'object', properties: { ...pageInput, userId: id, user_id: id } },
  maxPerMinute: 240,
  handler: async ({ scope, member, input }) => {
    const own = requireMember(member).id
    const other = requireOther(scope, input.userId ?? input.user_id)
    const { query } = scope.database
    const party = memberParty(other)
    const profile = await readProfiles(scope, query, [party])
    const userInfo = { id: other, nickname: profile(party).name, avatar: profile(party).avatar }
    const access = await findPrivate(scope, own, other)
    if (!access) return { list: [], total: 0, userInfo }
    const size = input.limit ?? 50
    const otherSeen = (await readByOthers(query, access)) ?? 0
    const ownSeen = access.participant?.read_seq ?? 0
    const rows = await readable(query, access)
      .selectAll()
      .where('seq', '>', access.participant?.cleared_seq ?? 0)
      .where('recall_time', 'is', null)
      .orderBy('seq', 'desc')
      .limit(size)
      .offset(((input.page ?? 1) - 1) * size)
      .execute()
    const list = rows
      .filter(({ kind }) => isMessage(kindName(kind)))
      .map((row) => {
        const isOwn = partyOf(row)?.id === own
        return {
          id: row.id,
          user_id: row.user_id,
          recipient_id: isOwn ? other : own,
          content: row.content,
          status: row.seq <= (isOwn ? otherSeen : ownSeen) ? readStates.read : readStates.unread,
          create_time: row.create_time,
        }
      })
    return { list: list.toReversed(), total: list.length, userInfo }
  },
})

function requireOther({ language }: Scope, other: number | undefined): number {
  if (other === undefined) throw new OperationError('not_found', { sentence: t(language, 'person') })
  return other
}

const sendRoute = defineChatRoute({
  ...base,
  path: 'Interaction/sendMessage',
  method: 'POST',
  transaction: 'own',
  label: { 'zh-cn': '发送消息', en: 'Send a message' },
  input: {
    type: 'object',
    properties: {
      recipient_id: id,
      userId: id,
      content,
      client_id: client,
    },
    required: ['content'],
  },
  maxPerMinute: 120,
  handler: async ({ scope, member, input }) => {
    const own = requireMember(member).id
    const other = requireOther(scope, input.recipient_id ?? input.userId)
    const conversation = await privateConversation(scope, own, other)
    const message = { conversation, client: input.client_id ?? randomUUID(), text: input.content }
    const { seq } = await sendMessage(scope, memberParty(own), message)
    const row = await scope.database.query
      .selectFrom('chat_message')
      .select(['id', 'create_time'])
      .where('conversation_id', '=', conversation)
      .where('seq', '=', seq)
      .executeTakeFirstOrThrow()
    return { id: row.id, create_time: row.create_time }
  },
})

const markReadRoute = defineChatRoute({
  ...base,
  path: 'Interaction/markRead',
  method: 'POST',
  transaction: 'own',
  label: { 'zh-cn': '标记已读', en: 'Mark as read' },
  input: addressInput,
  maxPerMinute: 240,
  handler: async ({ scope, member, input }) => {
    const own = requireMember(member).id
    const party = memberParty(own)
    const access = await addressed(scope, own, input)
    if (access) {
      await markRead(scope, party, access.conversation.id, { seq: access.conversation.last_seq ?? 0 })
    } else {
      const { list } = await listConversations(scope, own)
      for (const { id: conversation, unread } of list)
        if (unread > 0) await markRead(scope, party, conversation, { seq: Number.MAX_SAFE_INTEGER })
    }
    return { count: await countUnread(scope.database.query, party) }
  },
})

interface Addressed {
  readonly userId?: number
  readonly user_id?: number
  /** The id of a message. */
  readonly id?: number
}

/** The conversation that is named; null = all are meant. */
async function addressed(scope: Scope, own: number, { userId, user_id, id: message }: Addressed) {
  const { query } = scope.database
  const other = userId ?? user_id
  const missing = () => new OperationError('not_found', { sentence: t(scope.language, 'missing') })
  if (other !== undefined) {
    const access = await findPrivate(scope, own, other)
    if (!access) throw missing()
    return access
  }
  if (message === undefined) return null
  const row = await query
    .selectFrom('chat_message')
    .select('conversation_id')
    .where('id', '=', message)
    .executeTakeFirst()
  if (!row) throw missing()
  return requireAccess(scope, query, memberParty(own), row.conversation_id)
}

const delMessage = defineChatRoute({
  ...base,
  path: 'Interaction/delMessage',
  method: 'POST',
  transaction: 'own',
  label: { 'zh-cn': '删除消息', en: 'Delete a message' },
  input: addressInput,
  maxPerMinute: 120,
  handler: async ({ scope, member, input }) => {
    const access = await addressed(scope, requireMember(member).id, input)
    const missing = new OperationError('not_found', { sentence: t(scope.language, 'message.missing') })
    if (!access || access.conversation.type === types.group) throw missing
    if (input.id === undefined) await changeOwnView(scope, access, { clear: true })
    else if (!(await hideMessage(scope, access, input.id))) throw missing
    return { done: true }
  },
})

export const interactionRoutes = [count, messageList, dialog, sendRoute, markReadRoute, delMessage]
