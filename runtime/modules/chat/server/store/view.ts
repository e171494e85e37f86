/** Messages as a viewer sees them: within what they may read, with names, quotes and tickets of files. */
import { fileTicket, type TicketOwner } from 'tablewright/server'
import type { Reading, Row, Scope } from '#generated/chat/server.ts'
import { messageKinds, type ChatMessage, type MessageFile, type Quote } from '../../shared/message.ts'
import { partyOf, readProfiles, type Party, type Profile } from '../party.ts'
import { isStaff, type Access } from './access.ts'
import { kinds } from './append.ts'

export type Message = Row<'chat/message'>

export const kindName = (kind: Message['kind']): ChatMessage['kind'] =>
  messageKinds.find((name) => kinds[name] === kind) ?? 'system'

/** Ids of members. */
export const mentionsOf = (mention: Message['mention']): readonly number[] =>
  mention === null ? [] : (JSON.parse(mention) as number[])

/** Stands for all members in the column that names the member from whom a message is hidden. */
export const hiddenFromAll = 0

/** The entries of the conversation that the viewer may read. */
export function readable(query: Reading, access: Access) {
  const { conversation, from, to, viewer } = access
  let select = query
    .selectFrom('chat_message')
    .where('conversation_id', '=', conversation.id)
    // Guard T12: nobody reads what was said before they joined or after they left.
    .where('seq', '>=', from)
  if (to !== null) select = select.where('seq', '<=', to)
  if (isStaff(access)) return select
  // Guard T12: notes are for the staff.
  select = select.where('kind', '<>', kinds.note)
  return select.where((eb) =>
    eb.or([eb('hidden_user_id', 'is', null), eb('hidden_user_id', 'not in', [viewer.id, hiddenFromAll])]),
  )
}

interface Details {
  readonly profile: (party: Party | null) => Profile
  readonly quotes: ReadonlyMap<number, Quote>
  readonly files: ReadonlyMap<number, MessageFile>
}

/** @param owner who opens the files; null = they are not offered */
export async function viewMessages(
  scope: Scope,
  query: Reading,
  access: Access,
  rows: readonly Message[],
  owner: TicketOwner | null,
): Promise<readonly ChatMessage[]> {
  const quoted = await readQuoted(query, access, rows)
  const profile = await readProfiles(scope, query, [...rows, ...quoted].map(partyOf))
  const quotes = new Map(quoted.map((row) => [row.seq, quoteOf(row, profile)]))
  const files = owner ? await readFiles(scope, query, rows, owner) : new Map<number, MessageFile>()
  return rows.map((row) => viewOf(row, { profile, quotes, files }))
}

function viewOf(row: Message, { profile, quotes, files }: Details): ChatMessage {
  const sender = partyOf(row)
  const isRecalled = row.recall_time !== null
  return {
    seq: row.seq,
    kind: kindName(row.kind),
    sender,
    ...profile(sender),
    text: row.content ?? '',
    time: row.create_time ?? 0,
    client: row.client_id,
    recalled: isRecalled,
    event: row.event,
    target: row.target_seq,
    // Guard T12: a quote is shown to those who may read what it quotes.
    reply: (row.reply_seq !== null && !isRecalled && quotes.get(row.reply_seq)) || null,
    mentions: mentionsOf(row.mention),
    file: files.get(row.id) ?? null,
  }
}

async function readQuoted(query: Reading, access: Access, rows: readonly Message[]): Promise<readonly Message[]> {
  const numbers = [...new Set(rows.flatMap(({ reply_seq: seq }) => seq ?? []))]
  if (numbers.length === 0) return []
  return readable(query, access).selectAll().where('seq', 'in', numbers).execute()
}

const quoteOf = (row: Message, profile: Details['profile']): Quote => ({
  seq: row.seq,
  name: profile(partyOf(row)).name,
  text: [...(row.content ?? '')].slice(0, 120).join(''),
  recalled: row.recall_time !== null,
})

async function readFiles(
  scope: Scope,
  query: Reading,
  rows: readonly Message[],
  owner: TicketOwner,
): Promise<ReadonlyMap<number, MessageFile>> {
  const withFiles: readonly Message['kind'][] = [kinds.image, kinds.file, kinds.note]
  const ids = rows.filter(({ kind }) => withFiles.includes(kind)).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const files = await query.selectFrom('chat_file').selectAll().where('message_id', 'in', ids).execute()
  const entries = await Promise.all(
    files.map(async ({ message_id: message, name, size, mime, url }) => {
      const address = await fileTicket(scope, url, owner)
      if (message === null || address === null) return null
      return [message, { name, size, isImage: mime?.startsWith('image/') ?? false, address }] as const
    }),
  )
  return new Map(entries.filter((entry) => entry !== null))
}

/** Entries of one answer. */
const maxPage = 50

export interface PageRequest {
  /** Entries before this number; absent = the newest. */
  readonly before?: number
  readonly limit?: number
}

/** A page of the conversation, oldest entry first. */
export async function readPage(
  scope: Scope,
  access: Access,
  { before, limit = maxPage }: PageRequest,
  owner: TicketOwner | null,
): Promise<{ readonly messages: readonly ChatMessage[]; readonly more: boolean }> {
  const { query } = scope.database
  const size = Math.min(limit, maxPage)
  let select = readable(query, access).selectAll().orderBy('seq', 'desc')
  // The viewer has cleared what was before.
  select = select.where('seq', '>', access.participant?.cleared_seq ?? 0)
  if (before !== undefined) select = select.where('seq', '<', before)
  const rows = await select.limit(size + 1).execute()
  const page = rows.slice(0, size).toReversed()
  return { messages: await viewMessages(scope, query, access, page, owner), more: rows.length > size }
}
