/** Rooms and sign-ups that administrators change. */
import { lockRows, OperationError } from 'tablewright/server'
import { paperOptions, signupOptions } from '#generated/exam/options.ts'
import type { Hooks, ModuleEffects, Scope, Transaction } from '#generated/exam/server.ts'
import { moveDeadlines } from '../attempts/deadline.ts'
import { t } from '../i18n.ts'
import { findPaper } from '../papers/paper.ts'
import { findRoom, type Room } from './room.ts'
import { claimPlace, givePlaceBack, tell } from './signup.ts'
import { announceRoom } from './topics.ts'

const hasAttempts = async (trx: Transaction, room: number): Promise<boolean> =>
  (await trx.selectFrom('exam_attempt').select('id').where('room_id', '=', room).limit(1).executeTakeFirst()) !==
  undefined

export const roomHooks: Hooks<'exam/room'> = {
  async beforeUpdate({ language }, trx, change, current) {
    const id = Number(current.id)
    const values = new Map<string, unknown>(change.given.entries())
    const places = values.has('people_count') ? values.get('people_count') : current.people_count
    if (places !== null && Number(places) < (current.signup_count ?? 0))
      throw new OperationError('invalid', {
        errors: { people_count: t(language, 'room.places', { count: current.signup_count ?? 0 }) },
      })
    const isMoved = values.has('paper_id') && values.get('paper_id') !== current.paper_id
    if (isMoved && (await hasAttempts(trx, id)))
      throw new OperationError('invalid', { errors: { paper_id: t(language, 'room.paper') } })
  },
  async afterWrite(scope, trx, { action, ids, changed: columns }) {
    if (action !== 'edit' || !columns.has('end_time')) return
    for (const id of ids) {
      const room = await findRoom(trx, id)
      const paper = room && (await findPaper(trx, room.paper_id))
      if (room && paper) await moveDeadlines(scope, trx, paper, room.id)
      announceRoom(id)
    }
  },
}

export const roomEffects: ModuleEffects['exam/room'] = {
  async open({ scope, trx, row }) {
    const paper = await findPaper(trx, row.paper_id)
    if (paper?.status !== paperOptions.status.published)
      throw new OperationError('bad_state', { sentence: t(scope.language, 'room.unpublished') })
  },
}

/** Rooms come before sign-ups in the order of locks. */
async function lockRooms(scope: Scope, trx: Transaction, ids: readonly number[]): Promise<void> {
  const rows =
    ids.length === 0
      ? []
      : await trx
          .selectFrom('exam_signup')
          .select(['room_id', 'user_id'])
          .where('id', 'in', [...ids])
          .execute()
  const users = rows.flatMap(({ user_id: user }) => (user === null ? [] : [user]))
  await lockRows(scope, trx, 'member/user', users, 'reference')
  await lockRows(
    scope,
    trx,
    'exam/room',
    rows.map(({ room_id: room }) => room),
    'write',
  )
}

const { accepted } = signupOptions.status

export const signupHooks: Hooks<'exam/signup'> = {
  async beforeWrite(scope, trx, _change, ids, action) {
    await lockRooms(scope, trx, ids)
    if (action !== 'del') return
    for (const id of ids) {
      const row = await trx.selectFrom('exam_signup').selectAll().where('id', '=', id).executeTakeFirst()
      if (!row) continue
      await refuseBegun(scope, trx, row.room_id, row.user_id)
      if (row.status === accepted) await givePlaceBack(trx, row.room_id)
      announceRoom(row.room_id)
    }
  },
}

/** Somebody who has begun has used the place. */
async function refuseBegun({ language }: Scope, trx: Transaction, room: number, user: number | null): Promise<void> {
  const attempt =
    user === null
      ? undefined
      : await trx
          .selectFrom('exam_attempt')
          .select('id')
          .where('room_id', '=', room)
          .where('user_id', '=', user)
          .limit(1)
          .executeTakeFirst()
  if (attempt) throw new OperationError('bad_state', { sentence: t(language, 'signup.begun') })
}

async function roomOf(trx: Transaction, id: number): Promise<Room> {
  return (await findRoom(trx, id)) ?? refuseGone()
}

function refuseGone(): never {
  throw new OperationError('not_found')
}

export const signupEffects: ModuleEffects['exam/signup'] = {
  async accept({ scope, trx, row, set }) {
    const room = await roomOf(trx, row.room_id)
    if (!(await claimPlace(trx, room.id)))
      throw new OperationError('bad_state', { sentence: t(scope.language, 'signup.full') })
    set({ reason: null })
    if (row.user_id !== null) await tell(scope, trx, row.user_id, { room, event: 'accepted' })
    announceRoom(room.id)
  },
  async refuse({ scope, trx, row, input }) {
    const room = await roomOf(trx, row.room_id)
    await refuseBegun(scope, trx, room.id, row.user_id)
    if (row.status === accepted) await givePlaceBack(trx, room.id)
    if (row.user_id !== null) await tell(scope, trx, row.user_id, { room, event: 'refused', reason: input.reason })
    announceRoom(room.id)
  },
}
