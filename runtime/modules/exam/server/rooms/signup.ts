/** Sign-ups for rooms: places are claimed in the room itself, so that there are never more than it has. */
import { sql } from 'kysely'
import { countTry, limitKey, lockRows, nowSeconds, type ContractCall } from 'tablewright/server'
import { roomOptions, signupOptions } from '#generated/exam/options.ts'
import type { Row, Scope, Transaction } from '#generated/exam/server.ts'
import { textOfAll } from '../i18n.ts'
import { findRoom, type Room } from './room.ts'

export type SignupRefusal = 'missing' | 'closed' | 'over' | 'full' | 'password' | 'wait' | 'refused'

export type Signup = Row<'exam/signup'> & { readonly id: number }

const { status: statuses } = signupOptions
const { signup_mode: modes } = roomOptions

/** Wrong passwords of a member for a room in a quarter of an hour. */
const passwordRule = { windowSeconds: 900, captchaFrom: 0, maxFailures: 10, wait: 900, maxWait: 900 }

/** Guard E11: takes a place. The statement itself refuses one too many. @returns false = there is none left */
export async function claimPlace(trx: Transaction, room: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('exam_room')
    .set({ signup_count: sql<number>`coalesce(signup_count, 0) + 1` })
    .where('id', '=', room)
    .where(sql<boolean>`(people_count is null or coalesce(signup_count, 0) < people_count)`)
    .executeTakeFirst()
  return Number(numUpdatedRows) === 1
}

export async function givePlaceBack(trx: Transaction, room: number): Promise<void> {
  await trx
    .updateTable('exam_room')
    .set({ signup_count: sql<number>`coalesce(signup_count, 0) - 1` })
    .where('id', '=', room)
    .where('signup_count', '>', 0)
    .execute()
}

async function findSignup(query: Pick<Transaction, 'selectFrom'>, room: number, user: number): Promise<Signup | null> {
  const row = await query
    .selectFrom('exam_signup')
    .selectAll()
    .where('room_id', '=', room)
    .where('user_id', '=', user)
    .executeTakeFirst()
  return row ?? null
}

export const isOver = ({ end_time: end }: Pick<Room, 'end_time'>): boolean => nowSeconds() >= end

/** Whether the password is wrong, or was wrong too often. Counted before the sign-up, so that guesses stay counted. */
export async function refusePassword(
  scope: Scope,
  { id, user, password }: { readonly id: number; readonly user: number; readonly password: string },
): Promise<'password' | 'wait' | null> {
  const room = await findRoom(scope.database.query, id)
  if (!room || room.signup_mode !== modes.password) return null
  if (await findSignup(scope.database.query, id, user)) return null
  if (room.password === password) return null
  // Guard T35: a password cannot be guessed by trying.
  const { wait } = await countTry(
    scope.database,
    [limitKey('exam room password', { event: `${id}:${user}` })],
    passwordRule,
  )
  return wait > 0 ? 'wait' : 'password'
}

/**
 * Signs a member up; again changes nothing. The password was checked.
 * @returns the sign-up, or why there is none
 */
export async function signUp(
  scope: Scope,
  trx: Transaction,
  id: number,
  user: number,
): Promise<{ readonly signup: Signup } | { readonly refusal: SignupRefusal }> {
  await lockRows(scope, trx, 'member/user', [user], 'reference')
  await lockRows(scope, trx, 'exam/room', [id], 'write')
  const room = await findRoom(trx, id)
  if (!room || room.status === roomOptions.status.draft) return { refusal: 'missing' }
  const former = await findSignup(trx, id, user)
  if (former) return former.status === statuses.refused ? { refusal: 'refused' } : { signup: former }
  if (room.status !== roomOptions.status.open) return { refusal: 'closed' }
  if (isOver(room)) return { refusal: 'over' }
  const waits = room.signup_mode === modes.audit
  if (!waits && !(await claimPlace(trx, id))) return { refusal: 'full' }
  return {
    signup: await addSignup(trx, room, user, { status: waits ? statuses.waiting : statuses.accepted, invited: 0 }),
  }
}

async function addSignup(
  trx: Transaction,
  { id }: Pick<Room, 'id'>,
  user: number,
  { status, invited }: Pick<Signup, 'status' | 'invited'>,
): Promise<Signup> {
  const names = await trx.selectFrom('user').select(['nickname', 'username']).where('id', '=', user).executeTakeFirst()
  const time = nowSeconds()
  return trx
    .insertInto('exam_signup')
    .values({
      name: [...(names?.nickname || names?.username || '')].slice(0, 64).join(''),
      room_id: id,
      user_id: user,
      status,
      invited,
      create_time: time,
      update_time: time,
      version: 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Takes a sign-up back. @returns false = the member has begun, or there is none */
export async function withdraw(scope: Scope, trx: Transaction, room: number, user: number): Promise<boolean> {
  await lockRows(scope, trx, 'member/user', [user], 'reference')
  await lockRows(scope, trx, 'exam/room', [room], 'write')
  const attempt = await trx
    .selectFrom('exam_attempt')
    .select('id')
    .where('room_id', '=', room)
    .where('user_id', '=', user)
    .limit(1)
    .executeTakeFirst()
  const signup = await findSignup(trx, room, user)
  if (attempt || !signup) return false
  await lockRows(scope, trx, 'exam/signup', [signup.id], 'exclusive')
  await trx.deleteFrom('exam_signup').where('id', '=', signup.id).execute()
  if (signup.status === statuses.accepted) await givePlaceBack(trx, room)
  return true
}

export interface Invited {
  readonly invited: number
  /** Were signed up before. */
  readonly present: number
  readonly isFull: boolean
}

/** Signs members up for them, as accepted, and tells them. The room is open or a draft. */
export async function invite(scope: Scope, trx: Transaction, id: number, users: readonly number[]): Promise<Invited> {
  const sorted = [...new Set(users)].toSorted((left, right) => left - right)
  await lockRows(scope, trx, 'member/user', sorted, 'reference')
  await lockRows(scope, trx, 'exam/room', [id], 'write')
  const room = await findRoom(trx, id)
  if (!room) return { invited: 0, present: 0, isFull: false }
  let [invited, present] = [0, 0]
  for (const user of sorted) {
    const former = await findSignup(trx, id, user)
    if (former) {
      present++
      continue
    }
    if (!(await claimPlace(trx, id))) return { invited, present, isFull: true }
    await addSignup(trx, room, user, { status: statuses.accepted, invited: 1 })
    await tell(scope, trx, user, { room, event: 'invited' })
    invited++
  }
  return { invited, present, isFull: false }
}

interface Decision {
  readonly room: Pick<Room, 'id' | 'title'>
  readonly event: 'invited' | 'accepted' | 'refused' | 'makeup'
  readonly reason?: string
}

/** Tells a member what was decided about a room. */
export async function tell(
  scope: Scope,
  trx: Transaction,
  user: number,
  { room, event, reason = '' }: Decision,
): Promise<void> {
  // The core knows the tables of a module at run time only.
  await scope.memberNotices?.add({ scope, trx } as unknown as ContractCall, {
    userId: user,
    kind: 'exam/room',
    title: textOfAll(`room.${event}.title`, { title: room.title }),
    content: textOfAll(`room.${event}.text`, { title: room.title, reason }),
    path: '/user/exam/rooms',
  })
}
