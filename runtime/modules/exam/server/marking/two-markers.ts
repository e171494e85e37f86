/** Points of two people who do not see each other's; a third decides where they differ too much. Pure. */
import { attemptItemOptions } from '#generated/exam/options.ts'
import type { Item } from '../attempts/attempt.ts'

export type Marks = Pick<
  Item,
  'first_score' | 'first_marker_id' | 'second_score' | 'second_marker_id' | 'manual_score' | 'marker_id' | 'mark_state'
>

const { waiting, done } = attemptItemOptions.mark_state

/** The part that a person has, or can take, in the marking of an answer; null = others have done all of it. */
export function partOf(marks: Marks, marker: number): 'first' | 'second' | 'third' | null {
  if (marks.first_marker_id === marker) return 'first'
  if (marks.second_marker_id === marker) return 'second'
  if (marks.first_score === null) return 'first'
  if (marks.second_score === null) return 'second'
  const isMine = marks.marker_id === marker
  return marks.mark_state === waiting || isMine ? 'third' : null
}

/** The own points of a person; null = none yet. */
export function ownScore(marks: Marks, marker: number): number | null {
  const part = partOf(marks, marker)
  if (part === 'first') return marks.first_marker_id === marker ? marks.first_score : null
  if (part === 'second') return marks.second_marker_id === marker ? marks.second_score : null
  return part === 'third' && marks.marker_id === marker ? marks.manual_score : null
}

/**
 * The marks once somebody has given points, or has taken them back (null).
 * @param most by how much two may differ, in hundredths of a point
 * @returns null where others have marked the answer already
 */
export function withMark(marks: Marks, marker: number, score: number | null, most: number): Marks | null {
  const part = partOf(marks, marker)
  if (part === null) return null
  const holder = score === null ? null : marker
  if (part === 'third')
    return { ...marks, manual_score: score, marker_id: holder, mark_state: score === null ? waiting : done }
  const next: Marks =
    part === 'first'
      ? { ...marks, first_score: score, first_marker_id: holder }
      : { ...marks, second_score: score, second_marker_id: holder }
  const { first_score: first, second_score: second } = next
  // A change of one of the two also ends the decision of a third.
  if (first === null || second === null || Math.abs(first - second) > most)
    return { ...next, manual_score: null, marker_id: null, mark_state: waiting }
  return {
    ...next,
    manual_score: Math.floor((first + second + 1) / 2),
    marker_id: next.second_marker_id,
    mark_state: done,
  }
}
