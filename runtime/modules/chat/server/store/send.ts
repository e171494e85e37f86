/** Sending: stored once for each number of the client, in the order in which the conversation is locked. */
import { trimText } from 'tablewright/protocol'
import { countTry, limitKey, nowSeconds, OperationError, undoTry } from 'tablewright/server'
import type { Reading, Scope, Transaction } from '#generated/chat/server.ts'
import { maxText, type TopicMessage } from '../../shared/message.ts'
import { availableAgent, ensureAgent, keptAgent, lockAgents, refuseFullAgent } from '../desk/agents.ts'
import { t } from '../i18n.ts'
import { readProfiles, type Party } from '../party.ts'
import { messagesPerMinute } from '../settings.ts'
import { accessTo, isStaff, type Access } from './access.ts'
import { append, writeEntries, type NewEntry } from './append.ts'
import {
  lockConversation,
  readBlocks,
  readConversation,
  refuse,
  requireType,
  sides,
  states,
  typeName,
  types,
  type Conversation,
} from './conversations.ts'
import { readable } from './view.ts'

export interface NewMessage {
  readonly conversation: number
  /** Chosen by the client; the same number of the same sender is stored once. */
  readonly client: string
  readonly text: string
  /** The code of an upload. */
  readonly file?: string
  readonly reply?: number
  readonly mentions?: readonly number[]
  /** Only the staff sees it. */
  readonly isNote?: boolean
}

export interface SentMessage {
  readonly conversation: number
  readonly seq: number
}

/** @throws an OperationError, after which nothing is stored */
export async function sendMessage(scope: Scope, sender: Party, message: NewMessage): Promise<SentMessage> {
  const before = await findSent(scope.database.query, sender, message.client)
  if (before) return before
  const { text, isFlagged } = checkText(scope, message)
  const undo = await countMessages(scope, sender)
  try {
    return await writeEntries(scope, (trx) => store(scope, trx, sender, { ...message, text, isFlagged }))
  } catch (error) {
    if (scope.database.adapter.problemOf(error)?.kind !== 'unique') throw error
    // The same message, sent twice at once. In a transaction: the faster one may not be committed yet.
    const twin = await scope.database.write((trx) => findSent(trx, sender, message.client))
    if (!twin) throw error
    await undo()
    return twin
  }
}

async function findSent(query: Reading, { kind, id }: Party, client: string): Promise<SentMessage | null> {
  const row = await query
    .selectFrom('chat_message')
    .select(['conversation_id', 'seq'])
    .where(kind === 'user' ? 'user_id' : 'admin_id', '=', id)
    .where('client_id', '=', client)
    .executeTakeFirst()
  return row ? { conversation: row.conversation_id, seq: row.seq } : null
}

function checkText(scope: Scope, { text, file, isNote }: NewMessage): Pick<Checked, 'text' | 'isFlagged'> {
  const { language, settings } = scope
  const trimmed = trimText(text)
  const invalid = (sentence: string): never => {
    throw new OperationError('invalid', { errors: { text: sentence } })
  }
  if (trimmed === '' && file === undefined) invalid(t(language, 'empty'))
  if ([...trimmed].length > maxText) invalid(t(language, 'long', { count: maxText }))
  const level = isNote ? null : (scope.wordFilter?.check(settings, trimmed).level ?? null)
  if (level === 'refuse') invalid(t(language, 'words'))
  return { text: trimmed, isFlagged: level === 'review' }
}

/** @returns what takes the count back */
async function countMessages({ database, settings, language }: Scope, sender: Party): Promise<() => Promise<unknown>> {
  if (sender.kind === 'admin') return async () => {}
  const most = messagesPerMinute(settings)
  const rule = { windowSeconds: 60, captchaFrom: 0, maxFailures: most, wait: 60, maxWait: 60 }
  const key = limitKey('chat messages', sender)
  // Guard T35: a member sends a number of messages in a minute.
  const { wait } = await countTry(database, [key], rule)
  if (wait > 0) refuse(t(language, 'wait.messages', { seconds: wait }))
  return () => database.write((trx) => undoTry(trx, [key]))
}

interface Checked extends NewMessage {
  readonly isFlagged: boolean
}

async function store(scope: Scope, trx: Transaction, sender: Party, message: Checked): Promise<SentMessage> {
  const agent = sender.kind === 'admin' ? await ensureAgent(scope, trx, sender.id) : null
  const locked = agent === null ? await agentsToReopen(trx, message.conversation) : [agent]
  await lockAgents(scope, trx, locked)
  const conversation = await lockConversation(scope, trx, message.conversation)
  // Read under the lock: who was removed or blocked a moment ago does not write.
  const access = conversation && (await accessTo(trx, sender, conversation))
  if (!access) throw new OperationError('not_found', { sentence: t(scope.language, 'missing') })
  await checkSender(scope, trx, access)
  const changes =
    conversation.type === types.service && !message.isNote
      ? agent === null
        ? await changesOfMember(scope, trx, conversation, locked)
        : await changesOfAgent(scope, trx, conversation, agent)
      : {}
  const reply = await checkReply(scope, trx, access, message)
  const file = await findFile(scope, trx, access, message)
  const kind = message.isNote ? 'note' : file ? (file.mime?.startsWith('image/') ? 'image' : 'file') : 'text'
  const mentions = await checkMentions(trx, access, message.mentions ?? [])
  const entry: NewEntry = {
    kind,
    author: sender,
    text: message.text,
    client: message.client,
    reply,
    mentions,
    isFlagged: message.isFlagged,
  }
  // A group may have readers who left a moment ago; quotes and files differ by reader: those fetch.
  const isCopied = !message.isNote && !file && reply === null && conversation.type !== types.group
  const profile = isCopied ? (await readProfiles(scope, trx, [sender]))(sender) : null
  const seq = await append(trx, conversation, entry, {
    changes,
    ...(profile && {
      copy: (time): TopicMessage => ({
        kind,
        sender,
        ...profile,
        text: message.text,
        time,
        client: message.client,
        recalled: false,
        event: null,
        target: null,
        reply: null,
        mentions,
        file: null,
      }),
    }),
    ...(file && {
      store: async (id) => {
        const used = await trx
          .updateTable('chat_file')
          .set({ message_id: id })
          .where('id', '=', file.id)
          .where('message_id', 'is', null)
          .returning('id')
          .executeTakeFirst()
        if (!used) throw new OperationError('invalid', { errors: { file: t(scope.language, 'file.missing') } })
      },
    }),
  })
  return { conversation: conversation.id, seq }
}

async function checkSender(scope: Scope, trx: Transaction, access: Access): Promise<void> {
  const { conversation, viewer } = access
  const { language } = scope
  // Guard T12: who has left writes nothing.
  if (access.to !== null) refuse(t(language, 'left'))
  if (isStaff(access)) return
  requireType(scope, typeName(conversation.type))
  if (conversation.type !== types.private) return
  const other = await otherMember(trx, conversation.id, viewer.id)
  if (other === null) refuse(t(language, 'person'))
  const blocks = await readBlocks(trx, viewer.id, other)
  // Guard T12: a member who was blocked does not write.
  if (blocks.has(other)) refuse(t(language, 'blocked'))
  if (blocks.has(viewer.id)) refuse(t(language, 'blocking'))
}

/** The other member of a private conversation; null = deleted. */
export async function otherMember(query: Reading, conversation: number, member: number): Promise<number | null> {
  const row = await query
    .selectFrom('chat_participant')
    .select('user_id')
    .where('conversation_id', '=', conversation)
    .where('user_id', '<>', member)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** The agent whose load grows when the conversation is opened again. Agents are locked before conversations. */
async function agentsToReopen(trx: Transaction, id: number): Promise<readonly number[]> {
  const conversation = await readConversation(trx, id)
  return conversation?.agent_id == null || conversation.status === states.open ? [] : [conversation.agent_id]
}

/** A message of the member opens the conversation again; an agent who is away or has no room does not keep it. */
async function changesOfMember(scope: Scope, trx: Transaction, conversation: Conversation, locked: readonly number[]) {
  const { agent_id: agent, user_id: member } = conversation
  const isOpen = conversation.status === states.open
  const nextAgent = isOpen ? agent : await keptAgent(scope, trx, conversation, locked)
  const isThere = nextAgent !== null && (!isOpen || (await availableAgent(scope, trx, nextAgent)))
  return {
    status: states.open,
    open_user_id: member,
    agent_id: isThere ? nextAgent : null,
    last_side: sides.member,
    waiting_time: conversation.waiting_time ?? nowSeconds(),
    snooze_time: null,
    resolve_time: null,
  }
}

/** An answer takes a conversation that nobody has. @throws an OperationError when somebody else has it */
async function changesOfAgent(scope: Scope, trx: Transaction, conversation: Conversation, agent: number) {
  const { language } = scope
  if (conversation.agent_id !== null && conversation.agent_id !== agent) {
    const other = await trx
      .selectFrom('chat_agent')
      .select('name')
      .where('id', '=', conversation.agent_id)
      .executeTakeFirst()
    // Guard T85: agents do not answer over each other.
    refuse(t(language, 'taken.other', { name: other?.name ?? '' }))
  }
  const isPending = conversation.status === states.pending
  const isCounted = conversation.agent_id === agent && (conversation.status === states.open || isPending)
  if (!isCounted) await refuseFullAgent(scope, trx, agent)
  return {
    // A conversation that waits for the customer goes on waiting.
    status: isPending ? states.pending : states.open,
    open_user_id: conversation.user_id,
    agent_id: agent,
    last_side: sides.staff,
    waiting_time: null,
    snooze_time: null,
    resolve_time: null,
  }
}

async function checkReply(scope: Scope, trx: Transaction, access: Access, message: Checked): Promise<number | null> {
  if (message.reply === undefined) return null
  const row = await readable(trx, access)
    .select(['kind', 'recall_time'])
    .where('seq', '=', message.reply)
    .executeTakeFirst()
  if (!row || row.recall_time !== null)
    throw new OperationError('invalid', { errors: { reply: t(scope.language, 'reply.missing') } })
  return message.reply
}

async function findFile(scope: Scope, trx: Transaction, { conversation, viewer }: Access, { file }: Checked) {
  if (file === undefined) return null
  const row = await trx
    .selectFrom('chat_file')
    .select(['id', 'mime'])
    .where('code', '=', file)
    // Guard T12: a file is sent once, by its sender, where it was uploaded for.
    .where('conversation_id', '=', conversation.id)
    .where(viewer.kind === 'user' ? 'user_id' : 'admin_id', '=', viewer.id)
    .where('message_id', 'is', null)
    .executeTakeFirst()
  if (!row) throw new OperationError('invalid', { errors: { file: t(scope.language, 'file.missing') } })
  return row
}

/** Members of the conversation only. */
async function checkMentions(trx: Transaction, { conversation }: Access, members: readonly number[]) {
  if (members.length === 0) return []
  const rows = await trx
    .selectFrom('chat_participant')
    .select('user_id')
    .where('conversation_id', '=', conversation.id)
    .where('leave_seq', 'is', null)
    .where('user_id', 'in', [...new Set(members)].slice(0, 50))
    .orderBy('user_id')
    .execute()
  return rows.flatMap(({ user_id: id }) => id ?? [])
}
