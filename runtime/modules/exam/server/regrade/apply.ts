/** Applies a regrade: points, results, wrong books, and a notice to those whose released result has changed. */
import { decimalText } from 'tablewright/protocol'
import { insertMany, lockRows, nowSeconds, OperationError, updateMany, type ContractCall } from 'tablewright/server'
import { attemptOptions, regradeOptions } from '#generated/exam/options.ts'
import type { Hooks, ModuleEffects, Scope, Transaction } from '#generated/exam/server.ts'
import type { Attempt, Item } from '../attempts/attempt.ts'
import { deleteWrong, wrongRows } from '../attempts/wrong-book.ts'
import { t, textOfAll } from '../i18n.ts'
import { readReleased } from '../papers/release.ts'
import { planRegrade, type Regrade, type RegradedAttempt } from './plan.ts'

/** The summary of a regrade: paper and question. */
async function nameOf(trx: Transaction, paper: number, question: number): Promise<string> {
  const title = await trx.selectFrom('exam_paper').select('title').where('id', '=', paper).executeTakeFirst()
  const summary = await trx.selectFrom('exam_question').select('summary').where('id', '=', question).executeTakeFirst()
  return [...`${title?.title ?? ''}: ${summary?.summary ?? ''}`].slice(0, 160).join('')
}

export const regradeHooks: Hooks<'exam/regrade'> = {
  async beforeWrite(scope, trx, _change, ids, action) {
    if (action === 'apply') await lockAttempts(scope, trx, ids)
  },
  async beforeCreate(scope, trx, change) {
    await fill(scope, trx, change, null)
  },
  async beforeUpdate(scope, trx, change, current) {
    await fill(scope, trx, change, current)
  },
}

/** Names the document, and refuses a question that no attempt has. */
async function fill(
  { language }: Scope,
  trx: Transaction,
  change: Parameters<NonNullable<Hooks<'exam/regrade'>['beforeCreate']>>[2],
  current: Pick<Regrade, 'paper_id' | 'question_id'> | null,
): Promise<void> {
  const paper = Number(change.given.get('paper_id') ?? current?.paper_id ?? 0)
  const question = Number(change.given.get('question_id') ?? current?.question_id ?? 0)
  const item = await trx
    .selectFrom('exam_attempt_item')
    .select('id')
    .where('paper_id', '=', paper)
    .where('question_id', '=', question)
    .limit(1)
    .executeTakeFirst()
  if (!item) throw new OperationError('invalid', { errors: { question_id: t(language, 'regrade.none') } })
  change.overrides.set('name', await nameOf(trx, paper, question))
}

/** Members, attempts and items, as everybody locks them; the document comes after them. */
async function lockAttempts(scope: Scope, trx: Transaction, ids: readonly number[]): Promise<void> {
  const rows = await trx
    .selectFrom('exam_attempt as a')
    .innerJoin('exam_regrade as r', 'r.paper_id', 'a.paper_id')
    .select(['a.id', 'a.user_id'])
    .where('r.id', 'in', [...ids])
    .execute()
  const members = [...new Set(rows.flatMap(({ user_id: user }) => user ?? []))]
  await lockRows(scope, trx, 'member/user', members, 'reference')
  await lockRows(
    scope,
    trx,
    'exam/attempt',
    rows.map(({ id }) => id),
    'write',
  )
  const items = await trx
    .selectFrom('exam_attempt_item as i')
    .innerJoin('exam_regrade as r', 'r.paper_id', 'i.paper_id')
    .select('i.id')
    .where('r.id', 'in', [...ids])
    .where((eb) =>
      eb.or([eb('r.rule', '=', regradeOptions.rule.drop), eb('i.question_id', '=', eb.ref('r.question_id'))]),
    )
    .orderBy('i.id')
    .execute()
  for (let start = 0; start < items.length; start += maxLocks) {
    const part = items.slice(start, start + maxLocks).map(({ id }) => id)
    await lockRows(scope, trx, 'exam/attempt_item', part, 'write')
  }
}

/** Rows that one statement locks. */
const maxLocks = 5000

export const regradeEffects: ModuleEffects['exam/regrade'] = {
  async apply({ scope, trx, row, input, set }) {
    const plan = await planRegrade(scope, trx, row)
    // Guard EI8: what is applied is what the dry run showed.
    if (plan.hash !== input.hash) throw new OperationError('bad_state', { sentence: t(scope.language, 'regrade.hash') })
    await storeItems(scope, trx, plan.attempts)
    const changes: RegradedAttempt[] = []
    for (const regraded of plan.attempts) {
      const { attempt, result } = regraded
      if (!result) continue
      const { total_score: total } = attempt
      const columns = { ...result, grade_time: attempt.grade_time ?? result.grade_time, update_time: nowSeconds() }
      if (regraded.changedItems.length > 0)
        await trx
          .updateTable('exam_attempt')
          .set({ ...columns, total_score: total })
          .where('id', '=', attempt.id)
          .execute()
      if (result.score !== attempt.score || result.is_pass !== attempt.is_pass) changes.push(regraded)
    }
    await refreshWrongBooks(scope, trx, plan.attempts, row.question_id)
    await insertMany(
      scope.database,
      scope.registry.require('exam/regrade_change'),
      trx,
      changes.map(({ attempt, result }) => ({
        regrade_id: row.id,
        attempt_id: attempt.id,
        name: attempt.name,
        old_score: attempt.score,
        new_score: result?.score ?? null,
        old_pass: attempt.is_pass,
        new_pass: result?.is_pass ?? null,
        version: 1,
      })),
    )
    await tellMembers(scope, trx, changes, row.reason ?? '')
    const difference = ({ attempt, result }: RegradedAttempt): number => (result?.score ?? 0) - (attempt.score ?? 0)
    set({
      attempt_count: plan.attempts.filter(({ result }) => result !== null).length,
      raised_count: changes.filter((change) => difference(change) > 0).length,
      lowered_count: changes.filter((change) => difference(change) < 0).length,
    })
  },
}

async function storeItems(scope: Scope, trx: Transaction, attempts: readonly RegradedAttempt[]): Promise<void> {
  const rows = attempts.flatMap(({ changedItems }) => changedItems)
  await updateMany(
    scope.database,
    scope.registry.require('exam/attempt_item'),
    trx,
    rows.map(({ id, key, explain, question_version, score, ...mark }) => {
      const { auto_score, manual_score, mark_state, ruling } = mark
      return { id, key, explain, question_version, score, auto_score, manual_score, mark_state, ruling }
    }),
  )
}

/** The question enters the wrong books of those who have it wrong now, and leaves those of the others. */
async function refreshWrongBooks(
  scope: Scope,
  trx: Transaction,
  attempts: readonly RegradedAttempt[],
  question: number,
): Promise<void> {
  const finished = attempts.filter(({ result }) => result !== null)
  const itemsOf = ({ changedItems }: RegradedAttempt): readonly Item[] =>
    changedItems.filter(({ question_id }) => question_id === question)
  const itemIds = finished.flatMap((regraded) => itemsOf(regraded).map(({ id }) => id))
  const entries: { readonly id: number; readonly item_id: number | null }[] = []
  for (let start = 0; start < itemIds.length; start += 500)
    entries.push(
      ...(await trx
        .selectFrom('exam_wrong')
        .select(['id', 'item_id'])
        .where('item_id', 'in', itemIds.slice(start, start + 500))
        .execute()),
    )
  const rows = finished.flatMap((regraded) => {
    const { user_id: user } = regraded.attempt
    return user === null ? [] : wrongRows(user, itemsOf(regraded), nowSeconds())
  })
  const wrong = new Set(rows.map(({ item_id: item }) => item))
  const former = new Set(entries.map(({ item_id: item }) => item))
  const right = entries.filter(({ item_id: item }) => item !== null && !wrong.has(item))
  await deleteWrong(
    scope,
    trx,
    right.map(({ id }) => id),
  )
  const fresh = rows.filter(({ item_id: item }) => !former.has(item))
  await insertMany(scope.database, scope.registry.require('exam/wrong'), trx, fresh)
}

async function tellMembers(
  scope: Scope,
  trx: Transaction,
  changes: readonly RegradedAttempt[],
  reason: string,
): Promise<void> {
  const released = await readReleased(
    trx,
    changes.map(({ attempt }) => attempt),
  )
  for (const { attempt, result } of changes) {
    const { user_id: user, paper_id: paper, name: title, id } = attempt
    if (user === null || !released.scores.has(paper) || attempt.state !== attemptOptions.state.graded) continue
    const values = { title, reason, before: scoreText(attempt), after: scoreText({ score: result?.score ?? null }) }
    // The core knows the tables of a module at run time only.
    await scope.memberNotices?.add({ scope, trx } as unknown as ContractCall, {
      userId: user,
      kind: 'exam/regrade',
      title: textOfAll('regrade.notice'),
      content: textOfAll('regrade.notice.text', values),
      path: `/user/exam/result/${id}`,
    })
  }
}

const scoreText = ({ score }: Pick<Attempt, 'score'>): string => decimalText(score ?? 0, 2)
