/** Conversations: found, and begun where there is none yet. */
import {
  countTry,
  insertMissing,
  limitKey,
  lockRows,
  nowSeconds,
  OperationError,
  type LimitRule,
} from 'tablewright/server'
import { conversationOptions, participantOptions } from '#generated/chat/options.ts'
import type { NewRow, Reading, Row, Scope, Transaction } from '#generated/chat/server.ts'
import { t } from '../i18n.ts'
import { columnsOf, hasMembers, holderOf, memberParty, readProfiles, type Party } from '../party.ts'
import { hasConversations, peoplePerHour, type ConversationType } from '../settings.ts'

export type Conversation = Row<'chat/conversation'>
export type Participant = Row<'chat/participant'>

export const { type: types, status: states, last_side: sides } = conversationOptions

export const typeName = (type: Conversation['type']): ConversationType =>
  type === types.service ? 'service' : type === types.group ? 'group' : 'private'

export function refuse(sentence: string): never {
  throw new OperationError('bad_state', { sentence })
}

export async function readConversation(query: Reading, id: number): Promise<Conversation | null> {
  const row = await query.selectFrom('chat_conversation').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

export async function readParticipant(query: Reading, conversation: number, party: Party): Promise<Participant | null> {
  const row = await query
    .selectFrom('chat_participant')
    .selectAll()
    .where('conversation_id', '=', conversation)
    .where('holder', '=', holderOf(party))
    .executeTakeFirst()
  return row ?? null
}

/** Locks a conversation, so that what is added to it has one order. Comes after agents in the order of locks. */
export async function lockConversation(scope: Scope, trx: Transaction, id: number): Promise<Conversation | null> {
  await lockRows(scope, trx, 'chat/conversation', [id], 'write')
  return readConversation(trx, id)
}

export const perHour = (most: number): LimitRule => ({
  windowSeconds: 3600,
  captchaFrom: 0,
  maxFailures: most,
  wait: 3600,
  maxWait: 3600,
})

/** @throws an OperationError once the member has started enough conversations in this hour */
export async function countNewConversation({ database, settings, language }: Scope, member: number): Promise<void> {
  const key = limitKey('chat conversations', memberParty(member))
  // Guard T35: a member starts a number of conversations in an hour.
  const { wait } = await countTry(database, [key], perHour(peoplePerHour(settings)))
  if (wait > 0) refuse(t(language, 'wait.people', { minutes: Math.ceil(wait / 60) }))
}

/** @throws an OperationError where the site has no conversations of this type */
export function requireType({ settings, language }: Scope, type: ConversationType): void {
  if (!hasConversations(settings, type)) refuse(t(language, type === 'group' ? 'off.groups' : `off.${type}`))
}

/** True when a member has an account that may be written to. Demo data are stored without the accounts of members. */
export const isActiveMember = async (scope: Scope, query: Reading, id: number): Promise<boolean> =>
  // The accounts are those of another module, in the same database.
  hasMembers(scope) && (scope.members === undefined || (await scope.members.isActive(query as never, id)))

/** Which of two members has blocked the other. */
export async function readBlocks(query: Reading, left: number, right: number) {
  const rows = await query
    .selectFrom('chat_block')
    .select('user_id')
    .where('pair', 'in', [`${left}:${right}`, `${right}:${left}`])
    .execute()
  return new Set(rows.map(({ user_id: id }) => id))
}

const pairKey = (left: number, right: number): string => `${Math.min(left, right)}:${Math.max(left, right)}`

interface NewConversation {
  readonly type: ConversationType
  readonly title: string
  readonly members: readonly number[]
  readonly owner?: number
  readonly history?: boolean
  readonly columns?: Partial<Pick<Conversation, 'pair_key' | 'user_id' | 'open_user_id' | 'status'>>
}

/** Locks the members, so that none of them is deleted meanwhile. */
export async function addConversation(
  scope: Scope,
  trx: Transaction,
  { type, title, members, owner, history = false, columns = {} }: NewConversation,
): Promise<number> {
  const now = nowSeconds()
  await lockRows(scope, trx, 'member/user', members, 'reference')
  for (const id of members)
    if (!(await isActiveMember(scope, trx, id)))
      throw new OperationError('not_found', { sentence: t(scope.language, 'person') })
  const { id } = await trx
    .insertInto('chat_conversation')
    .values({
      type: types[type],
      title,
      history: history ? conversationOptions.history.yes : conversationOptions.history.no,
      last_seq: 0,
      preview_seq: 0,
      last_time: now,
      create_time: now,
      update_time: now,
      version: 1,
      ...columns,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const participants = members.map((member) => newParticipant(id, memberParty(member), { isOwner: member === owner }))
  await insertMissing(trx, 'chat_participant', participants)
  return id
}

interface ParticipantFacts {
  readonly isOwner?: boolean
  /** The first number that may be read. */
  readonly joinSeq?: number
  readonly readSeq?: number
}

export const newParticipant = (
  conversation: number,
  party: Party,
  { isOwner = false, joinSeq = 0, readSeq = 0 }: ParticipantFacts = {},
): NewRow<'chat/participant'> => ({
  conversation_id: conversation,
  holder: holderOf(party),
  ...columnsOf(party),
  owner: isOwner ? participantOptions.owner.yes : participantOptions.owner.no,
  join_seq: joinSeq,
  read_seq: readSeq,
  cleared_seq: 0,
  muted: participantOptions.muted.no,
  create_time: nowSeconds(),
  version: 1,
})

/**
 * Begins a conversation; where a unique index says that another request was faster, reads the one that it has begun.
 */
async function createOnce(
  { database }: Scope,
  create: () => Promise<number>,
  read: (query: Reading) => Promise<number | null>,
): Promise<number> {
  const before = await read(database.query)
  if (before !== null) return before
  try {
    return await create()
  } catch (error) {
    if (database.adapter.problemOf(error)?.kind !== 'unique') throw error
    // In a transaction: the faster one may not be committed yet.
    const faster = await database.write((trx) => read(trx))
    if (faster === null) throw error
    return faster
  }
}

/** The private conversation of two members. */
export async function privateConversation(scope: Scope, member: number, other: number): Promise<number> {
  const { database, language } = scope
  if (member === other) refuse(t(language, 'self'))
  const key = pairKey(member, other)
  const read = async () =>
    (await database.query.selectFrom('chat_conversation').select('id').where('pair_key', '=', key).executeTakeFirst())
      ?.id ?? null
  return createOnce(
    scope,
    async () => {
      requireType(scope, 'private')
      await countNewConversation(scope, member)
      if ((await readBlocks(database.query, member, other)).has(other)) refuse(t(language, 'blocked'))
      const profile = await readProfiles(scope, database.query, [memberParty(member), memberParty(other)])
      const title = t('zh-cn', 'title.private', {
        left: profile(memberParty(member)).name,
        right: profile(memberParty(other)).name,
      })
      return database.write((trx) =>
        addConversation(scope, trx, {
          type: 'private',
          title: [...title].slice(0, 60).join(''),
          members: [member, other],
          columns: { pair_key: key },
        }),
      )
    },
    read,
  )
}

/** The service conversation of a member: the one that is not resolved, else the latest. */
async function findServiceConversation(query: Reading, member: number): Promise<number | null> {
  const row = await query
    .selectFrom('chat_conversation')
    .select('id')
    .where('user_id', '=', member)
    .where('type', '=', types.service)
    .orderBy((eb) => eb.case().when('open_user_id', 'is not', null).then(0).else(1).end())
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Begins it where there is none. Two messages at once have the same one. */
export async function serviceConversation(scope: Scope, member: number): Promise<number> {
  const { database } = scope
  return createOnce(
    scope,
    async () => {
      requireType(scope, 'service')
      const profile = await readProfiles(scope, database.query, [memberParty(member)])
      return database.write((trx) =>
        addConversation(scope, trx, {
          type: 'service',
          title: [...profile(memberParty(member)).name].slice(0, 60).join(''),
          members: [member],
          columns: { user_id: member, open_user_id: member, status: states.open },
        }),
      )
    },
    (query) => findServiceConversation(query, member),
  )
}
