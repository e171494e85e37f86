/** Points that a person gives. */
import { decimalText } from 'tablewright/protocol'
import { nowSeconds, OperationError } from 'tablewright/server'
import { attemptItemOptions, attemptOptions, paperOptions } from '#generated/exam/options.ts'
import type { Scope, Transaction } from '#generated/exam/server.ts'
import { readItems, type Attempt, type Item } from '../attempts/attempt.ts'
import { resultOf } from '../attempts/mark.ts'
import { t } from '../i18n.ts'
import { findPaper } from '../papers/paper.ts'
import { withMark } from './two-markers.ts'

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
  const { language } = scope
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
  const marks = await marksOf(scope, trx, item, score)
  const { keepsNote, ...columns } = marks
  const formerNote = keepsNote ? item.marker_note : null
  const marked: Item = { ...item, ...columns, marker_note: note === '' ? formerNote : note }
  await trx
    .updateTable('exam_attempt_item')
    .set({
      manual_score: marked.manual_score,
      marker_id: marked.marker_id,
      marker_note: marked.marker_note,
      mark_state: marked.mark_state,
      first_score: marked.first_score,
      first_marker_id: marked.first_marker_id,
      second_score: marked.second_score,
      second_marker_id: marked.second_marker_id,
    })
    .where('id', '=', id)
    .execute()
  const all = items.map((candidate) => (candidate.id === id ? marked : candidate))
  const result = { ...resultOf(all, attempt), update_time: nowSeconds() }
  await trx.updateTable('exam_attempt').set(result).where('id', '=', attempt.id).execute()
  return { ...attempt, ...result }
}

/** The marks of the item with these points: those of one person, or of two. */
async function marksOf({ language, actor }: Scope, trx: Transaction, item: Item, score: number | null) {
  const marker = actor?.id ?? null
  const paper = await findPaper(trx, item.paper_id)
  if (paper?.two_markers !== paperOptions.two_markers.yes || marker === null) {
    const isMarked = score !== null
    return {
      manual_score: score,
      marker_id: isMarked ? marker : null,
      mark_state: isMarked ? done : waiting,
      keepsNote: false,
    }
  }
  const marks = withMark(item, marker, score, paper.marker_difference ?? 0)
  // Guard T12: nobody decides alone, and nobody changes the points of others.
  if (!marks) throw new OperationError('bad_state', { sentence: t(language, 'mark.others') })
  const { manual_score, marker_id, mark_state, first_score, first_marker_id, second_score, second_marker_id } = marks
  const two = { first_score, first_marker_id, second_score, second_marker_id }
  return { manual_score, marker_id, mark_state, ...two, keepsNote: true }
}
