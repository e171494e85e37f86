/** The review of answers: showing one puts it into the log, hiding it takes it out of the state. */
import { hintTopic, lockRows, OperationError } from 'tablewright/server'
import type { Effect, EffectCall, Hooks } from '#generated/live/server.ts'
import { deskTopic, type Citation } from '../../shared/events.ts'
import { holderOf } from '../../shared/person.ts'
import { append, openRoom } from '../store/log.ts'
import { answerStates } from './ask.ts'

/** Rooms come before answers in the order of locks. */
export const answerHooks: Hooks<'live/answer'> = {
  async beforeWrite(scope, trx, _change, ids) {
    if (ids.length === 0) return
    const rows = await trx
      .selectFrom('live_answer')
      .select('room_id')
      .where('id', 'in', [...ids])
      .execute()
    await lockRows(
      scope,
      trx,
      'live/room',
      rows.map(({ room_id }) => room_id),
      'write',
    )
  },
}

async function open({ scope, trx, row }: Pick<EffectCall<'live/answer'>, 'scope' | 'trx' | 'row'>) {
  const room = await openRoom(scope, trx, row.room_id)
  if (!room) throw new OperationError('not_found')
  hintTopic(deskTopic(row.room_id))
  return { room, person: scope.actor?.id == null ? null : holderOf('admin', scope.actor.id) }
}

export const announceAnswer: Effect<'live/answer', 'show'> = async (call) => {
  const { row } = call
  const { room, person } = await open(call)
  const passages = JSON.parse(row.passages ?? '[]') as readonly Citation[]
  const payload = { answer: row.id, question: row.question, text: row.content ?? '', passages }
  await append(room, { kind: 'answer.show', person, payload })
}

export const withdrawAnswer: Effect<'live/answer', 'hide' | 'dismiss'> = async (call) => {
  const { room, person } = await open(call)
  if (call.row.status !== answerStates.shown) return
  await append(room, { kind: 'answer.hide', person, payload: { answer: call.row.id } })
}
