/** Marks an attempt that was handed in, and computes its result. */
import { nowSeconds, updateMany } from 'tablewright/server'
import { attemptItemOptions, attemptOptions } from '#generated/exam/options.ts'
import type { Scope, Transaction } from '#generated/exam/server.ts'
import { markAnswer, type MultiMode } from '../../shared/marking.ts'
import type { Answer, FrozenKey, FrozenOptions } from '../../shared/question.ts'
import { settingsOf, type Attempt, type Item } from './attempt.ts'

const { mark_state: markStates, ruling: rulings } = attemptItemOptions
const { state: states, is_pass: results } = attemptOptions

export type Marked = Pick<Item, 'id' | 'score' | 'auto_score' | 'manual_score' | 'mark_state' | 'kind' | 'ruling'>

export const answerOf = ({ answer }: Pick<Item, 'answer'>): Answer => JSON.parse(answer ?? '{}') as Answer
export const optionsOf = ({ options }: Pick<Item, 'options'>): FrozenOptions =>
  JSON.parse(options ?? '{}') as FrozenOptions
export const keyOf = ({ key }: Pick<Item, 'key'>): FrozenKey => JSON.parse(key ?? '{}') as FrozenKey

/** An item as its answer is worth by rule, or as a regrade has decided. */
export function markItem<Row extends Item>(item: Row, multiMode: MultiMode): Row {
  if (item.ruling === rulings.full || item.ruling === rulings.drop) {
    const auto_score = item.ruling === rulings.full ? item.score : 0
    return { ...item, auto_score, manual_score: null, mark_state: markStates.auto }
  }
  if (item.ruling === rulings.keep && item.auto_score !== null) return item
  const mark = markAnswer(
    { kind: item.kind, score: item.score ?? 0, options: optionsOf(item), key: keyOf(item) },
    multiMode,
    answerOf(item),
  )
  return mark
    ? { ...item, auto_score: mark.score, manual_score: null, mark_state: markStates.auto }
    : { ...item, auto_score: null, manual_score: null, mark_state: markStates.waiting }
}

/** The points of an item; null while it waits. */
export const scoreOf = ({ mark_state, auto_score, manual_score }: Omit<Marked, 'id' | 'score' | 'kind' | 'ruling'>) =>
  mark_state === markStates.done ? manual_score : mark_state === markStates.auto ? auto_score : null

/** The result of an attempt, which follows from its items alone. */
export function resultOf(
  items: readonly Marked[],
  { pass_score, grade_time }: Pick<Attempt, 'pass_score' | 'grade_time'>,
) {
  const counted = items.filter(({ kind, ruling }) => kind !== 'MATERIAL' && ruling !== rulings.drop)
  const waiting = counted.filter(({ mark_state }) => mark_state === markStates.waiting).length
  const sum = (state: number, column: 'auto_score' | 'manual_score') =>
    counted.reduce((total, item) => total + (item.mark_state === state ? (item[column] ?? 0) : 0), 0)
  const system_score = sum(markStates.auto, 'auto_score')
  const manual_score = sum(markStates.done, 'manual_score')
  const isDone = waiting === 0
  const score = system_score + manual_score
  const right = counted.filter((item) => scoreOf(item) === item.score).length
  const isMarking = counted.some(({ mark_state }) => mark_state === markStates.done)
  return {
    state: isDone ? states.graded : isMarking ? states.marking : states.submitted,
    waiting_count: waiting,
    system_score,
    manual_score: isDone || isMarking ? manual_score : null,
    score: isDone ? score : null,
    is_pass: isDone ? (score >= (pass_score ?? 0) ? results.yes : results.no) : null,
    right_count: isDone ? right : null,
    error_count: isDone ? counted.length - right : null,
    grade_time: isDone ? (grade_time ?? nowSeconds()) : null,
  }
}

/** Stores the marks of all items. @returns them as they are now */
export async function markItems(
  scope: Scope,
  trx: Transaction,
  attempt: Attempt,
  items: readonly Item[],
): Promise<readonly Item[]> {
  const { multiMode } = settingsOf(attempt)
  const marked = items.map((item) => markItem(item, multiMode))
  await updateMany(
    scope.database,
    scope.registry.require('exam/attempt_item'),
    trx,
    marked.map(({ id, auto_score, manual_score, mark_state }) => ({ id, auto_score, manual_score, mark_state })),
  )
  return marked
}
