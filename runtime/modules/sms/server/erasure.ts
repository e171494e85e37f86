/** The messages that were sent to a member: deleted with the member, and part of the member's data. */
import { lockRows, removeRows, type MemberErasure } from 'tablewright/server'
import { t } from './i18n.ts'

type Scope = Parameters<MemberErasure['describe']>[0]
type Query = Parameters<NonNullable<NonNullable<Scope['members']>['contact']>>[0]

/** Messages to the present number; those to former ones, the retention of the log removes. */
async function messagesTo({ members }: Scope, query: Query, memberId: number): Promise<readonly number[]> {
  const contact = await members?.contact?.(query, memberId)
  if (!contact?.mobile) return []
  const own = query.selectFrom('sms_log').select('id').where('mobile', '=', contact.mobile)
  return (await own.orderBy('id').execute()).map(({ id }) => Number(id))
}

export const smsErasure: MemberErasure = {
  async describe(scope, memberId) {
    const { length: count } = await messagesTo(scope, scope.database.query, memberId)
    return { lines: count > 0 ? [t(scope.language, 'erasure.lines', { count })] : [], refusals: [] }
  },
  /** Without the contents, which are in no export. */
  async export(scope, memberId) {
    const { query } = scope.database
    const ids = await messagesTo(scope, query, memberId)
    if (ids.length === 0) return []
    const rows = await query
      .selectFrom('sms_log')
      .select(['id', 'event', 'mobile', 'create_time'])
      .where('id', 'in', [...ids])
      .orderBy('id')
      .execute()
    return [{ name: 'sms/log', rows }]
  },
  locks: [
    {
      entity: 'sms/log',
      async lock({ scope, trx }, memberIds) {
        const ids: number[] = []
        for (const memberId of memberIds) ids.push(...(await messagesTo(scope, trx, memberId)))
        await lockRows(scope, trx, 'sms/log', ids, 'exclusive')
      },
    },
  ],
  /** The file of a message that nobody transmitted leaves the outbox with the next nightly removal. */
  async erase({ scope, trx }, memberId) {
    await removeRows(scope.database, trx, 'sms_log', await messagesTo(scope, trx, memberId))
  },
}
