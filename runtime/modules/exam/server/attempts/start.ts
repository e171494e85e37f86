/** Starts an attempt, or goes on with the one that is open. */
import { randomBytes, randomInt } from 'node:crypto'
import { dayOf } from 'tablewright/protocol'
import { insertMany, lockRows, nowSeconds, retryTransaction } from 'tablewright/server'
import {
  attemptItemOptions,
  attemptOptions,
  paperOptions,
  roomOptions,
  subjectOptions,
} from '#generated/exam/options.ts'
import type { Reading, Scope, Transaction } from '#generated/exam/server.ts'
import { findPaper, type Paper } from '../papers/paper.ts'
import { isScoreReleased } from '../papers/release.ts'
import { endOf, findRoom, isAccepted, papersWithRooms, type Room } from '../rooms/room.ts'
import { announceRoom } from '../rooms/topics.ts'
import { isWorking, limiterOf, lockOwnAttempt, type Attempt, type AttemptSettings } from './attempt.ts'
import { deadlineOf } from './deadline.ts'
import { freezeItems, type NewItem } from './freeze.ts'
import { submitAttempt } from './submit.ts'

export type StartRefusal =
  | 'missing'
  | 'closed'
  | 'before'
  | 'after'
  | 'day_limit'
  | 'short'
  | 'room'
  | 'signup'
  | 'makeup_wait'
  | 'makeup_none'
  | 'passed'

export interface Starting {
  readonly paper: number
  readonly user: number
  readonly device: string
  /** The room in which it is taken; null = none. */
  readonly room: number | null
}

type Started = { readonly attempt: Attempt } | { readonly refusal: StartRefusal }

const maxTries = 3

/**
 * The open attempt of the member, with a lease of its own: whoever had it before cannot save any more. One whose time
 * is over is handed in.
 */
export async function startAttempt(scope: Scope, starting: Starting): Promise<Started> {
  for (let count = 1; ; count++)
    try {
      return await scope.database.write((trx) => start(scope, trx, starting))
    } catch (error) {
      // Another request of the same member was faster.
      const isDouble = scope.database.adapter.problemOf(error)?.kind === 'unique'
      if (!isDouble || count === maxTries) throw error
    }
}

async function start(scope: Scope, trx: Transaction, starting: Starting): Promise<Started> {
  const { paper: paperId, user, room: roomId } = starting
  const open = await trx
    .selectFrom('exam_attempt')
    .select('id')
    .where('limiter', '=', limiterOf(paperId, user))
    .executeTakeFirst()
  if (open) {
    const attempt = await lockOwnAttempt(scope, trx, open.id, user)
    if (attempt && isWorking(attempt)) return { attempt: await resume(scope, trx, attempt) }
  }
  await lockRows(scope, trx, 'exam/paper', [paperId], 'reference')
  await lockRows(scope, trx, 'member/user', [user], 'reference')
  if (roomId !== null) await lockRows(scope, trx, 'exam/room', [roomId], 'reference')
  const paper = await findPaper(trx, paperId)
  const room = roomId === null ? null : await findRoom(trx, roomId)
  if (!paper || (roomId !== null && room?.paper_id !== paper.id)) return { refusal: 'missing' }
  const refusal = (await refusalOf(trx, paper)) ?? (await roomRefusal(trx, paper, room, user))
  if (refusal !== null) return { refusal }
  return begin(scope, trx, paper, room, starting)
}

/** Guard T20: a paper that has rooms is taken in one of them, by those who were accepted. */
async function roomRefusal(
  trx: Transaction,
  paper: Paper,
  room: Room | null,
  user: number,
): Promise<StartRefusal | null> {
  if (!room) return (await papersWithRooms(trx, [paper.id])).has(paper.id) ? 'room' : null
  const now = nowSeconds()
  if (room.status !== roomOptions.status.open) return 'closed'
  if (!(await isAccepted(trx, room.id, user))) return 'signup'
  if (now < room.start_time) return 'before'
  return now >= room.end_time ? 'after' : null
}

/** Nobody sees a question before the paper opens, whatever the countdown of a page showed. */
async function refusalOf(query: Pick<Reading, 'selectFrom'>, paper: Paper): Promise<StartRefusal | null> {
  const now = nowSeconds()
  if (paper.status !== paperOptions.status.published) return 'closed'
  const subject = await query
    .selectFrom('exam_subject')
    .select('status')
    .where('id', '=', paper.subject_id)
    .executeTakeFirst()
  if (subject?.status === subjectOptions.status.disabled) return 'closed'
  if (paper.start_time !== null && now < paper.start_time) return 'before'
  return paper.end_time !== null && now >= paper.end_time ? 'after' : null
}

async function resume(scope: Scope, trx: Transaction, attempt: Attempt): Promise<Attempt> {
  const now = nowSeconds()
  if (now >= (attempt.deadline ?? 0)) return submitAttempt(scope, trx, attempt, 'timeout')
  const columns = { lease: newLease(), lease_seq: (attempt.lease_seq ?? 0) + 1, update_time: now }
  await trx.updateTable('exam_attempt').set(columns).where('id', '=', attempt.id).execute()
  return { ...attempt, ...columns }
}

const newLease = (): string => randomBytes(12).toString('hex')

interface NewAttempt extends Pick<Starting, 'user' | 'device'>, Readonly<Record<'no' | 'seed' | 'now', number>> {
  readonly day: string
  /** The room, with the number of the attempt of its member there. */
  readonly room?: (Pick<Room, 'id' | 'end_time'> & { readonly no: number }) | null
}

/** The columns of a new attempt. */
export function newAttempt(
  paper: Paper,
  items: readonly Pick<NewItem, 'score'>[],
  { user, device, day, no, seed, now, room = null }: NewAttempt,
) {
  const settings: AttemptSettings = {
    multiMode: paper.multi_mode ?? 'all',
    limit: paper.limit_time,
    switchLimit: paper.switch_limit,
  }
  const timing = { begin_time: now, extra_seconds: 0, settings: JSON.stringify(settings) }
  return {
    ...timing,
    name: [...paper.title].slice(0, 160).join(''),
    paper_id: paper.id,
    user_id: user,
    room_id: room?.id ?? null,
    room_no: room?.no ?? null,
    state: attemptOptions.state.working,
    attempt_day: day,
    attempt_no: no,
    seed,
    deadline: deadlineOf(timing, endOf(paper, room)),
    total_score: items.reduce((sum, { score }) => sum + score, 0),
    pass_score: paper.pass_score ?? 0,
    waiting_count: 0,
    focus_losses: 0,
    device: [...device].slice(0, 120).join(''),
    limiter: limiterOf(paper.id, user),
    lease: newLease(),
    lease_seq: 1,
    rewarded: 0,
    told: 0,
    answered_count: 0,
    save_time: now,
    create_time: now,
    update_time: now,
    version: 1,
  }
}

/** The columns of a new item. */
export const newItem = (item: NewItem, attempt: number, paper: number) => ({
  ...item,
  attempt_id: attempt,
  paper_id: paper,
  answer_seq: 0,
  flagged: 0,
  mark_state: attemptItemOptions.mark_state.none,
  ruling: attemptItemOptions.ruling.none,
  version: 1,
})

/** Guard E11: how often somebody may sit in a room; again only after a released result that failed. */
async function nextInRoom(
  trx: Transaction,
  { id, makeup_count: makeups }: Room,
  user: number,
): Promise<{ readonly no: number } | { readonly refusal: StartRefusal }> {
  const latest = await trx
    .selectFrom('exam_attempt')
    .selectAll()
    .where('room_id', '=', id)
    .where('user_id', '=', user)
    .orderBy('room_no', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!latest) return { no: 1 }
  // Another request of the same member has begun meanwhile.
  if (isWorking(latest)) retryTransaction()
  const no = (latest.room_no ?? 0) + 1
  if (no > 1 + (makeups ?? 0)) return { refusal: 'makeup_none' }
  if (latest.state === attemptOptions.state.void) return { no }
  // Whether it was passed is told by the release, not by a refusal.
  if (!(await isScoreReleased(trx, latest))) return { refusal: 'makeup_wait' }
  return latest.is_pass === attemptOptions.is_pass.yes ? { refusal: 'passed' } : { no }
}

async function begin(
  scope: Scope,
  trx: Transaction,
  paper: Paper,
  room: Room | null,
  { user, device }: Starting,
): Promise<Started> {
  const now = nowSeconds()
  const day = dayOf(now, scope.settings.timeZone)
  const latest = await trx
    .selectFrom('exam_attempt')
    .select(({ fn }) => fn.max('attempt_no').as('no'))
    .where('user_id', '=', user)
    .where('paper_id', '=', paper.id)
    .where('attempt_day', '=', day)
    .executeTakeFirst()
  const no = Number(latest?.no ?? 0) + 1
  const place = room && (await nextInRoom(trx, room, user))
  if (place && 'refusal' in place) return place
  if (!room && paper.day_limit_count !== null && no > paper.day_limit_count) return { refusal: 'day_limit' }
  const seed = randomInt(2 ** 31)
  const items = await freezeItems(trx, paper, seed)
  if (!items) return { refusal: 'short' }
  const row = newAttempt(paper, items, {
    user,
    device,
    day,
    no,
    seed,
    now,
    room: room && { ...room, no: place?.no ?? 1 },
  })
  const { id } = await trx.insertInto('exam_attempt').values(row).returning('id').executeTakeFirstOrThrow()
  await insertMany(
    scope.database,
    scope.registry.require('exam/attempt_item'),
    trx,
    items.map((item) => newItem(item, id, paper.id)),
  )
  const attempt = await trx.selectFrom('exam_attempt').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (room) announceRoom(room.id)
  return { attempt }
}
