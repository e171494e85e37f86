/** Deleting a member: attempts stay without the member, books are deleted. */
import { lockRows, nowSeconds, type MemberErasure, type Scope as AnyScope } from 'tablewright/server'
import { attemptOptions, signupOptions } from '#generated/exam/options.ts'
import type { Reading, Scope, Transaction } from '#generated/exam/server.ts'
import { t } from './i18n.ts'
import { givePlaceBack } from './rooms/signup.ts'

/** The core knows the tables of a module at run time only. */
const own = (scope: AnyScope): Scope => scope as unknown as Scope

const owned = [
  { entity: 'exam/attempt', table: 'exam_attempt', isDeleted: false },
  { entity: 'exam/reward', table: 'exam_reward', isDeleted: false },
  { entity: 'exam/wrong', table: 'exam_wrong', isDeleted: true },
  { entity: 'exam/collect', table: 'exam_collect', isDeleted: true },
  { entity: 'exam/progress', table: 'exam_progress', isDeleted: true },
  { entity: 'exam/certificate', table: 'exam_certificate', isDeleted: true },
  { entity: 'exam/signup', table: 'exam_signup', isDeleted: true },
] as const

type OwnTable = (typeof owned)[number]['table']

async function countOf(query: Reading, table: OwnTable, member: number): Promise<number> {
  const { count } = await query
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', member)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Messages to the members alone, by their attempts. */
async function messagesTo(trx: Transaction, members: readonly number[]): Promise<readonly number[]> {
  const rows = await trx
    .selectFrom('exam_room_message as m')
    .innerJoin('exam_attempt as a', 'a.id', 'm.attempt_id')
    .select('m.id')
    .where('a.user_id', 'in', [...members])
    .execute()
  return rows.map(({ id }) => id)
}

const acceptedSignups = (trx: Transaction, members: readonly number[]) =>
  trx
    .selectFrom('exam_signup')
    .select('room_id')
    .where('user_id', 'in', [...members])
    .where('status', '=', signupOptions.status.accepted)
    .execute()

export const examErasure: MemberErasure = {
  async describe(scope, member) {
    const { query } = own(scope).database
    const attempts = await countOf(query, 'exam_attempt', member)
    const wrong = await countOf(query, 'exam_wrong', member)
    const collected = await countOf(query, 'exam_collect', member)
    const signups = await countOf(query, 'exam_signup', member)
    const courses = (await countOf(query, 'exam_progress', member)) + (await countOf(query, 'exam_certificate', member))
    return {
      lines: [
        ...(attempts > 0 ? [t(scope.language, 'erase.attempts', { count: attempts })] : []),
        ...(wrong + collected > 0 ? [t(scope.language, 'erase.books', { count: wrong + collected })] : []),
        ...(signups > 0 ? [t(scope.language, 'erase.signups', { count: signups })] : []),
        ...(courses > 0 ? [t(scope.language, 'erase.courses', { count: courses })] : []),
      ],
      refusals: [],
    }
  },
  async export(scope, member) {
    const { query } = own(scope).database
    const attempts = await query
      .selectFrom('exam_attempt')
      .select(['id', 'name', 'begin_time', 'submit_time', 'device', 'focus_losses'])
      .where('user_id', '=', member)
      .orderBy('id')
      .execute()
    const answers = await query
      .selectFrom('exam_attempt_item as i')
      .innerJoin('exam_attempt as a', 'a.id', 'i.attempt_id')
      .select(['i.attempt_id', 'i.seq', 'i.title', 'i.answer'])
      .where('a.user_id', '=', member)
      .where('i.answer', 'is not', null)
      .orderBy('i.id')
      .execute()
    const rewards = await query
      .selectFrom('exam_reward')
      .select(['name', 'points', 'create_time'])
      .where('user_id', '=', member)
      .orderBy('id')
      .execute()
    const progress = await query
      .selectFrom('exam_progress')
      .select(['name', 'create_time'])
      .where('user_id', '=', member)
      .orderBy('id')
      .execute()
    const signups = await query
      .selectFrom('exam_signup as s')
      .innerJoin('exam_room as r', 'r.id', 's.room_id')
      .select(['r.title', 's.status', 's.reason', 's.create_time'])
      .where('s.user_id', '=', member)
      .orderBy('s.id')
      .execute()
    const certificates = await query
      .selectFrom('exam_certificate')
      .select(['title', 'code', 'create_time'])
      .where('user_id', '=', member)
      .orderBy('id')
      .execute()
    return [
      { name: 'exam/attempt', rows: attempts },
      { name: 'exam/answer', rows: answers },
      { name: 'exam/reward', rows: rewards },
      { name: 'exam/progress', rows: progress },
      { name: 'exam/certificate', rows: certificates },
      { name: 'exam/signup', rows: signups },
    ].filter(({ rows }) => rows.length > 0)
  },
  locks: [
    {
      entity: 'exam/room',
      async lock({ scope, trx }, memberIds) {
        // The core knows the tables of a module at run time only.
        const rows = await acceptedSignups(trx as unknown as Transaction, memberIds)
        const ids = rows.map(({ room_id: room }) => room)
        await lockRows(scope, trx, 'exam/room', ids, 'write')
      },
    },
    {
      entity: 'exam/room_message',
      async lock({ scope, trx }, memberIds) {
        // The core knows the tables of a module at run time only.
        const ids = await messagesTo(trx as unknown as Transaction, memberIds)
        await lockRows(scope, trx, 'exam/room_message', ids, 'exclusive')
      },
    },
    ...owned.map(({ entity, table, isDeleted }): NonNullable<MemberErasure['locks']>[number] => ({
      entity,
      async lock({ scope, trx }, memberIds) {
        // The core knows the tables of a module at run time only.
        const rows = await (trx as unknown as Transaction)
          .selectFrom(table)
          .select('id')
          .where('user_id', 'in', [...memberIds])
          .execute()
        const ids = rows.map(({ id }) => id)
        await lockRows(scope, trx, entity, ids, isDeleted ? 'exclusive' : 'write')
      },
    })),
  ],
  async erase({ trx }, member) {
    // The core knows the tables of a module at run time only.
    const tables = trx as unknown as Transaction
    const { working, void: voided } = attemptOptions.state
    await tables
      .updateTable('exam_attempt')
      .set({ state: voided, submit_time: nowSeconds() })
      .where('user_id', '=', member)
      .where('state', '=', working)
      .execute()
    const messages = await messagesTo(tables, [member])
    if (messages.length > 0) await tables.deleteFrom('exam_room_message').where('id', 'in', messages).execute()
    await tables
      .updateTable('exam_attempt')
      .set({ user_id: null, limiter: null, lease: null, device: null, presence: null })
      .where('user_id', '=', member)
      .execute()
    await tables.updateTable('exam_reward').set({ user_id: null }).where('user_id', '=', member).execute()
    for (const { room_id: room } of await acceptedSignups(tables, [member])) await givePlaceBack(tables, room)
    for (const table of ['exam_wrong', 'exam_collect', 'exam_progress', 'exam_certificate', 'exam_signup'] as const)
      await tables.deleteFrom(table).where('user_id', '=', member).execute()
  },
}
