/** Starting, ending and cancelling a lesson: everything beside the status of the room. */
import { nowMilliseconds, nowSeconds, OperationError, records, recheckTopic } from 'tablewright/server'
import { formatSeconds } from 'tablewright/protocol'
import type { LiveServerParts } from '#generated/live/parts.ts'
import type { Effect, EffectCall, Scope, Transaction } from '#generated/live/server.ts'
import { roomTopic } from '../../shared/events.ts'
import { holderOf } from '../../shared/person.ts'
import { earlyMs, endOf, resumeMs } from '../../shared/status.ts'
import { t } from '../i18n.ts'
import { closeQuiz, openQuizzes } from '../quiz/close.ts'
import { policyOf, statusOf } from '../room.ts'
import { markAlive, storeAttendance } from './attendance.ts'
import { append, openRoom, type OpenRoom } from './log.ts'

type Call = Pick<EffectCall<'live/room'>, 'scope' | 'trx' | 'row'>

const actorOf = ({ actor }: Pick<Scope, 'actor'>): string | null =>
  actor?.id == null ? null : holderOf('admin', actor.id)

async function open({ scope, trx, row }: Call): Promise<OpenRoom> {
  const room = await openRoom(scope, trx, row.id)
  if (!room) throw new OperationError('not_found')
  return room
}

/** Begins a session: the lesson starts, or goes on. */
export const openSession: Effect<'live/room', 'start' | 'resume'> = async (call) => {
  const { scope, trx, row, action } = call
  const now = nowMilliseconds()
  const refuse = (key: 'start.early' | 'resume.late' | 'resume.teacher'): never => {
    throw new OperationError('bad_state', { sentence: t(scope.language, key) })
  }
  if (action === 'start' && now < row.start_time * 1000 - earlyMs) refuse('start.early')
  if (action === 'resume') {
    if (now > (row.ended_at ?? 0) * 1000 + resumeMs) refuse('resume.late')
    if (scope.actor?.id !== row.teacher_id) refuse('resume.teacher')
  }
  const room = await open(call)
  const { n } = await trx
    .selectFrom('live_session')
    .select(({ fn }) => fn.max('n').as('n'))
    .where('room_id', '=', row.id)
    .executeTakeFirstOrThrow()
  const number = Number(n ?? 0) + 1
  const name = `${formatSeconds(Math.floor(now / 1000), scope.settings.timeZone).slice(0, 16)} #${number}`
  const values = { room_id: row.id, n: number, name, start_ms: now, first_seq: room.state.seq + 1 }
  const { id } = await trx
    .insertInto('live_session')
    .values({ ...values, create_time: nowSeconds(), version: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  // The person who starts it is there: ten minutes without a teacher count from now.
  await trx.updateTable('live_room').set({ session_id: id, seen_ms: now }).where('id', '=', row.id).execute()
  const payload = { session: id, n: number, policy: policyOf(row) }
  const { time } = await append(room, { kind: 'start', person: actorOf(scope), payload, session: id })
  await trx.updateTable('live_session').set({ start_ms: time }).where('id', '=', id).execute()
  recheckTopic(roomTopic(row.id))
}

/** Ends the session: open quizzes are closed, attendance is counted. */
export const closeSession: Effect<'live/room', 'end'> = async (call) => {
  const { scope, trx, row, set } = call
  const room = await open(call)
  const { session } = room.state
  if (!session) throw new Error(`the room ${row.id} is live without a session`)
  const now = nowMilliseconds()
  const end = Math.max(session.start, row.seen_ms === null ? now : Math.min(now, endOf(row.seen_ms)))
  await trx.updateTable('live_session').set({ end_ms: end }).where('id', '=', session.id).execute()
  await storeAttendance(trx, row.id, { id: session.id, start: session.start, end }, end)
  await markAlive(trx, row.id, end)
  for (const quiz of await openQuizzes(trx, row.id)) await closeQuiz(room, quiz)
  await append(room, { kind: 'end', person: actorOf(scope), payload: { session: session.id } })
  set({ ended_at: Math.floor(end / 1000) })
}

export const announceCancellation: Effect<'live/room', 'cancel'> = async (call) => {
  await append(await open(call), { kind: 'cancel', person: actorOf(call.scope), payload: {} })
}

/** Notes that a lesson has ended because its teacher has been away. */
export async function settleRoom(scope: Scope, trx: Transaction, id: number): Promise<void> {
  const room = await openRoom(scope, trx, id)
  if (!room || room.state.status !== 'live' || statusOf(room.room) === 'live') return
  const rooms = records<LiveServerParts>(scope, trx).asModule('no teacher was there for ten minutes')
  await rooms.runAction('live/room', 'end', id)
}
