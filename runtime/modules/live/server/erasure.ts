/** Deleting a member: what they said is emptied and loses its author, the rest of their rows is deleted. */
import {
  discardFiles,
  lockRows,
  type ContractCall,
  type MemberErasure,
  type Scope as AnyScope,
} from 'tablewright/server'
import type { Reading, Scope, Transaction } from '#generated/live/server.ts'
import { holderOf } from '../shared/person.ts'
import { t } from './i18n.ts'

/** The core knows the tables of a module at run time only. */
const own = (scope: AnyScope): Scope => scope as unknown as Scope
/** As above. */
const tables = (trx: ContractCall['trx']): Transaction => trx as unknown as Transaction

type Members = readonly number[]

const holders = (members: Members): readonly string[] => members.map((id) => holderOf('user', id))

/** Events by the members, and those that name them. */
const eventsOf = (query: Reading, members: Members) =>
  query
    .selectFrom('live_event')
    .where((eb) =>
      eb.or([
        eb('user_id', 'in', members),
        ...holders(members).map((holder) => eb('payload', 'like', `%"person":"${holder}"%`)),
      ]),
    )

const rowsOf = {
  presence: (query: Reading, members: Members) =>
    query.selectFrom('live_presence').select('id').where('user_id', 'in', members),
  attendance: (query: Reading, members: Members) =>
    query.selectFrom('live_attendance').select('id').where('user_id', 'in', members),
  quiz_answer: (query: Reading, members: Members) =>
    query.selectFrom('live_quiz_answer').select('id').where('user_id', 'in', members),
  answer: (query: Reading, members: Members) =>
    query.selectFrom('live_answer').select('id').where('user_id', 'in', members),
  record: (query: Reading, members: Members) =>
    query.selectFrom('live_record').select('id').where('user_id', 'in', members),
  track: (query: Reading, members: Members) =>
    query.selectFrom('live_track').select('id').where('holder', 'in', holders(members)),
  private_message: (query: Reading, members: Members) =>
    query
      .selectFrom('live_private_message')
      .select('id')
      .where((eb) => eb.or([eb('sender', 'in', holders(members)), eb('receiver', 'in', holders(members))])),
} as const

type OwnTable = keyof typeof rowsOf
const ownTables: readonly OwnTable[] = [
  'answer',
  'attendance',
  'presence',
  'private_message',
  'quiz_answer',
  'record',
  'track',
]

const idsOf = (rows: readonly { readonly id: number }[]): readonly number[] => rows.map(({ id }) => id)

const roomsOf = async (query: Reading, members: Members): Promise<readonly number[]> => {
  const rows = await eventsOf(query, members).select('room_id').distinct().orderBy('room_id').execute()
  return rows.map(({ room_id }) => room_id)
}

const snapshotsOf = (query: Reading, rooms: readonly number[]) =>
  query.selectFrom('live_snapshot').select('id').where('room_id', 'in', rooms)

/** The lock of rows of one of the module's tables that belong to members. */
const ownLock = (table: OwnTable) => ({
  entity: `live/${table}`,
  lock: async ({ scope, trx }: ContractCall, members: Members): Promise<void> =>
    lockRows(scope, trx, `live/${table}`, idsOf(await rowsOf[table](tables(trx), members).execute()), 'exclusive'),
})

/** Statements have a limited number of parameters. */
const batchSize = 1000

export const liveErasure: MemberErasure = {
  async describe(scope, member) {
    const { query } = own(scope).database
    const { count } = await eventsOf(query, [member])
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow()
    let rows = 0
    for (const table of ownTables.filter((name) => name !== 'presence' && name !== 'track'))
      rows += (await rowsOf[table](query, [member]).execute()).length
    const { language } = scope
    return {
      lines: [
        ...(Number(count) > 0 ? [t(language, 'erase.events', { count: Number(count) })] : []),
        ...(rows > 0 ? [t(language, 'erase.rows', { count: rows })] : []),
      ],
      refusals: [],
    }
  },
  async export(scope, member) {
    const { query } = own(scope).database
    const holder = holderOf('user', member)
    const events = await query
      .selectFrom('live_event')
      .select(['room_id', 'seq', 'kind', 'payload', 'create_time'])
      .where('user_id', '=', member)
      .orderBy('id')
      .execute()
    const attendance = await query
      .selectFrom('live_attendance')
      .select(['room_id', 'session_id', 'first_time', 'last_time', 'seconds'])
      .where('user_id', '=', member)
      .orderBy('id')
      .execute()
    const answers = await query
      .selectFrom('live_quiz_answer')
      .select(['quiz_id', 'choice', 'create_time'])
      .where('user_id', '=', member)
      .orderBy('id')
      .execute()
    const questions = await query
      .selectFrom('live_answer')
      .select(['room_id', 'question', 'create_time'])
      .where('user_id', '=', member)
      .orderBy('id')
      .execute()
    const messages = await query
      .selectFrom('live_private_message')
      .select(['room_id', 'content', 'create_time'])
      .where('sender', '=', holder)
      .orderBy('id')
      .execute()
    const recordings = await query
      .selectFrom('live_record')
      .select(['room_id', 'session_id', 'kind', 'started_at', 'seconds', 'bytes'])
      .where('user_id', '=', member)
      .orderBy('id')
      .execute()
    return [
      { name: 'live/event', rows: events },
      { name: 'live/attendance', rows: attendance },
      { name: 'live/quizAnswer', rows: answers },
      { name: 'live/answer', rows: questions },
      { name: 'live/privateMessage', rows: messages },
      { name: 'live/record', rows: recordings },
    ].filter(({ rows }) => rows.length > 0)
  },
  locks: [
    {
      entity: 'live/room',
      lock: async ({ scope, trx }, members) =>
        lockRows(scope, trx, 'live/room', await roomsOf(tables(trx), members), 'write'),
    },
    ownLock('answer'),
    ownLock('attendance'),
    {
      entity: 'live/event',
      lock: async ({ scope, trx }, members) =>
        lockRows(scope, trx, 'live/event', idsOf(await eventsOf(tables(trx), members).select('id').execute()), 'write'),
    },
    ...ownTables.filter((table) => !['answer', 'attendance', 'track'].includes(table)).map(ownLock),
    {
      entity: 'live/snapshot',
      async lock({ scope, trx }, members) {
        const rooms = await roomsOf(tables(trx), members)
        if (rooms.length === 0) return
        await lockRows(scope, trx, 'live/snapshot', idsOf(await snapshotsOf(tables(trx), rooms).execute()), 'exclusive')
      },
    },
    ownLock('track'),
  ],
  async erase({ scope, trx: anyTrx }, member) {
    const trx = tables(anyTrx)
    const recordings = await trx.selectFrom('live_record').select('url').where('user_id', '=', member).execute()
    await discardFiles(
      scope,
      anyTrx,
      recordings.flatMap(({ url }) => (url ? [url] : [])),
    )
    const rooms = await roomsOf(trx, [member])
    const events = await eventsOf(trx, [member]).select(['id', 'kind', 'payload', 'user_id']).orderBy('id').execute()
    const reference = `"${holderOf('user', member)}"`
    for (const { id, kind, payload, user_id: author } of events) {
      const text =
        kind === 'chat' && author === member ? '{"text":""}' : (payload ?? '{}').replaceAll(reference, '"user:0"')
      await trx
        .updateTable('live_event')
        .set({ payload: text, ...(author === member && { user_id: null, client: null }) })
        .where('id', '=', id)
        .execute()
    }
    if (rooms.length > 0) {
      // States that have been stored, or that servers remember, have the old text.
      const snapshots = idsOf(await snapshotsOf(trx, rooms).execute())
      for (let start = 0; start < snapshots.length; start += batchSize)
        await trx
          .deleteFrom('live_snapshot')
          .where('id', 'in', snapshots.slice(start, start + batchSize))
          .execute()
      await trx
        .updateTable('live_room')
        .set(({ eb }) => ({ edition: eb('edition', '+', 1) }))
        .where('id', 'in', rooms)
        .execute()
    }
    for (const table of ownTables) {
      const ids = idsOf(await rowsOf[table](trx, [member]).execute())
      if (ids.length > 0) await trx.deleteFrom(`live_${table}`).where('id', 'in', ids).execute()
    }
  },
}
