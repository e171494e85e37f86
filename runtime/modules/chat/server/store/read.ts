/** How far a party has read, and how much it has not: always counted from the rows, stored nowhere. */
import { sql, type RawBuilder } from 'kysely'
import { hintTopic, insertMissing, nowSeconds } from 'tablewright/server'
import type { Reading, Scope, Transaction } from '#generated/chat/server.ts'
import { deskTopic, inboxTopic, stateTopic } from '../../shared/message.ts'
import { holderOf, type Party } from '../party.ts'
import { requireAccess, type Access } from './access.ts'
import { kinds } from './append.ts'
import { newParticipant, types } from './conversations.ts'
import { hiddenFromAll, readable } from './view.ts'

/** Unread messages that are counted at most. */
const maxUnread = 1000

interface Viewer {
  readonly kind: Party['kind']
  /** Also a column of the statement. */
  readonly id: number | RawBuilder<unknown>
}

/**
 * The number of messages that the party has not read, of the conversation `c` with its participant `p`, which may be
 * absent. Their own messages, entries of the system and recalled messages do not count; for the staff, those of
 * members count.
 * @param more a further condition on the messages `m`
 */
export function unreadCount({ kind, id }: Viewer, more: RawBuilder<unknown> = sql``) {
  const own =
    kind === 'user'
      ? sql`and (m.user_id is null or m.user_id <> ${id})
          and (m.hidden_user_id is null or m.hidden_user_id not in (${id}, ${hiddenFromAll}))`
      : sql`and m.user_id is not null`
  return sql<number>`(select count(*) from (select 1 as n from chat_message m
    where m.conversation_id = c.id and m.seq > coalesce(p.read_seq, 0) and m.seq > coalesce(p.cleared_seq, 0)
    and m.seq >= coalesce(p.join_seq, 0) and (p.leave_seq is null or m.seq <= p.leave_seq)
    and m.kind in (${kinds.text}, ${kinds.image}, ${kinds.file}) and m.recall_time is null ${own} ${more}
    limit ${sql.lit(maxUnread)}) u)`
}

/** Messages that a member has not read, without those of muted conversations. */
export async function countUnread(query: Reading, member: Party): Promise<number> {
  const row = await query
    .selectFrom('chat_participant as p')
    .innerJoin('chat_conversation as c', 'c.id', 'p.conversation_id')
    .select(sql<number | string | null>`sum(${unreadCount(member)})`.as('count'))
    .where('p.user_id', '=', member.id)
    .where('p.muted', '=', 0)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

export interface Reader {
  /** Everything up to this number was read. */
  readonly seq: number
  /** Moves back, so that what follows is unread again. */
  readonly isUnread?: boolean
}

/** The furthest of all devices counts, unless the party marks as unread. */
export async function markRead(
  scope: Scope,
  party: Party,
  id: number,
  { seq, isUnread = false }: Reader,
): Promise<void> {
  const { database } = scope
  const access = await requireAccess(scope, database.query, party, id)
  const end = Math.min(seq, access.to ?? seq, access.conversation.last_seq ?? 0)
  const last = isUnread ? await lastOfOthers(database.query, access) : null
  // A conversation that is marked has an unread message, where it has one at all.
  const top = last === null ? end : Math.min(end, last - 1)
  await database.write((trx) => moveCursor(trx, access, top, isUnread))
}

/** The last message that the viewer could have left unread; null = there is none. */
async function lastOfOthers(query: Reading, access: Access): Promise<number | null> {
  const { viewer } = access
  const isOfOther =
    viewer.kind === 'user'
      ? sql<boolean>`(user_id is null or user_id <> ${viewer.id})`
      : sql<boolean>`user_id is not null`
  const row = await readable(query, access)
    .select(({ fn }) => fn.max('seq').as('seq'))
    .where('kind', 'in', [kinds.text, kinds.image, kinds.file])
    .where('recall_time', 'is', null)
    .where(isOfOther)
    .executeTakeFirst()
  return row?.seq == null ? null : Number(row.seq)
}

async function moveCursor(trx: Transaction, access: Access, seq: number, isUnread: boolean) {
  const { conversation, viewer } = access
  // Agents take part as soon as they read.
  if (viewer.kind === 'admin') await insertMissing(trx, 'chat_participant', [newParticipant(conversation.id, viewer)])
  let update = trx
    .updateTable('chat_participant')
    .set({ read_seq: seq, marked_time: isUnread ? nowSeconds() : null })
    .where('conversation_id', '=', conversation.id)
    .where('holder', '=', holderOf(viewer))
  if (!isUnread) update = update.where((eb) => eb.or([eb('read_seq', '<', seq), eb('marked_time', 'is not', null)]))
  const row = await update.returning('id').executeTakeFirst()
  if (!row) return
  hintTopic(stateTopic(conversation.id))
  if (viewer.kind === 'user') hintTopic(inboxTopic(viewer.id))
  else hintTopic(deskTopic)
}

/** How far the other side has read; null = it is not told, in groups. */
export async function readByOthers(query: Reading, { conversation, viewer }: Access): Promise<number | null> {
  if (conversation.type === types.group) return null
  const isOther =
    conversation.type === types.private
      ? sql<boolean>`user_id <> ${viewer.id}`
      : viewer.kind === 'admin'
        ? sql<boolean>`user_id is not null`
        : sql<boolean>`admin_id is not null`
  const row = await query
    .selectFrom('chat_participant')
    .select(({ fn }) => fn.max('read_seq').as('seq'))
    .where('conversation_id', '=', conversation.id)
    .where(isOther)
    .executeTakeFirst()
  return Number(row?.seq ?? 0)
}
