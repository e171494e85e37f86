/** The changes of a regrade: the same for the dry run and when it is applied. */
import { createHash } from 'node:crypto'
import { OperationError } from 'tablewright/server'
import { attemptItemOptions, attemptOptions, regradeOptions } from '#generated/exam/options.ts'
import type { ExamMessageKey } from '#generated/exam/messages.ts'
import type { Reading, Row, Scope } from '#generated/exam/server.ts'
import { isWorking, settingsOf, type Attempt, type Item } from '../attempts/attempt.ts'
import { markItem, resultOf, scoreOf } from '../attempts/mark.ts'
import { t } from '../i18n.ts'
import { newKeyOf, type Question } from './new-key.ts'

type Query = Pick<Reading, 'selectFrom'>
export type Regrade = Pick<Row<'exam/regrade'>, 'paper_id' | 'question_id' | 'rule' | 'never_lower'>

/** An attempt as the regrade leaves it. */
export interface RegradedAttempt {
  readonly attempt: Attempt
  /** All items, as they will be. */
  readonly items: readonly Item[]
  /** The items that differ from what is stored. */
  readonly changedItems: readonly Item[]
  /** The result that follows; null while it is under way. */
  readonly result: ReturnType<typeof resultOf> | null
}

export interface RegradePlan {
  readonly attempts: readonly RegradedAttempt[]
  /** Changes whenever the effect would be another one. */
  readonly hash: string
}

const { ruling: rulings, mark_state: markStates } = attemptItemOptions
const { working, submitted, marking, graded } = attemptOptions.state

/** @throws an OperationError `bad_state` where the rule cannot be applied to an attempt */
export async function planRegrade(
  scope: Pick<Scope, 'language'>,
  query: Query,
  regrade: Regrade,
): Promise<RegradePlan> {
  const refuse = (key: ExamMessageKey): never => {
    throw new OperationError('bad_state', { sentence: t(scope.language, key) })
  }
  const question = await query
    .selectFrom('exam_question')
    .select(['kind', 'options_json', 'explain', 'edition'])
    .where('id', '=', regrade.question_id)
    .where('delete_time', 'is', null)
    .executeTakeFirst()
  if (!question && regrade.rule === regradeOptions.rule.key) return refuse('regrade.gone')
  const attempts: readonly Attempt[] = await query
    .selectFrom('exam_attempt')
    .selectAll()
    .where('paper_id', '=', regrade.paper_id)
    .where('state', 'in', [working, submitted, marking, graded])
    .where('id', 'in', (eb) =>
      eb.selectFrom('exam_attempt_item').select('attempt_id').where('question_id', '=', regrade.question_id),
    )
    .orderBy('id')
    .execute()
  if (attempts.length === 0) return refuse('regrade.none')
  const itemsOf = await readItemsOf(query, regrade)
  const list = attempts.map((attempt) => regradeAttempt(attempt, itemsOf(attempt.id), { regrade, question, refuse }))
  return { attempts: list, hash: hashOf(regrade, question, list) }
}

/** Items of all attempts at the paper that have the question. */
async function readItemsOf(query: Query, { paper_id, question_id }: Regrade) {
  const rows: readonly Item[] = await query
    .selectFrom('exam_attempt_item as i')
    .selectAll('i')
    .where('i.paper_id', '=', paper_id)
    .where('i.attempt_id', 'in', (eb) =>
      eb.selectFrom('exam_attempt_item').select('attempt_id').where('question_id', '=', question_id),
    )
    .orderBy('i.attempt_id')
    .orderBy('i.seq')
    .execute()
  const byAttempt = new Map<number, Item[]>()
  for (const row of rows) byAttempt.set(row.attempt_id, [...(byAttempt.get(row.attempt_id) ?? []), row])
  return (attempt: number): readonly Item[] => byAttempt.get(attempt) ?? []
}

interface Context {
  readonly regrade: Regrade
  readonly question: Question | undefined
  readonly refuse: (key: ExamMessageKey) => never
}

function regradeAttempt(attempt: Attempt, items: readonly Item[], context: Context): RegradedAttempt {
  const { regrade } = context
  const regraded = changeItems(attempt, items, context)
  const isUnderWay = isWorking(attempt)
  const result = isUnderWay ? null : resultOf(regraded, attempt)
  // A rescaled attempt that would lose points stays as it is.
  const isLower = result !== null && attempt.score !== null && (result.score ?? attempt.score) < attempt.score
  if (isLower && regrade.never_lower === regradeOptions.never_lower.yes)
    return { attempt, items, changedItems: [], result: resultOf(items, attempt) }
  const changedItems = regraded.filter((item, index) => item !== items[index])
  return { attempt, items: regraded, changedItems, result }
}

function changeItems(attempt: Attempt, items: readonly Item[], context: Context): readonly Item[] {
  const { regrade, question, refuse } = context
  const isIts = (item: Item): boolean => item.question_id === regrade.question_id
  const isUnderWay = isWorking(attempt)
  if (items.some((item) => isIts(item) && item.kind === 'MATERIAL')) return refuse('regrade.material')
  if (regrade.rule === regradeOptions.rule.drop) return rescale(attempt, items, isIts) ?? refuse('regrade.only')
  return items.map((item) => {
    if (!isIts(item)) return item
    if (regrade.rule === regradeOptions.rule.full) return fullMarks(item, isUnderWay)
    if (!question) return refuse('regrade.gone')
    const next = newKeyOf(item, question)
    if ('problem' in next) return refuse(next.problem)
    const keyed: Item = {
      ...item,
      key: JSON.stringify(next.key),
      explain: question.explain,
      question_version: question.edition ?? 1,
      ruling: rulings.none,
    }
    if (isUnderWay || item.mark_state !== markStates.auto) return keyed
    const marked = markItem(keyed, settingsOf(attempt).multiMode)
    const isLower = (marked.auto_score ?? 0) < (item.auto_score ?? 0)
    return isLower && regrade.never_lower === regradeOptions.never_lower.yes
      ? { ...keyed, ruling: rulings.keep }
      : marked
  })
}

const fullMarks = (item: Item, isUnderWay: boolean): Item => ({
  ...item,
  ruling: rulings.full,
  ...(!isUnderWay && { auto_score: item.score, manual_score: null, mark_state: markStates.auto }),
})

/** The other items share the points of the dropped one as they share the rest; null where there is no rest. */
function rescale(attempt: Attempt, items: readonly Item[], isDropped: (item: Item) => boolean): readonly Item[] | null {
  const total = items.reduce((sum, { score }) => sum + (score ?? 0), 0)
  const rest = items.reduce((sum, item) => sum + (isDropped(item) ? 0 : (item.score ?? 0)), 0)
  if (rest === 0) return null
  const shares = items.map((item) => (isDropped(item) ? 0 : ((item.score ?? 0) * total) / rest))
  const whole = shares.map(Math.floor)
  let left = total - whole.reduce((sum, share) => sum + share, 0)
  // Hundredths that are left over go to the largest fractions, the first of equal ones.
  const largestFirst = shares
    .map((share, index) => ({ index, fraction: share - Math.floor(share) }))
    .toSorted((left, right) => right.fraction - left.fraction || left.index - right.index)
  const scores = [...whole]
  for (const { index } of largestFirst) {
    if (left <= 0) break
    if ((shares[index] ?? 0) === 0) continue
    scores[index] = (scores[index] ?? 0) + 1
    left--
  }
  const isUnderWay = isWorking(attempt)
  const { multiMode } = settingsOf(attempt)
  return items.map((item, index) => {
    const score = scores[index] ?? 0
    if (isDropped(item)) {
      const mark = isUnderWay ? {} : { auto_score: 0, manual_score: null, mark_state: markStates.auto }
      return { ...item, score, ruling: rulings.drop, ...mark }
    }
    if (item.kind === 'MATERIAL') return item
    const scaled = { ...item, score }
    if (isUnderWay || item.mark_state === markStates.waiting) return scaled
    if (item.mark_state !== markStates.done) return remark(item, scaled, multiMode)
    const manual = Math.round(((item.manual_score ?? 0) * score) / Math.max(1, item.score ?? 0))
    return { ...scaled, manual_score: Math.min(score, manual) }
  })
}

/** Points that a former regrade has left keep their share. */
function remark(item: Item, scaled: Item, multiMode: Parameters<typeof markItem>[1]): Item {
  if (item.ruling !== rulings.keep) return markItem(scaled, multiMode)
  const points = Math.round(((item.auto_score ?? 0) * (scaled.score ?? 0)) / Math.max(1, item.score ?? 0))
  return { ...scaled, auto_score: Math.min(scaled.score ?? 0, points) }
}

/** The fingerprint of the effect: of all points before and after. */
function hashOf(regrade: Regrade, question: Question | undefined, list: readonly RegradedAttempt[]): string {
  const parts = list
    .filter(({ result }) => result !== null)
    .map(({ attempt, items, result }) => [
      attempt.id,
      attempt.score,
      attempt.is_pass,
      result?.score,
      result?.is_pass,
      items.map((item) => [item.id, item.score, scoreOf(item)]),
    ])
  const head = [regrade.paper_id, regrade.question_id, regrade.rule, regrade.never_lower, question?.edition ?? null]
  return createHash('sha256')
    .update(JSON.stringify([head, parts]))
    .digest('hex')
}
