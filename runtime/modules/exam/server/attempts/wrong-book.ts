/** The wrong book of members: questions answered wrong, until they are right twice in a row. */
import { insertMany, lockRows, nowSeconds } from 'tablewright/server'
import { attemptItemOptions } from '#generated/exam/options.ts'
import type { Scope, Transaction } from '#generated/exam/server.ts'
import type { Attempt, Item } from './attempt.ts'

/** Right answers in a row after which a question leaves the book. */
export const rightsToLeave = 2

/** Where an entry comes from: an item of an attempt, or a question of practice. */
export const sourceOfItem = (id: number): string => `i:${id}`
export const sourceOfQuestion = (id: number): string => `q:${id}`

/** Entries for what was answered wrong, by rule. */
export function wrongRows(user: number, items: readonly Item[], time: number) {
  const isWrong = ({ kind, mark_state, auto_score, score }: Item): boolean =>
    kind !== 'MATERIAL' &&
    kind !== 'SHORT' &&
    mark_state === attemptItemOptions.mark_state.auto &&
    (auto_score ?? 0) < (score ?? 0)
  return items.filter(isWrong).map(({ id, question_id }) => ({
    user_id: user,
    question_id,
    item_id: id,
    source: sourceOfItem(id),
    wrong_count: 1,
    streak: 0,
    create_time: time,
    update_time: time,
    version: 1,
  }))
}

/** Adds what was answered wrong. Members see an entry once the result of its attempt is released. */
export async function addWrong(
  scope: Scope,
  trx: Transaction,
  { user_id: user }: Pick<Attempt, 'user_id'>,
  items: readonly Item[],
): Promise<void> {
  if (user === null) return
  const rows = wrongRows(user, items, nowSeconds())
  await insertMany(scope.database, scope.registry.require('exam/wrong'), trx, rows)
}

export async function removeWrong(scope: Scope, trx: Transaction, attempt: number): Promise<void> {
  const rows = await trx
    .selectFrom('exam_wrong')
    .select('id')
    .where('item_id', 'in', (eb) => eb.selectFrom('exam_attempt_item').select('id').where('attempt_id', '=', attempt))
    .execute()
  await deleteWrong(
    scope,
    trx,
    rows.map(({ id }) => id),
  )
}

export async function deleteWrong(scope: Scope, trx: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await lockRows(scope, trx, 'exam/wrong', ids, 'exclusive')
  await trx
    .deleteFrom('exam_wrong')
    .where('id', 'in', [...ids])
    .execute()
}
