/** Points that a person gives. */
import { decimalText } from 'tablewright/protocol'
import { nowSeconds, OperationError } from 'tablewright/server'
import { attemptItemOptions, attemptOptions } from '#generated/exam/options.ts'
import type { Scope, Transaction } from '#generated/exam/server.ts'
import { readItems, type Attempt, type Item } from '../attempts/attempt.ts'
import { resultOf } from '../attempts/mark.ts'
import { t } from '../i18n.ts'

export interface HandMark {
  readonly item: number
  /** Hundredths of a point; null takes the points back. */
  readonly score: number | null
  readonly note: string
}

const { waiting, done } = attemptItemOptions.mark_state

/** Stores the points of one item, and the result that follows. The caller has locked the attempt. */
export async function markByHand(
  scope: Scope,
  trx: Transaction,
  attempt: Attempt,
  { item: id, score, note }: HandMark,
): Promise<Attempt> {
  const { language, actor } = scope
  const { submitted, marking, graded } = attemptOptions.state
  if (![submitted, marking, graded].some((state) => state === attempt.state))
    throw new OperationError('bad_state', { sentence: t(language, 'mark.state') })
  const items = await readItems(trx, attempt.id)
  const item = items.find((candidate) => candidate.id === id)
  if (!item || (item.mark_state !== waiting && item.mark_state !== done))
    throw new OperationError('bad_state', { sentence: t(language, 'mark.item') })
  // Guard EI1: nobody gets more points than an item has.
  if (score !== null && (score < 0 || score > (item.score ?? 0)))
    throw new OperationError('invalid', {
      errors: { score: t(language, 'mark.range', { max: decimalText(item.score ?? 0, 2) }) },
    })
  const marked: Item = {
    ...item,
    manual_score: score,
    marker_id: score === null ? null : (actor?.id ?? null),
    marker_note: note === '' ? null : note,
    mark_state: score === null ? waiting : done,
  }
  const { manual_score, marker_id, marker_note, mark_state } = marked
  await trx
    .updateTable('exam_attempt_item')
    .set({ manual_score, marker_id, marker_note, mark_state })
    .where('id', '=', id)
    .execute()
  const all = items.map((candidate) => (candidate.id === id ? marked : candidate))
  const columns = { ...resultOf(all, attempt), update_time: nowSeconds() }
  await trx.updateTable('exam_attempt').set(columns).where('id', '=', attempt.id).execute()
  return { ...attempt, ...columns }
}
