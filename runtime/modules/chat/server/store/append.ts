/** The one way to add to a conversation: an entry gets the next number, and its readers hear of it after the commit. */
import { hintTopic, nowSeconds, publishTopic } from 'tablewright/server'
import { messageOptions } from '#generated/chat/options.ts'
import type { NewRow, Scope, Transaction } from '#generated/chat/server.ts'
import {
  conversationTopic,
  deskTopic,
  inboxTopic,
  stateTopic,
  type MessageKind,
  type TopicMessage,
} from '../../shared/message.ts'
import { columnsOf, type Party } from '../party.ts'
import { types, type Conversation } from './conversations.ts'

export const { kind: kinds } = messageOptions

export interface NewEntry {
  readonly kind: MessageKind
  /** Null = the system. */
  readonly author: Party | null
  readonly text: string
  readonly event?: string
  readonly client?: string
  readonly reply?: number | null
  readonly target?: number
  readonly mentions?: readonly number[]
  readonly isFlagged?: boolean
  /** When it was written; absent = now. */
  readonly time?: number
}

/** The counter of the topic differs from the table, for example because one of them comes from a backup. */
class TopicMismatch extends Error {
  readonly conversation: Conversation

  constructor(conversation: Conversation) {
    super(`the topic of the conversation ${conversation.id} has another number`)
    this.conversation = conversation
  }
}

const written: readonly MessageKind[] = ['text', 'image', 'file']

/** True for entries that people wrote to each other. */
export const isMessage = (kind: MessageKind): boolean => written.includes(kind)

export type Changes = Partial<
  Pick<
    Conversation,
    'status' | 'open_user_id' | 'agent_id' | 'last_side' | 'waiting_time' | 'snooze_time' | 'resolve_time' | 'title'
  >
>

interface AppendOptions {
  /** Columns of the conversation that change with it. */
  readonly changes?: Changes
  /** A copy for all readers. Absent = they fetch it. */
  readonly copy?: (time: number) => TopicMessage
  /** Writes to tables that come before topics in the order of locks. */
  readonly store?: (message: number) => Promise<void>
}

/**
 * Adds an entry to a locked conversation.
 * @returns its number
 * @throws a TopicMismatch
 */
export async function append(
  trx: Transaction,
  conversation: Conversation,
  entry: NewEntry,
  { changes = {}, copy, store }: AppendOptions = {},
): Promise<number> {
  const seq = (conversation.last_seq ?? 0) + 1
  const time = entry.time ?? nowSeconds()
  const values: NewRow<'chat/message'> = {
    conversation_id: conversation.id,
    seq,
    ...(entry.author ? columnsOf(entry.author) : { user_id: null, admin_id: null }),
    kind: kinds[entry.kind],
    content: entry.text,
    event: entry.event ?? null,
    client_id: entry.client ?? null,
    reply_seq: entry.reply ?? null,
    target_seq: entry.target ?? null,
    mention: entry.mentions && entry.mentions.length > 0 ? JSON.stringify(entry.mentions) : null,
    flagged: entry.isFlagged ? messageOptions.flagged.yes : messageOptions.flagged.no,
    create_time: time,
    version: 1,
  }
  await trx
    .updateTable('chat_conversation')
    .set({
      last_seq: seq,
      update_time: time,
      // Notes and entries of the system do not bring a conversation to the top.
      ...(isMessage(entry.kind) && { preview_seq: seq, last_time: time }),
      ...changes,
    })
    .where('id', '=', conversation.id)
    .execute()
  const { id } = await trx.insertInto('chat_message').values(values).returning('id').executeTakeFirstOrThrow()
  await store?.(id)
  const number = await publishTopic(trx, conversationTopic(conversation.id), copy?.(time))
  if (number !== seq) throw new TopicMismatch(conversation)
  await announce(trx, conversation)
  return seq
}

/** Tells those who list the conversation, or look at its state. */
async function announce(trx: Transaction, conversation: Pick<Conversation, 'id' | 'type'>): Promise<void> {
  hintTopic(stateTopic(conversation.id))
  if (conversation.type === types.service) hintTopic(deskTopic)
  const rows = await trx
    .selectFrom('chat_participant')
    .select('user_id')
    .where('conversation_id', '=', conversation.id)
    .where('user_id', 'is not', null)
    .where('leave_seq', 'is', null)
    .execute()
  for (const { user_id: member } of rows) if (member !== null) hintTopic(inboxTopic(member))
}

/** Runs a transaction that appends; a counter that differs from the table is set to it first. */
export async function writeEntries<Result>(
  { database }: Pick<Scope, 'database'>,
  work: (trx: Transaction) => Promise<Result>,
): Promise<Result> {
  try {
    return await database.write(work)
  } catch (error) {
    if (!(error instanceof TopicMismatch)) throw error
    const { id, last_seq: seq } = error.conversation
    await database.write((trx) =>
      trx
        .insertInto('topic')
        .values({ name: conversationTopic(id), seq: seq ?? 0, version: 1 })
        .onConflict((on) => on.column('name').doUpdateSet({ seq: seq ?? 0 }))
        .execute(),
    )
    return database.write(work)
  }
}
