/** Routes of members. Those that write open their own transactions: what is said is in no log. */
import { accountName, OperationError, ticketOwnerOf, type Member } from 'tablewright/server'
import type { Scope } from '#generated/chat/server.ts'
import {
  changeGroupRoute,
  changeRoute,
  countRoute,
  createGroupRoute,
  listRoute,
  messagesRoute,
  openRoute,
  readRoute,
  recallRoute,
  searchRoute,
  sendRoute,
  stateRoute,
} from '../../shared/routes.ts'
import { t } from '../i18n.ts'
import { hasMembers, memberParty } from '../party.ts'
import { defineChatRoute } from '../routes.ts'
import { requireAccess } from '../store/access.ts'
import { privateConversation, refuse, serviceConversation, types } from '../store/conversations.ts'
import { addToGroup, createGroup, leaveGroup, renameGroup, setBlock } from '../store/groups.ts'
import { changeOwnView } from '../store/own-view.ts'
import { countUnread, markRead } from '../store/read.ts'
import { recallMessage } from '../store/recall.ts'
import { searchMessages } from '../store/search.ts'
import { otherMember, sendMessage } from '../store/send.ts'
import { readPage } from '../store/view.ts'
import { conversationState, listConversations } from './list.ts'

/** The member of a route that requires one. */
export function requireMember(member: Member | null): Member {
  if (!member) throw new Error('the route has to require a member')
  return member
}

const base = { login: 'member', right: null } as const

const list = defineChatRoute(listRoute, {
  ...base,
  label: { 'zh-cn': '我的会话', en: 'My conversations' },
  maxPerMinute: 240,
  handler: ({ scope, member, input }) => listConversations(scope, requireMember(member).id, input.page),
})

const count = defineChatRoute(countRoute, {
  ...base,
  label: { 'zh-cn': '未读消息数', en: 'Unread messages' },
  maxPerMinute: 240,
  handler: async ({ scope, member }) => ({
    count: await countUnread(scope.database.query, memberParty(requireMember(member).id)),
  }),
})

/** The member of a username. @throws an OperationError `not_found` */
async function requireUsername({ database, registry, language }: Scope, username: string): Promise<number> {
  const row = hasMembers({ registry })
    ? await database.query
        .selectFrom('user')
        .select('id')
        .where('username', '=', accountName(username))
        .where('status', '=', 'enable')
        .executeTakeFirst()
    : undefined
  if (!row) throw new OperationError('not_found', { sentence: t(language, 'person') })
  return row.id
}

const open = defineChatRoute(openRoute, {
  ...base,
  transaction: 'own',
  label: { 'zh-cn': '打开会话', en: 'Open a conversation' },
  // Guard T34: usernames cannot be tried out in numbers.
  maxPerMinute: 20,
  handler: async ({ scope, member, input: { service, member: other, username } }) => {
    const { id } = requireMember(member)
    if (service === true) return { conversation: await serviceConversation(scope, id) }
    const person = username === undefined ? other : await requireUsername(scope, username)
    if (person === undefined) throw new OperationError('not_found', { sentence: t(scope.language, 'person') })
    return { conversation: await privateConversation(scope, id, person) }
  },
})

const state = defineChatRoute(stateRoute, {
  ...base,
  label: { 'zh-cn': '会话状态', en: 'State of a conversation' },
  maxPerMinute: 600,
  handler: ({ scope, member, input }) => conversationState(scope, requireMember(member).id, input.conversation),
})

const messages = defineChatRoute(messagesRoute, {
  ...base,
  label: { 'zh-cn': '读取消息', en: 'Read messages' },
  maxPerMinute: 600,
  handler: async ({ scope, member, input }) => {
    const { id } = requireMember(member)
    const access = await requireAccess(scope, scope.database.query, memberParty(id), input.conversation)
    return readPage(scope, access, input, ticketOwnerOf({ actor: null, member }))
  },
})

const search = defineChatRoute(searchRoute, {
  ...base,
  label: { 'zh-cn': '搜索消息', en: 'Search messages' },
  maxPerMinute: 60,
  handler: async ({ scope, member, input }) => {
    const { id } = requireMember(member)
    const access = await requireAccess(scope, scope.database.query, memberParty(id), input.conversation)
    return searchMessages(scope, access, input.text, ticketOwnerOf({ actor: null, member }))
  },
})

const send = defineChatRoute(sendRoute, {
  ...base,
  transaction: 'own',
  label: { 'zh-cn': '发送消息', en: 'Send a message' },
  maxPerMinute: 600,
  handler: ({ scope, member, input }) => sendMessage(scope, memberParty(requireMember(member).id), input),
})

const read = defineChatRoute(readRoute, {
  ...base,
  transaction: 'own',
  label: { 'zh-cn': '标记已读', en: 'Mark as read' },
  maxPerMinute: 600,
  handler: async ({ scope, member, input: { conversation, seq, unread } }) => {
    await markRead(scope, memberParty(requireMember(member).id), conversation, { seq, isUnread: unread === true })
    return { done: true }
  },
})

const recall = defineChatRoute(recallRoute, {
  ...base,
  transaction: 'own',
  label: { 'zh-cn': '撤回消息', en: 'Recall a message' },
  maxPerMinute: 60,
  handler: async ({ scope, member, input }) => {
    await recallMessage(scope, memberParty(requireMember(member).id), input.conversation, input.seq)
    return { done: true }
  },
})

const change = defineChatRoute(changeRoute, {
  ...base,
  transaction: 'own',
  label: { 'zh-cn': '设置会话', en: 'Change a conversation' },
  maxPerMinute: 60,
  handler: async ({ scope, member, input: { conversation, muted, clear, blocked } }) => {
    const { id } = requireMember(member)
    const access = await requireAccess(scope, scope.database.query, memberParty(id), conversation)
    await changeOwnView(scope, access, { muted, clear })
    if (blocked !== undefined) {
      const other =
        access.conversation.type === types.private ? await otherMember(scope.database.query, conversation, id) : null
      if (other === null) refuse(t(scope.language, 'person'))
      await setBlock(scope, id, other, blocked)
    }
    return { done: true }
  },
})

const addGroup = defineChatRoute(createGroupRoute, {
  ...base,
  transaction: 'own',
  label: { 'zh-cn': '创建群聊', en: 'Create a group' },
  // Guard T34: usernames cannot be tried out in numbers.
  maxPerMinute: 6,
  handler: async ({ scope, member, input: { title, usernames, history } }) => {
    const members: number[] = []
    for (const username of usernames) members.push(await requireUsername(scope, username))
    const conversation = await createGroup(scope, requireMember(member).id, {
      title,
      members,
      history: history === true,
    })
    return { conversation }
  },
})

const changeGroup = defineChatRoute(changeGroupRoute, {
  ...base,
  transaction: 'own',
  label: { 'zh-cn': '管理群聊', en: 'Manage a group' },
  maxPerMinute: 20,
  handler: async ({ scope, member, input: { conversation, title, add, remove, leave } }) => {
    const { id } = requireMember(member)
    if (title !== undefined) await renameGroup(scope, id, conversation, title)
    if (add !== undefined) await addToGroup(scope, id, conversation, await requireUsername(scope, add))
    if (remove !== undefined) await leaveGroup(scope, id, conversation, remove)
    if (leave === true) await leaveGroup(scope, id, conversation)
    return { done: true }
  },
})

export const memberRoutes = [
  list,
  count,
  open,
  state,
  messages,
  search,
  send,
  read,
  recall,
  change,
  addGroup,
  changeGroup,
]
