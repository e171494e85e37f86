/** Reads a room for its desk: who works, who is offline, who has submitted. */
import { sql } from 'kysely'
import { nowSeconds } from 'tablewright/server'
import { attemptItemOptions, attemptOptions, signupOptions } from '#generated/exam/options.ts'
import type { Reading, Scope } from '#generated/exam/server.ts'
import { isOverdue, isWorking, type Attempt } from '../attempts/attempt.ts'
import { t } from '../i18n.ts'
import { readReleased } from '../papers/release.ts'
import type { Room } from './room.ts'

/** Seconds without a sign after which a connection does not count any more: two beats of the hub, and some more. */
const connectionLife = 75
/** The same for somebody who only saves. */
const saveLife = 45
/** Seconds after the end of an attempt in which there can be more time. */
const reopenLife = 86_400

type Signs = Pick<Attempt, 'presence' | 'seen_time' | 'save_time' | 'begin_time'>

const lastSign = ({ seen_time, save_time, begin_time }: Signs): number =>
  Math.max(seen_time ?? 0, save_time ?? 0, begin_time ?? 0)

/** A page of the exam is connected; or there is none, and something was saved just now. */
function isOnline(attempt: Signs, now: number): boolean {
  const silence = now - lastSign(attempt)
  if (attempt.presence !== null) return silence <= connectionLife
  const hasSaved = (attempt.save_time ?? 0) > (attempt.seen_time ?? 0)
  return hasSaved && silence <= saveLife
}

const { submitted, marking, graded, void: voided } = attemptOptions.state

/** Whether the attempt ran out of time so recently that it can go on. */
const ranOut = ({ state, submit_kind, submit_time, user_id }: Attempt, now: number): boolean =>
  user_id !== null &&
  [submitted, marking, graded].some((ended) => ended === state) &&
  submit_kind === attemptOptions.submit_kind.timeout &&
  (submit_time ?? 0) > now - reopenLife

const readLatest = (query: Reading, room: number) =>
  query.selectFrom('exam_attempt').selectAll().where('room_id', '=', room).orderBy('id').execute()

/** The attempts of a room that can get more time: the latest of each member, working or out of time. */
export async function extendable(query: Reading, room: number): Promise<readonly Attempt[]> {
  const attempts = latestOf(await readLatest(query, room))
  const released = await readReleased(query, attempts)
  const now = nowSeconds()
  return attempts.filter(
    (attempt) => isWorking(attempt) || (ranOut(attempt, now) && !released.keys.has(attempt.paper_id)),
  )
}

/** The latest attempt of each member; those of deleted members stand for themselves. */
function latestOf(attempts: readonly Attempt[]): readonly Attempt[] {
  const byMember = new Map<string, Attempt>()
  for (const attempt of attempts)
    byMember.set(attempt.user_id === null ? `a${attempt.id}` : `u${attempt.user_id}`, attempt)
  return [...byMember.values()]
}

async function countItems(query: Reading, room: number): Promise<ReadonlyMap<number, number>> {
  const rows = await query
    .selectFrom('exam_attempt_item as i')
    .innerJoin('exam_attempt as a', 'a.id', 'i.attempt_id')
    .select('i.attempt_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('a.room_id', '=', room)
    .where('i.kind', '<>', attemptItemOptions.kind.material)
    .groupBy('i.attempt_id')
    .execute()
  return new Map(rows.map(({ attempt_id: attempt, count }) => [attempt, Number(count)]))
}

function stateOf(attempt: Attempt): string {
  if (attempt.state === voided) return 'void'
  return isWorking(attempt) && !isOverdue(attempt) ? 'working' : 'submitted'
}

/** The candidates of a room: those who were accepted, in the order of their names, and whoever else sits there. */
export async function readCandidates(scope: Scope, { id }: Room) {
  const { query } = scope.database
  const signups = await query
    .selectFrom('exam_signup')
    .select(['id', 'user_id', 'name'])
    .where('room_id', '=', id)
    .where('status', '=', signupOptions.status.accepted)
    .orderBy('name')
    .orderBy('id')
    .execute()
  const attempts = latestOf(await readLatest(query, id))
  const counts = await countItems(query, id)
  const open = new Set((await extendable(query, id)).map((attempt) => attempt.id))
  const byUser = new Map(attempts.map((attempt) => [attempt.user_id, attempt]))
  const users = new Set(signups.map(({ user_id: user }) => user))
  const others = attempts.filter(({ user_id: user }) => user === null || !users.has(user))
  const now = nowSeconds()
  const rowOf = (key: string, name: string, attempt: Attempt | undefined) => ({
    key,
    name,
    attempt: attempt?.id ?? null,
    no: attempt?.room_no ?? 0,
    state: attempt ? stateOf(attempt) : 'absent',
    isOnline: attempt !== undefined && isOnline(attempt, now),
    seen: attempt ? lastSign(attempt) : null,
    answered: attempt?.answered_count ?? 0,
    total: attempt ? (counts.get(attempt.id) ?? 0) : 0,
    saved: attempt?.save_time ?? null,
    deadline: attempt?.deadline ?? null,
    extra: attempt?.extra_seconds ?? 0,
    submitKind: attempt?.submit_kind ?? '',
    submitted: attempt?.submit_time ?? null,
    switches: attempt?.focus_losses ?? 0,
    canExtend: attempt !== undefined && open.has(attempt.id),
  })
  return [
    ...signups.map(({ id: signup, user_id: user, name }) =>
      rowOf(`s${signup}`, name, user === null ? undefined : byUser.get(user)),
    ),
    ...others.map((attempt) =>
      rowOf(`a${attempt.id}`, t(scope.language, 'mark.candidate', { number: attempt.id }), attempt),
    ),
  ]
}

const maxShownMessages = 20

/** The newest messages of a room, with the name of the one candidate they are for; "" = all. */
export async function readSentMessages(query: Reading, room: number) {
  const rows = await query
    .selectFrom('exam_room_message as m')
    .leftJoin('exam_attempt as a', 'a.id', 'm.attempt_id')
    .leftJoin('user as u', 'u.id', 'a.user_id')
    .select(['m.id', 'm.text', 'm.create_time', 'm.attempt_id', 'u.nickname', 'u.username'])
    .where('m.room_id', '=', room)
    .orderBy('m.id', 'desc')
    .limit(maxShownMessages)
    .execute()
  return rows.map(({ id, text, create_time: time, attempt_id: attempt, nickname, username }) => ({
    id,
    text,
    time: time ?? 0,
    name: attempt === null ? '' : nickname || username || String(attempt),
  }))
}

/** Messages for a candidate since the begin of the attempt. */
export async function readMessages(query: Reading, { id, room_id: room, begin_time: begin }: Attempt) {
  if (room === null) return []
  const rows = await query
    .selectFrom('exam_room_message')
    .select(['id', 'text', 'create_time'])
    .where('room_id', '=', room)
    .where(sql<boolean>`coalesce(attempt_id, ${id}) = ${id}`)
    .where('create_time', '>=', begin ?? 0)
    .orderBy('id', 'desc')
    .limit(maxShownMessages)
    .execute()
  return rows.map(({ id: message, text, create_time: time }) => ({ id: message, text, time: time ?? 0 })).toReversed()
}
