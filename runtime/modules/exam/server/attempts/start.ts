/** Starts an attempt, or goes on with the one that is open. */
import { randomBytes, randomInt } from 'node:crypto'
import { dayOf } from 'tablewright/protocol'
import { insertMany, lockRows, nowSeconds } from 'tablewright/server'
import { attemptItemOptions, attemptOptions, paperOptions, subjectOptions } from '#generated/exam/options.ts'
import type { Reading, Scope, Transaction } from '#generated/exam/server.ts'
import { findPaper, type Paper } from '../papers/paper.ts'
import { isWorking, limiterOf, lockOwnAttempt, type Attempt, type AttemptSettings } from './attempt.ts'
import { deadlineOf } from './deadline.ts'
import { freezeItems, type NewItem } from './freeze.ts'
import { submitAttempt } from './submit.ts'

export type StartRefusal = 'missing' | 'closed' | 'before' | 'after' | 'day_limit' | 'short'

export interface Starting {
  readonly paper: number
  readonly user: number
  readonly device: string
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
  const { paper: paperId, user } = starting
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
  const paper = await findPaper(trx, paperId)
  const refusal = paper ? await refusalOf(trx, paper) : 'missing'
  if (!paper || refusal !== null) return { refusal: refusal ?? 'missing' }
  return begin(scope, trx, paper, starting)
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

/** The columns of a new attempt. */
export function newAttempt(
  paper: Paper,
  items: readonly Pick<NewItem, 'score'>[],
  {
    user,
    device,
    day,
    no,
    seed,
    now,
  }: Omit<Starting, 'paper'> & Readonly<Record<'no' | 'seed' | 'now', number>> & { readonly day: string },
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
    state: attemptOptions.state.working,
    attempt_day: day,
    attempt_no: no,
    seed,
    deadline: deadlineOf(timing, paper.end_time),
    total_score: items.reduce((sum, { score }) => sum + score, 0),
    pass_score: paper.pass_score ?? 0,
    waiting_count: 0,
    focus_losses: 0,
    device: [...device].slice(0, 120).join(''),
    limiter: limiterOf(paper.id, user),
    lease: newLease(),
    lease_seq: 1,
    rewarded: 0,
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

async function begin(scope: Scope, trx: Transaction, paper: Paper, { user, device }: Starting): Promise<Started> {
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
  if (paper.day_limit_count !== null && no > paper.day_limit_count) return { refusal: 'day_limit' }
  const seed = randomInt(2 ** 31)
  const items = await freezeItems(trx, paper, seed)
  if (!items) return { refusal: 'short' }
  await lockRows(scope, trx, 'member/user', [user], 'reference')
  const row = newAttempt(paper, items, { user, device, day, no, seed, now })
  const { id } = await trx.insertInto('exam_attempt').values(row).returning('id').executeTakeFirstOrThrow()
  await insertMany(
    scope.database,
    scope.registry.require('exam/attempt_item'),
    trx,
    items.map((item) => newItem(item, id, paper.id)),
  )
  const attempt = await trx.selectFrom('exam_attempt').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { attempt }
}
