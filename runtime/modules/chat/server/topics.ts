/** Realtime topics of conversations, their states, the list of a member and the queue of the desk. */
import type { TopicCall, TopicKind } from 'tablewright/server'
import { ticketOwnerOf } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import type { Scope } from '#generated/chat/server.ts'
import { deskTopic, presenceTopic } from '../shared/message.ts'
import { memberParty, staffParty, type Party } from './party.ts'
import { announcePresence, noteSeen } from './desk/presence.ts'
import { findAccess, worksAtDesk, type Access } from './store/access.ts'
import { readBlocks, types } from './store/conversations.ts'
import { otherMember } from './store/send.ts'
import { readable, viewMessages } from './store/view.ts'

/** Null = neither a member nor somebody of the desk. */
const viewerOf = ({ scope, member }: TopicCall<Database>): Party | null => {
  if (member) return memberParty(member.id)
  return worksAtDesk(scope) && scope.actor?.id != null ? staffParty(scope.actor.id) : null
}

async function accessTo(call: TopicCall<Database>): Promise<Access | null> {
  const viewer = viewerOf(call)
  const id = Number(call.key)
  if (!viewer || !Number.isSafeInteger(id) || String(id) !== call.key) return null
  return findAccess(call.scope.database.query, viewer, id)
}

/** Guard T12: who has left hears nothing more. */
const mayFollow = (access: Access | null): boolean => access !== null && access.to === null

const conversations: TopicKind<Database> = {
  name: 'chat',
  mayRead: async (call) => mayFollow(await accessTo(call)),
  async fetch(call, after, limit) {
    const access = await accessTo(call)
    if (!access) return []
    const { scope, member } = call
    const { query } = scope.database
    const rows = await readable(query, access)
      .selectAll()
      .where('seq', '>', Math.max(after, access.participant?.cleared_seq ?? 0))
      .orderBy('seq')
      .limit(limit)
      .execute()
    const owner = ticketOwnerOf({ actor: scope.actor, member })
    const messages = await viewMessages(scope as Scope, query, access, rows, owner)
    return messages.map(({ seq, ...data }) => ({ seq, data }))
  },
  // Typing is shown between two; who has blocked the other is not shown it.
  async maySend(call) {
    const access = await accessTo(call)
    if (!access || !mayFollow(access) || access.conversation.type === types.group) return false
    if (access.conversation.type === types.service) return true
    const { query } = call.scope.database
    const other = await otherMember(query, access.conversation.id, access.viewer.id)
    return other !== null && (await readBlocks(query, access.viewer.id, other)).size === 0
  },
}

const conversationStates: TopicKind<Database> = {
  name: 'chatState',
  mayRead: async (call) => mayFollow(await accessTo(call)),
}

const inboxes: TopicKind<Database> = {
  name: 'chatInbox',
  // Guard T20: members hear of their own conversations.
  mayRead: async ({ member, key }) => member !== null && key === String(member.id),
}

const desk: TopicKind<Database> = {
  name: 'chatDesk',
  // Guard T12: the queue is for those who work at the desk.
  mayRead: async ({ scope, member, topic }) => member === null && topic === deskTopic && worksAtDesk(scope),
  onJoin: async ({ scope }) => noteSeen(scope as Scope, [scope.actor?.id ?? null]),
  async onBeat(scope, present) {
    const own = scope as Scope
    await noteSeen(
      own,
      present.map(({ scope: { actor } }) => actor?.id ?? null),
    )
    await announcePresence(own)
  },
}

/** Whether a member who writes to the desk finds somebody there. */
const presence: TopicKind<Database> = {
  name: 'chatPresence',
  mayRead: async ({ member, topic }) => member !== null && topic === presenceTopic,
  onJoin: async ({ scope }) => announcePresence(scope as Scope),
  onBeat: async (scope) => announcePresence(scope as Scope),
}

export const chatTopics = [conversations, conversationStates, inboxes, desk, presence]
