/** Groups: members come and go, and read what was said while they were in. */
import { trimText } from 'tablewright/protocol'
import { hintTopic, insertMissing, lockRows, nowSeconds, OperationError, recheckTopic } from 'tablewright/server'
import type { Scope, Transaction } from '#generated/chat/server.ts'
import { conversationTopic, maxGroup, stateTopic } from '../../shared/message.ts'
import { t } from '../i18n.ts'
import { holderOf, memberParty, readProfiles } from '../party.ts'
import { findAccess, type Access } from './access.ts'
import { append, writeEntries } from './append.ts'
import {
  addConversation,
  countNewConversation,
  isActiveMember,
  lockConversation,
  newParticipant,
  readBlocks,
  refuse,
  requireType,
  types,
  type Conversation,
} from './conversations.ts'

export interface NewGroup {
  readonly title: string
  readonly members: readonly number[]
  /** Members who are added later see what was said before. */
  readonly history: boolean
}

export async function createGroup(
  scope: Scope,
  member: number,
  { title, members, history }: NewGroup,
): Promise<number> {
  const { language } = scope
  requireType(scope, 'group')
  const name = checkTitle(scope, title)
  const all = [...new Set([member, ...members])]
  if (all.length > maxGroup) refuse(t(language, 'group.size', { count: maxGroup }))
  await countNewConversation(scope, member)
  for (const other of all) if (other !== member) await checkMember(scope, member, other)
  const id = await scope.database.write((trx) =>
    addConversation(scope, trx, { type: 'group', title: name, members: all, owner: member, history }),
  )
  // Members come after conversations in the order of locks, and were locked.
  await changeGroup(scope, member, id, async (trx, conversation) => {
    await append(trx, conversation, await eventOf(scope, trx, member, 'created'))
  })
  return id
}

function checkTitle({ language }: Scope, title: string): string {
  const name = trimText(title)
  if (name === '' || [...name].length > 60)
    throw new OperationError('invalid', { errors: { title: t(language, 'group.title') } })
  return name
}

/** Members who have blocked somebody are not drawn into their groups. */
async function checkMember(scope: Scope, member: number, other: number): Promise<void> {
  const { query } = scope.database
  const { name } = (await readProfiles(scope, query, [memberParty(other)]))(memberParty(other))
  if (!(await isActiveMember(scope, query, other)))
    throw new OperationError('not_found', { sentence: t(scope.language, 'person') })
  if ((await readBlocks(query, member, other)).size > 0) refuse(t(scope.language, 'group.member', { name }))
}

async function eventOf(scope: Scope, trx: Transaction, member: number, event: string) {
  const { name } = (await readProfiles(scope, trx, [memberParty(member)]))(memberParty(member))
  return { kind: 'system', author: memberParty(member), text: name, event } as const
}

async function changeGroup(
  scope: Scope,
  member: number,
  id: number,
  work: (trx: Transaction, conversation: Conversation, access: Access) => Promise<void>,
): Promise<void> {
  const { language } = scope
  await writeEntries(scope, async (trx) => {
    const conversation = await lockConversation(scope, trx, id)
    const access = conversation && (await findAccess(trx, memberParty(member), id))
    if (!access || conversation.type !== types.group)
      throw new OperationError('not_found', { sentence: t(language, 'missing') })
    if (access.to !== null) refuse(t(language, 'left'))
    await work(trx, conversation, access)
  })
}

const requireOwner = ({ language }: Scope, { participant }: Access): void => {
  // Guard T12: the owner decides who is in a group.
  if (participant?.owner !== 1) refuse(t(language, 'group.owner'))
}

export async function addToGroup(scope: Scope, member: number, id: number, other: number): Promise<void> {
  await checkMember(scope, member, other)
  await changeGroup(scope, member, id, async (trx, conversation, access) => {
    requireOwner(scope, access)
    const present = await trx
      .selectFrom('chat_participant')
      .select(['id', 'user_id', 'leave_seq', 'join_seq'])
      .where('conversation_id', '=', id)
      .execute()
    const before = present.find(({ user_id: user }) => user === other)
    if (before && before.leave_seq === null) return
    if (present.filter(({ leave_seq: left }) => left === null).length >= maxGroup)
      refuse(t(scope.language, 'group.size', { count: maxGroup }))
    const next = (conversation.last_seq ?? 0) + 1
    const joinSeq = conversation.history === 1 ? 0 : next
    if (before) {
      await trx
        .updateTable('chat_participant')
        .set({ join_seq: joinSeq, leave_seq: null, read_seq: next - 1, marked_time: null })
        .where('id', '=', before.id)
        .execute()
    } else {
      await lockRows(scope, trx, 'member/user', [other], 'reference')
      if (!(await isActiveMember(scope, trx, other)))
        throw new OperationError('not_found', { sentence: t(scope.language, 'person') })
      const facts = { joinSeq, readSeq: next - 1 }
      await trx
        .insertInto('chat_participant')
        .values(newParticipant(id, memberParty(other), facts))
        .execute()
    }
    await append(trx, conversation, await eventOf(scope, trx, other, 'joined'))
  })
}

/** A member leaves, or is removed by the owner. What they read so far stays readable to them. */
export async function leaveGroup(scope: Scope, member: number, id: number, other = member): Promise<void> {
  await changeGroup(scope, member, id, async (trx, conversation, access) => {
    if (other !== member) requireOwner(scope, access)
    const next = (conversation.last_seq ?? 0) + 1
    const left = await trx
      .updateTable('chat_participant')
      .set({ leave_seq: next, owner: 0 })
      .where('conversation_id', '=', id)
      .where('holder', '=', holderOf(memberParty(other)))
      .where('leave_seq', 'is', null)
      .returning('owner')
      .executeTakeFirst()
    if (!left) throw new OperationError('not_found', { sentence: t(scope.language, 'person') })
    if (other === member && access.participant?.owner === 1) await passOwnership(trx, id)
    await append(trx, conversation, await eventOf(scope, trx, other, other === member ? 'left' : 'removed'))
    recheckTopic(conversationTopic(id))
    recheckTopic(stateTopic(id))
  })
}

/** The member who has been in for the longest time. */
async function passOwnership(trx: Transaction, id: number): Promise<void> {
  const next = await trx
    .selectFrom('chat_participant')
    .select('id')
    .where('conversation_id', '=', id)
    .where('leave_seq', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (next) await trx.updateTable('chat_participant').set({ owner: 1 }).where('id', '=', next.id).execute()
}

export async function renameGroup(scope: Scope, member: number, id: number, title: string): Promise<void> {
  const name = checkTitle(scope, title)
  await changeGroup(scope, member, id, async (trx, conversation, access) => {
    requireOwner(scope, access)
    const entry = { kind: 'system', author: memberParty(member), text: name, event: 'renamed' } as const
    await append(trx, conversation, entry, { changes: { title: name } })
  })
}

/** Blocks a member, or ends that. Whoever writes at the same moment is before or after it. */
export async function setBlock(scope: Scope, member: number, other: number, blocks: boolean): Promise<void> {
  const { database, language } = scope
  if (member === other) refuse(t(language, 'self'))
  const pair = `${member}:${other}`
  const key = `${Math.min(member, other)}:${Math.max(member, other)}`
  await database.write(async (trx) => {
    const before = await trx.selectFrom('chat_block').select('id').where('pair', '=', pair).execute()
    // Blocks come before conversations in the order of locks.
    const ids = before.map(({ id }) => id)
    await lockRows(scope, trx, 'chat/block', ids, 'exclusive')
    const conversation = await trx
      .selectFrom('chat_conversation')
      .select('id')
      .where('pair_key', '=', key)
      .executeTakeFirst()
    if (conversation) await lockConversation(scope, trx, conversation.id)
    for (const id of blocks ? [] : ids) await trx.deleteFrom('chat_block').where('id', '=', id).execute()
    if (blocks && ids.length === 0) {
      if (!(await isActiveMember(scope, trx, other)))
        throw new OperationError('not_found', { sentence: t(language, 'person') })
      const row = { user_id: member, blocked_user_id: other, pair, create_time: nowSeconds(), version: 1 }
      await insertMissing(trx, 'chat_block', [row])
    }
    if (conversation) hintTopic(stateTopic(conversation.id))
  })
}
