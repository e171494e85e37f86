/** Routes of the service desk. What is said is in no log: those that write open their own transactions. */
import { OperationError, readMemberCards, ticketOwnerOf } from 'tablewright/server'
import type { Scope } from '#generated/chat/server.ts'
import {
  actRoute,
  assignRoute,
  type deskActions,
  deskMessagesRoute,
  deskReadRoute,
  deskRecallRoute,
  deskSendRoute,
  deskStateRoute,
  presenceRoute,
  queueRoute,
} from '../../shared/desk-routes.ts'
import { maxFileBytes } from '../../shared/message.ts'
import { conversationInput } from '../../shared/shapes.ts'
import { t } from '../i18n.ts'
import { admitFile, storeFile } from '../member/upload.ts'
import { memberParty, readProfiles, staffParty } from '../party.ts'
import { defineChatRoute } from '../routes.ts'
import { recallSeconds } from '../settings.ts'
import { requireAccess } from '../store/access.ts'
import { markRead, readByOthers } from '../store/read.ts'
import { recallMessage } from '../store/recall.ts'
import { sendMessage } from '../store/send.ts'
import { readPage } from '../store/view.ts'
import {
  awaitCustomer,
  handOver,
  reopenConversation,
  resolveConversation,
  snoozeConversation,
  takeConversation,
} from './actions.ts'
import { isAvailable } from './agents.ts'
import { noteSeen, setAvailable } from './presence.ts'
import { readQueue, stateName } from './queue.ts'

/** The administrator of a route that requires one. */
function adminOf({ actor }: Pick<Scope, 'actor'>): number {
  if (actor?.id == null) throw new Error('the route has to require an administrator')
  return actor.id
}

const seeing = { login: 'admin', right: 'chat/desk/index' } as const
const replying = { login: 'admin', right: 'chat/desk/reply' } as const

const queue = defineChatRoute(queueRoute, {
  ...seeing,
  label: { 'zh-cn': '客服队列', en: 'Queue of the desk' },
  maxPerMinute: 600,
  handler: ({ scope, input }) => readQueue(scope, adminOf(scope), input),
})

const state = defineChatRoute(deskStateRoute, {
  ...seeing,
  label: { 'zh-cn': '会话详情', en: 'Details of a conversation' },
  maxPerMinute: 600,
  handler: async ({ scope, input }) => {
    const { query } = scope.database
    const admin = adminOf(scope)
    const access = await requireAccess(scope, query, staffParty(admin), input.conversation)
    const { conversation, participant } = access
    const { user_id: member } = conversation
    const party = member === null ? null : memberParty(member)
    const agent =
      conversation.agent_id === null
        ? null
        : await query.selectFrom('chat_agent').selectAll().where('id', '=', conversation.agent_id).executeTakeFirst()
    return {
      id: conversation.id,
      me: admin,
      member,
      ...(await readProfiles(scope, query, [party]))(party),
      status: stateName(conversation.status),
      agent: agent?.id ?? null,
      agentName: agent?.name ?? null,
      isMine: agent?.admin_id === admin,
      readSeq: participant?.read_seq ?? 0,
      head: conversation.last_seq ?? 0,
      othersRead: await readByOthers(query, access),
      snoozed: conversation.snooze_time,
      waiting: conversation.waiting_time,
      recallSeconds: recallSeconds(scope.settings),
      // The core knows the tables of a module at run time only.
      cards: member === null ? [] : await readMemberCards(scope as never, member),
      replies: await query
        .selectFrom('chat_canned_reply')
        .select(['code', 'title', 'content'])
        .orderBy('code')
        .limit(200)
        .execute(),
    }
  },
})

const messages = defineChatRoute(deskMessagesRoute, {
  ...seeing,
  label: { 'zh-cn': '读取消息', en: 'Read messages' },
  maxPerMinute: 600,
  handler: async ({ scope, input }) => {
    const access = await requireAccess(scope, scope.database.query, staffParty(adminOf(scope)), input.conversation)
    return readPage(scope, access, input, ticketOwnerOf(scope))
  },
})

const read = defineChatRoute(deskReadRoute, {
  ...seeing,
  transaction: 'own',
  label: { 'zh-cn': '标记已读', en: 'Mark as read' },
  maxPerMinute: 600,
  handler: async ({ scope, input: { conversation, seq, unread } }) => {
    await markRead(scope, staffParty(adminOf(scope)), conversation, { seq, isUnread: unread === true })
    return { done: true }
  },
})

const presence = defineChatRoute(presenceRoute, {
  ...seeing,
  transaction: 'own',
  label: { 'zh-cn': '客服在线状态', en: 'Presence of an agent' },
  maxPerMinute: 60,
  handler: async ({ scope, input: { takes } }) => {
    const admin = adminOf(scope)
    if (takes !== undefined) return { available: await setAvailable(scope, admin, takes) }
    await noteSeen(scope, [admin])
    const agent = await scope.database.query
      .selectFrom('chat_agent')
      .selectAll()
      .where('admin_id', '=', admin)
      .executeTakeFirst()
    return { available: agent !== undefined && isAvailable(scope, agent) }
  },
})

const send = defineChatRoute(deskSendRoute, {
  ...replying,
  transaction: 'own',
  label: { 'zh-cn': '回复', en: 'Reply' },
  maxPerMinute: 600,
  handler: ({ scope, input: { note, ...message } }) =>
    sendMessage(scope, staffParty(adminOf(scope)), { ...message, isNote: note === true }),
})

const recall = defineChatRoute(deskRecallRoute, {
  ...replying,
  transaction: 'own',
  label: { 'zh-cn': '撤回消息', en: 'Recall a message' },
  maxPerMinute: 60,
  handler: async ({ scope, input: { conversation, seq } }) => {
    await recallMessage(scope, staffParty(adminOf(scope)), conversation, seq)
    return { done: true }
  },
})

interface ActionInput {
  readonly conversation: number
  readonly action: (typeof deskActions)[number]
  readonly agent?: number
  readonly until?: number
  readonly note?: string
}

/** @param isForced conversations of others as well */
async function runAction(scope: Scope, input: ActionInput, isForced: boolean): Promise<{ readonly done: true }> {
  const admin = adminOf(scope)
  const { conversation, action, agent, until, note = '' } = input
  if (action === 'hand' && agent === undefined)
    throw new OperationError('invalid', { errors: { agent: t(scope.language, 'agent.choose') } })
  const works = {
    take: () => takeConversation(scope, admin, conversation, isForced),
    queue: () => handOver(scope, admin, conversation, { agent: null, note }, isForced),
    hand: () => handOver(scope, admin, conversation, { agent: agent ?? null, note }, isForced),
    resolve: () => resolveConversation(scope, admin, conversation, isForced),
    reopen: () => reopenConversation(scope, admin, conversation, isForced),
    pending: () => awaitCustomer(scope, admin, conversation, isForced),
    snooze: () => snoozeConversation(scope, admin, conversation, until ?? 0, isForced),
  } as const satisfies Readonly<Record<ActionInput['action'], () => Promise<void>>>
  await works[action]()
  return { done: true }
}

const actOnOwn = defineChatRoute(actRoute, {
  ...replying,
  transaction: 'own',
  label: { 'zh-cn': '处理会话', en: 'Handle conversations' },
  maxPerMinute: 240,
  handler: ({ scope, input }) => runAction(scope, input, false),
})

const assign = defineChatRoute(assignRoute, {
  login: 'admin',
  right: 'chat/desk/assign',
  transaction: 'own',
  label: { 'zh-cn': '分配他人的会话', en: 'Assign conversations of others' },
  maxPerMinute: 240,
  handler: ({ scope, input }) => runAction(scope, input, true),
})

const upload = defineChatRoute({
  kind: 'upload',
  path: 'chat.Desk/upload',
  login: 'admin',
  right: 'chat/desk/reply',
  label: { 'zh-cn': '上传附件', en: 'Upload a file' },
  input: conversationInput,
  maxPerMinute: 30,
  maxBytes: maxFileBytes,
  admit: ({ scope, input }, bytes) => admitFile(scope, staffParty(adminOf(scope)), input.conversation, bytes),
  handler: ({ scope, input, file }) => storeFile(scope, staffParty(adminOf(scope)), input.conversation, file),
})

export const deskRoutes = [queue, state, messages, read, presence, send, recall, actOnOwn, assign, upload]
