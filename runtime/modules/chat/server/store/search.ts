/** Searching within one conversation. */
import { sql } from 'kysely'
import { likePattern, readHeavy, type TicketOwner } from 'tablewright/server'
import type { Scope } from '#generated/chat/server.ts'
import type { ChatMessage } from '../../shared/message.ts'
import type { Access } from './access.ts'
import { kinds } from './append.ts'
import { readable, viewMessages } from './view.ts'

const maxHits = 50

export async function searchMessages(
  scope: Scope,
  access: Access,
  text: string,
  owner: TicketOwner | null,
): Promise<{ readonly messages: readonly ChatMessage[]; readonly more: boolean }> {
  const { query, adapter } = scope.database
  const hits = await readHeavy(
    scope,
    readable(query, access)
      .select('id')
      .where('kind', 'in', [kinds.text, kinds.image, kinds.file, kinds.note])
      .where('recall_time', 'is', null)
      .where('seq', '>', access.participant?.cleared_seq ?? 0)
      .where(adapter.like(sql.ref('content'), likePattern(text)))
      .orderBy('seq', 'desc')
      .limit(maxHits + 1)
      .compile(),
  )
  const ids = hits.map(({ id }) => Number(id))
  const rows =
    ids.length === 0
      ? []
      : await readable(query, access).selectAll().where('id', 'in', ids).orderBy('seq', 'desc').execute()
  const page = rows.slice(0, maxHits)
  return { messages: await viewMessages(scope, query, access, page, owner), more: rows.length > maxHits }
}
