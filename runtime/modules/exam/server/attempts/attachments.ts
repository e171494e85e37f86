/** Attachments of answers, with addresses that open for one person. */
import { fileTicket, type TicketOwner } from 'tablewright/server'
import type { Scope } from '#generated/exam/server.ts'
import type { Item } from './attempt.ts'
import { answerOf } from './mark.ts'

type Answered = Pick<Item, 'attempt_id' | 'seq' | 'answer'>

/** Attachments that the answers of these attempts name. @param owner opens them; null = nobody does */
export async function readAttachments(scope: Scope, attempts: readonly number[], owner: TicketOwner | null) {
  const rows =
    attempts.length === 0
      ? []
      : await scope.database.query
          .selectFrom('exam_file')
          .selectAll()
          .where('attempt_id', 'in', [...new Set(attempts)])
          .orderBy('id')
          .execute()
  const files = await Promise.all(
    rows.map(async (row) => ({ ...row, address: owner ? ((await fileTicket(scope, row.url, owner)) ?? '') : '' })),
  )
  return (item: Answered) =>
    files
      .filter(({ attempt_id, seq }) => attempt_id === item.attempt_id && seq === item.seq)
      .filter(({ code }) => (answerOf(item).files ?? []).includes(code ?? ''))
      .map(({ name, address }) => ({ name, address }))
}
