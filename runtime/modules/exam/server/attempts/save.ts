/** Saves answers: what was acknowledged is stored, and a late or former save changes nothing. */
import { sql } from 'kysely'
import { nowSeconds, updateMany } from 'tablewright/server'
import type { Reading, Scope, Transaction } from '#generated/exam/server.ts'
import { isAnswered, normalizeAnswer, type Answer } from '../../shared/question.ts'
import { focusGraceSeconds } from '../../shared/routes.ts'
import { announceProgress } from '../rooms/topics.ts'
import { isWorking, type Attempt } from './attempt.ts'
import { answerOf, optionsOf } from './mark.ts'
import { submitOverdue } from './submit.ts'

export interface SentItem extends Answer {
  readonly seq: number
  /** Rises with every change of the answer in this browser. */
  readonly n: number
  readonly flagged?: boolean
}

interface ItemTime {
  readonly seq: number
  readonly seconds: number
}

/** How long each question was on the screen: it only rises, and is never longer than the attempt. */
async function saveTimes(scope: Scope, trx: Transaction, attempt: Attempt, times: readonly ItemTime[]): Promise<void> {
  if (times.length === 0) return
  const bySeq = new Map(times.map(({ seq, seconds }) => [seq, seconds]))
  const rows = await trx
    .selectFrom('exam_attempt_item')
    .select(['id', 'seq', 'seconds'])
    .where('attempt_id', '=', attempt.id)
    .where('seq', 'in', [...bySeq.keys()])
    .orderBy('seq')
    .execute()
  const most = nowSeconds() - (attempt.begin_time ?? 0)
  const changes = rows
    .map(({ id, seq, seconds }) => ({ id, former: seconds ?? 0, seconds: Math.min(most, bySeq.get(seq) ?? 0) }))
    .filter(({ former, seconds }) => seconds > former)
    .map(({ id, seconds }) => ({ id, seconds }))
  await updateMany(scope.database, scope.registry.require('exam/attempt_item'), trx, changes)
}

export type SaveRefusal = 'over' | 'lease'

/** Why nothing can be saved; null = it can. The attempt is locked, and handed in where its time is over. */
export async function admitSave(
  scope: Scope,
  trx: Transaction,
  attempt: Attempt,
  lease: string,
): Promise<{ readonly attempt: Attempt; readonly refusal: SaveRefusal | null }> {
  const current = await submitOverdue(scope, trx, attempt)
  if (!isWorking(current)) return { attempt: current, refusal: 'over' }
  // Only the tab that was opened last can save.
  return { attempt: current, refusal: current.lease === lease ? null : 'lease' }
}

/**
 * Stores the answers that are newer than the stored ones. The attempt is locked and can be saved.
 * @returns the stored number of each item that was sent
 */
export async function saveItems(
  scope: Scope,
  trx: Transaction,
  attempt: Attempt,
  newItems: readonly SentItem[],
  times: readonly ItemTime[] = [],
): Promise<readonly { readonly seq: number; readonly n: number }[]> {
  await saveTimes(scope, trx, attempt, times)
  if (newItems.length === 0) return []
  const latest = new Map<number, SentItem>()
  for (const item of newItems) if (item.n >= (latest.get(item.seq)?.n ?? 0)) latest.set(item.seq, item)
  const rows = await trx
    .selectFrom('exam_attempt_item')
    .select(['id', 'seq', 'kind', 'options', 'answer', 'answer_seq', 'flagged'])
    .where('attempt_id', '=', attempt.id)
    .where('seq', 'in', [...latest.keys()])
    .orderBy('seq')
    .execute()
  let answered = attempt.answered_count ?? 0
  const saved: { seq: number; n: number }[] = []
  const changes: { id: number; answer: string; answer_seq: number; flagged: number | null }[] = []
  for (const row of rows) {
    const item = latest.get(row.seq)
    const former = row.answer_seq ?? 0
    // A former save never replaces a later answer.
    if (!item || item.n <= former) {
      saved.push({ seq: row.seq, n: former })
      continue
    }
    const next = normalizeAnswer(row.kind, optionsOf(row), item)
    answered += Number(isAnswered(next)) - Number(isAnswered(answerOf(row)))
    const answer = JSON.stringify(next)
    const flagged = item.flagged === undefined ? row.flagged : Number(item.flagged)
    changes.push({ id: row.id, answer, answer_seq: item.n, flagged })
    saved.push({ seq: row.seq, n: item.n })
  }
  await updateMany(scope.database, scope.registry.require('exam/attempt_item'), trx, changes)
  const time = nowSeconds()
  await trx
    .updateTable('exam_attempt')
    .set({ update_time: time, save_time: time, answered_count: answered })
    .where('id', '=', attempt.id)
    .execute()
  if (attempt.room_id !== null) announceProgress(attempt.room_id)
  return saved
}

/** The stored number of each item that was sent, where nothing can be saved any more. */
export async function readSaved(
  query: Pick<Reading, 'selectFrom'>,
  { id }: Pick<Attempt, 'id'>,
  items: readonly SentItem[],
): Promise<readonly { readonly seq: number; readonly n: number }[]> {
  if (items.length === 0) return []
  const rows = await query
    .selectFrom('exam_attempt_item')
    .select(['seq', 'answer_seq'])
    .where('attempt_id', '=', id)
    .where('seq', 'in', [...new Set(items.map(({ seq }) => seq))])
    .orderBy('seq')
    .execute()
  return rows.map(({ seq, answer_seq: n }) => ({ seq, n: n ?? 0 }))
}

/** Events of a page that was left, each counted once. @returns how often it was left, excused times apart */
export async function countFocusLosses(
  trx: Transaction,
  attempt: Attempt,
  events: readonly { readonly id: string; readonly seconds: number }[],
): Promise<number> {
  const now = nowSeconds()
  const counted = events.filter(({ seconds }) => seconds >= focusGraceSeconds)
  const rows = counted.map(({ id, seconds }) => ({
    attempt_id: attempt.id,
    event: id,
    seconds,
    excused: 0,
    create_time: now,
    version: 1,
  }))
  if (rows.length > 0)
    await trx
      .insertInto('exam_focus_loss')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return refreshFocusLosses(trx, attempt.id)
}

/** Counts again how often the page was left, excused times apart. The caller has locked the attempt. */
export async function refreshFocusLosses(trx: Transaction, attempt: number): Promise<number> {
  const { count } = await trx
    .selectFrom('exam_focus_loss')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('attempt_id', '=', attempt)
    .where(sql<boolean>`coalesce(excused, 0) = 0`)
    .executeTakeFirstOrThrow()
  const losses = Number(count)
  await trx.updateTable('exam_attempt').set({ focus_losses: losses }).where('id', '=', attempt).execute()
  return losses
}
