/** The data that this module has of a member: its end when the member is deleted, and its export. */
import { decimalText } from 'tablewright/protocol'
import { lockRows, type MemberErasure } from 'tablewright/server'
import { t } from '../i18n.ts'

/** Tables with rows of members, and their columns in the export. */
const exported = {
  'member/money_log': {
    table: 'user_money_log',
    columns: ['money', 'before', 'after', 'memo', 'source', 'create_time'],
  },
  'member/score_log': {
    table: 'user_score_log',
    columns: ['score', 'before', 'after', 'memo', 'source', 'create_time'],
  },
  'member/check_in': { table: 'user_check_in', columns: ['day', 'score', 'create_time'] },
  'member/notice': { table: 'user_notice', columns: ['kind', 'details', 'read_time', 'create_time'] },
  'system/attachment': { table: 'attachment', columns: ['name', 'url', 'size', 'create_time'] },
  'system/session': { table: 'session', columns: ['device', 'ip', 'create_time'] },
} as const

/** Columns of the account itself: no password, and nothing that is counted. */
const profile = [
  'id',
  'username',
  'nickname',
  'email',
  'mobile',
  'gender',
  'birthday',
  'motto',
  'avatar',
  'money',
  'score',
  'join_time',
  'join_ip',
  'last_login_time',
  'last_login_ip',
] as const

type Query = Parameters<MemberErasure['describe']>[0]['database']['query']

async function countOf(query: Query, table: string, memberId: number): Promise<number> {
  const own = query.selectFrom(table).select(({ fn }) => fn.countAll().as('n'))
  return Number((await own.where('user_id', '=', memberId).executeTakeFirstOrThrow())['n'])
}

/** Locks the rows of members in a table. */
const lockOf = (entity: string, table: string): NonNullable<MemberErasure['locks']>[number] => ({
  entity,
  async lock({ scope, trx }, memberIds) {
    const own = trx
      .selectFrom(table)
      .select('id')
      .where('user_id', 'in', [...memberIds])
    const ids = (await own.execute()).map(({ id }) => Number(id))
    await lockRows(scope, trx, entity, ids, 'exclusive')
  },
})

/** Columns of money hold cents. */
const readable = (name: string, row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  name === 'member/money_log' || name === 'member/user'
    ? Object.fromEntries(
        Object.entries(row).map(([column, value]) => [
          column,
          ['money', 'before', 'after'].includes(column) ? decimalText(Number(value), 2) : value,
        ]),
      )
    : row

export const memberErasure: MemberErasure = {
  async describe({ language, database: { query } }, memberId) {
    const row = await query.selectFrom('user').select('money').where('id', '=', memberId).executeTakeFirst()
    const money = Number(row?.['money'] ?? 0)
    const ledgers =
      (await countOf(query, 'user_money_log', memberId)) + (await countOf(query, 'user_score_log', memberId))
    const checkIns = await countOf(query, 'user_check_in', memberId)
    return {
      lines: [
        t(language, 'erasure.account'),
        ...(ledgers > 0 ? [t(language, 'erasure.ledgers', { count: ledgers })] : []),
        ...(checkIns > 0 ? [t(language, 'erasure.check_ins', { count: checkIns })] : []),
        t(language, 'erasure.files'),
        t(language, 'erasure.log'),
      ],
      refusals: money > 0 ? [t(language, 'erasure.balance', { money: decimalText(money, 2) })] : [],
    }
  },

  async export({ database: { query } }, memberId) {
    const account = await query.selectFrom('user').select(profile).where('id', '=', memberId).execute()
    const tables = [{ name: 'member/user', rows: account.map((row) => readable('member/user', row)) }]
    for (const [name, { table, columns }] of Object.entries(exported)) {
      const own = query.selectFrom(table).select(['id', ...columns])
      const rows = await own.where('user_id', '=', memberId).orderBy('id').execute()
      tables.push({ name, rows: rows.map((row) => readable(name, row)) })
    }
    return tables
  },

  locks: [
    lockOf('member/check_in', 'user_check_in'),
    lockOf('member/notice', 'user_notice'),
    // Its files are deleted by the action.
    lockOf('system/attachment', 'attachment'),
  ],
  /** The account itself is emptied by the action, which has locked it. */
  async erase({ trx }, memberId) {
    // By id: where there is nothing, nothing was locked, and attachments come later in the order.
    for (const table of ['user_check_in', 'user_notice']) {
      const rows = await trx.selectFrom(table).select('id').where('user_id', '=', memberId).execute()
      const ids = rows.map(({ id }) => Number(id))
      if (ids.length > 0) await trx.deleteFrom(table).where('id', 'in', ids).execute()
    }
  },
}
