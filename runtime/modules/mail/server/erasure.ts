/** The mail that was sent to a member: deleted with the member, and part of the member's data. */
import { sql } from 'kysely'
import { lockRows, removeRows, type MemberErasure } from 'tablewright/server'
import { t } from './i18n.ts'

type Scope = Parameters<MemberErasure['describe']>[0]
type Query = Parameters<NonNullable<NonNullable<Scope['members']>['contact']>>[0]

/** Mail to the present address, in whatever case; that to former ones, the retention of the log removes. */
async function mailTo({ members }: Scope, query: Query, memberId: number): Promise<readonly number[]> {
  const contact = await members?.contact?.(query, memberId)
  if (!contact?.email) return []
  const rows = await query
    .selectFrom('mail_log')
    .select('id')
    .where(sql<string>`lower(recipient)`, '=', contact.email.toLowerCase())
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => Number(id))
}

export const mailErasure: MemberErasure = {
  async describe(scope, memberId) {
    const { length: count } = await mailTo(scope, scope.database.query, memberId)
    return { lines: count > 0 ? [t(scope.language, 'erasure.lines', { count })] : [], refusals: [] }
  },
  /** Without the contents, which are in no export. */
  async export(scope, memberId) {
    const { query } = scope.database
    const ids = await mailTo(scope, query, memberId)
    if (ids.length === 0) return []
    const rows = await query
      .selectFrom('mail_log')
      .select(['id', 'event', 'recipient', 'subject', 'create_time'])
      .where('id', 'in', [...ids])
      .orderBy('id')
      .execute()
    return [{ name: 'mail/log', rows }]
  },
  locks: [
    {
      entity: 'mail/log',
      async lock({ scope, trx }, memberIds) {
        const ids: number[] = []
        for (const memberId of memberIds) ids.push(...(await mailTo(scope, trx, memberId)))
        await lockRows(scope, trx, 'mail/log', ids, 'exclusive')
      },
    },
  ],
  /** The file of a mail that nobody transmitted leaves the outbox with the next nightly removal. */
  async erase({ scope, trx }, memberId) {
    await removeRows(scope.database, trx, 'mail_log', await mailTo(scope, trx, memberId))
  },
}
