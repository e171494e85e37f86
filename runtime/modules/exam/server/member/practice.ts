/** Practice, the wrong book and collected questions: every answer is marked at once. */
import { nowSeconds } from 'tablewright/server'
import { attemptOptions, questionOptions, subjectOptions } from '#generated/exam/options.ts'
import type { Reading, Scope, Transaction } from '#generated/exam/server.ts'
import { markAnswer } from '../../shared/marking.ts'
import {
  isAnswered,
  normalizeAnswer,
  type FrozenKey,
  type FrozenOptions,
  type Kind,
  type QuestionDetails,
} from '../../shared/question.ts'
import { answerQuestion, collect, listCollected, listSubjects, listWrong, practice } from '../../shared/routes.ts'
import { keyOf, optionsOf } from '../attempts/mark.ts'
import { deleteWrong, rightsToLeave, sourceOfItem, sourceOfQuestion } from '../attempts/wrong-book.ts'
import { freezeDetails } from '../attempts/freeze.ts'
import { readReleased } from '../papers/release.ts'
import { createRandom, shuffle } from '../random.ts'
import { defineExamRoute, idOf, refuseMissing } from './define-route.ts'
import { askedQuestion, solutionOf } from './results.ts'

type Query = Pick<Reading, 'selectFrom'>

const maxPractice = 50
const maxList = 200

/** A question that may be practised with, with its key, which stays here until it was answered. */
interface Exercise {
  readonly source: string
  readonly subject: string
  readonly questionId: number | null
  readonly itemId: number | null
  readonly kind: Kind
  readonly title: string
  /** The text that the question is about. */
  readonly material: string
  readonly options: FrozenOptions
  readonly key: FrozenKey
  readonly explain: string | null
  readonly score: number
}

/** Points of a question of practice; only whether all of them were reached matters. */
const practiceScore = 100

/** Questions for practice are never part of papers, so that their keys can be told. */
function practiceQuestions(query: Query) {
  return (
    query
      .selectFrom('exam_question as q')
      .innerJoin('exam_subject as s', 's.id', 'q.subject_id')
      // Guard T10: questions of papers are no exercises.
      .where('q.practice', '=', questionOptions.practice.yes)
      .where('q.status', '=', questionOptions.status.normal)
      .where('q.delete_time', 'is', null)
      .where('q.material_id', 'is', null)
      .where('q.kind', '<>', questionOptions.kind.material)
      .where('s.status', '=', subjectOptions.status.enabled)
  )
}

const columns = ['q.id', 'q.kind', 'q.title', 'q.options_json', 'q.explain', 's.name as subject'] as const

interface QuestionRow {
  readonly id: number
  readonly kind: Kind
  readonly title: string
  readonly options_json: string | null
  readonly explain: string | null
  readonly subject: string
}

/** Options stand in the order of the bank: their ids have to be the same when the answer comes. */
function exerciseOf({ id, kind, title, options_json, explain, subject }: QuestionRow): Exercise {
  const details = JSON.parse(options_json ?? '{}') as QuestionDetails
  const frozen = freezeDetails(kind, details, createRandom(id))
  const origin = { source: sourceOfQuestion(id), subject, questionId: id, itemId: null }
  return { ...origin, ...frozen, kind, title, material: '', explain, score: practiceScore }
}

/**
 * Questions of exams are those that the member has seen, as they were, once their result is released.
 * @returns by source; those that the member may not practise with are left out
 */
async function findExercises(
  query: Query,
  user: number,
  sources: readonly string[],
): Promise<ReadonlyMap<string, Exercise>> {
  const idsOf = (place: string): readonly number[] =>
    sources.filter((source) => source.startsWith(`${place}:`)).map((source) => Number(source.slice(2)))
  const [questionIds, itemIds] = [idsOf('q'), idsOf('i')]
  const questions =
    questionIds.length === 0
      ? []
      : await practiceQuestions(query)
          .select(columns)
          .where('q.id', 'in', [...questionIds])
          .execute()
  const items = itemIds.length === 0 ? [] : await readReleasedItems(query, user, itemIds)
  return new Map([...questions.map(exerciseOf), ...items].map((exercise) => [exercise.source, exercise]))
}

const findExercise = async (query: Query, user: number, source: string): Promise<Exercise | null> =>
  (await findExercises(query, user, [source])).get(source) ?? null

async function readReleasedItems(query: Query, user: number, ids: readonly number[]): Promise<readonly Exercise[]> {
  const items = await query
    .selectFrom('exam_attempt_item as i')
    .innerJoin('exam_attempt as a', 'a.id', 'i.attempt_id')
    .innerJoin('exam_paper as p', 'p.id', 'a.paper_id')
    .innerJoin('exam_subject as s', 's.id', 'p.subject_id')
    .leftJoin('exam_attempt_item as m', (join) =>
      join.onRef('m.attempt_id', '=', 'i.attempt_id').onRef('m.seq', '=', 'i.parent_seq'),
    )
    .selectAll('i')
    .select(['s.name as subject', 'm.title as material'])
    .where('i.id', 'in', [...ids])
    // Guard T20: questions of exams are those that the member has seen.
    .where('a.user_id', '=', user)
    .where('a.state', '=', attemptOptions.state.graded)
    .where('i.kind', '<>', questionOptions.kind.material)
    .execute()
  const released = await readReleased(query, items)
  return (
    items
      // Guard T10: their keys are known once the results are released.
      .filter(({ paper_id }) => released.keys.has(paper_id))
      .map((item) => ({
        source: sourceOfItem(item.id),
        subject: item.subject,
        questionId: item.question_id,
        itemId: item.id,
        kind: item.kind,
        title: item.title,
        material: item.material ?? '',
        options: optionsOf(item),
        key: keyOf(item),
        explain: item.explain,
        score: item.score ?? 0,
      }))
  )
}

const describeExercise = (
  { source, kind, title, material, options, subject }: Exercise,
  { times = 0, again = 0 }: Partial<Pick<Entry, 'times' | 'again'>>,
  isCollected: boolean,
) => ({
  ...askedQuestion({ kind, title, options: JSON.stringify(options) }),
  source,
  material,
  subject,
  times,
  again,
  isCollected,
})

/** Days after a right answer in which a question of the wrong book rests. */
const restDays = 3
const day = 86_400

const daysUntil = (streak: number, time: number): number =>
  streak === 0 ? 0 : Math.max(0, Math.ceil((time + restDays * day - nowSeconds()) / day))

async function sourcesCollected(query: Query, user: number): Promise<ReadonlySet<string>> {
  const rows = await query.selectFrom('exam_collect').select('source').where('user_id', '=', user).execute()
  return new Set(rows.map(({ source }) => source))
}

/** An entry of a book of the member. */
interface Entry {
  readonly exercise: Exercise
  /** How often it was wrong. */
  readonly times: number
  /** In how many days it is worth answering again; 0 = now. */
  readonly again: number
}

/** Entries of a book of the member that can be shown, each question once. */
async function readBook(query: Query, user: number, table: 'exam_wrong' | 'exam_collect'): Promise<readonly Entry[]> {
  const rows =
    table === 'exam_wrong'
      ? await query
          .selectFrom(table)
          .select(['source', 'question_id', 'wrong_count', 'streak', 'update_time'])
          .where('user_id', '=', user)
          .orderBy('id', 'desc')
          .limit(maxList)
          .execute()
      : (
          await query
            .selectFrom(table)
            .select(['source', 'question_id'])
            .where('user_id', '=', user)
            .orderBy('id', 'desc')
            .limit(maxList)
            .execute()
        ).map((row) => ({ ...row, wrong_count: 0, streak: 0, update_time: 0 }))
  const exercises = await findExercises(
    query,
    user,
    rows.map(({ source }) => source),
  )
  const entries = new Map<string, Entry>()
  for (const { source, wrong_count, streak, update_time } of rows) {
    const exercise = exercises.get(source)
    if (!exercise) continue
    const key = exercise.questionId === null ? exercise.source : String(exercise.questionId)
    const times = wrong_count ?? 0
    const former = entries.get(key)
    const again = daysUntil(streak ?? 0, update_time ?? 0)
    entries.set(key, former ? { ...former, times: former.times + times } : { exercise, times, again })
  }
  // Questions that rest come last.
  return [...entries.values()].toSorted((left, right) => left.again - right.again)
}

const subjectsRoute = defineExamRoute(listSubjects, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '练习科目', en: 'Subjects to practise' },
  maxPerMinute: 120,
  handler: async ({ scope, member }) => {
    const { query } = scope.database
    const counts = await practiceQuestions(query)
      .select(['q.subject_id', 's.name'])
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .groupBy(['q.subject_id', 's.name'])
      .orderBy('q.subject_id')
      .execute()
    const wrong = await readBook(query, idOf(member), 'exam_wrong')
    const collected = await readBook(query, idOf(member), 'exam_collect')
    return {
      list: counts.map(({ subject_id, name, count }) => ({ id: subject_id, name, count: Number(count) })),
      wrong: wrong.length,
      collected: collected.length,
    }
  },
})

const practiceRoute = defineExamRoute(practice, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '练习', en: 'Practise' },
  maxPerMinute: 60,
  handler: async ({ scope, member, input }) => {
    const { query } = scope.database
    const ids = await practiceQuestions(query).select('q.id').where('q.subject_id', '=', input.subject).execute()
    const random = createRandom(nowSeconds() + idOf(member))
    const selection = shuffle(ids, random).slice(0, maxPractice)
    if (selection.length === 0) return { list: [] }
    const rows = await practiceQuestions(query)
      .select(columns)
      .where(
        'q.id',
        'in',
        selection.map(({ id }) => id),
      )
      .execute()
    const collected = await sourcesCollected(query, idOf(member))
    return {
      list: shuffle(rows, random).map((row) => {
        const exercise = exerciseOf(row)
        return describeExercise(exercise, {}, collected.has(exercise.source))
      }),
    }
  },
})

const wrongRoute = defineExamRoute(listWrong, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '错题本', en: 'Wrong book' },
  maxPerMinute: 60,
  handler: async ({ scope, member }) => {
    const { query } = scope.database
    const collected = await sourcesCollected(query, idOf(member))
    const entries = await readBook(query, idOf(member), 'exam_wrong')
    return {
      list: entries.map((entry) => describeExercise(entry.exercise, entry, collected.has(entry.exercise.source))),
    }
  },
})

const collectedRoute = defineExamRoute(listCollected, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '收藏的题目', en: 'Collected questions' },
  maxPerMinute: 60,
  handler: async ({ scope, member }) => {
    const entries = await readBook(scope.database.query, idOf(member), 'exam_collect')
    return { list: entries.map(({ exercise }) => describeExercise(exercise, {}, true)) }
  },
})

interface Counted {
  /** The question left the wrong book. */
  readonly isLearnt: boolean
  /** Days until it is worth answering again; null where it is not in the wrong book or was wrong. */
  readonly again: number | null
}

const uncounted: Counted = { isLearnt: false, again: null }

/** Counts an answer of practice. */
async function countAnswer(
  scope: Scope,
  trx: Transaction,
  user: number,
  exercise: Exercise,
  isRight: boolean,
): Promise<Counted> {
  const now = nowSeconds()
  const { source, questionId, itemId } = exercise
  const entry = await trx
    .selectFrom('exam_wrong')
    .select(['id', 'streak', 'wrong_count'])
    .where('user_id', '=', user)
    .where('source', '=', source)
    .executeTakeFirst()
  if (!entry) {
    if (isRight) return uncounted
    const row = { user_id: user, question_id: questionId, item_id: itemId, source, wrong_count: 1, streak: 0 }
    await trx
      .insertInto('exam_wrong')
      .values({ ...row, create_time: now, update_time: now, version: 1 })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return uncounted
  }
  const streak = isRight ? (entry.streak ?? 0) + 1 : 0
  if (streak < rightsToLeave) {
    const wrong_count = (entry.wrong_count ?? 0) + (isRight ? 0 : 1)
    await trx
      .updateTable('exam_wrong')
      .set({ streak, wrong_count, update_time: now })
      .where('id', '=', entry.id)
      .execute()
    return isRight ? { isLearnt: false, again: restDays } : uncounted
  }
  // Other attempts may have asked the same question.
  const entries = await trx
    .selectFrom('exam_wrong')
    .select('id')
    .where('user_id', '=', user)
    .where((eb) =>
      questionId === null
        ? eb('source', '=', source)
        : eb.or([eb('source', '=', source), eb('question_id', '=', questionId)]),
    )
    .execute()
  await deleteWrong(
    scope,
    trx,
    entries.map(({ id }) => id),
  )
  return { isLearnt: true, again: null }
}

const requireExercise = async (scope: Scope, query: Query, user: number, source: string): Promise<Exercise> =>
  (await findExercise(query, user, source)) ?? refuseMissing(scope)

const answerRoute = defineExamRoute(answerQuestion, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '练习作答', en: 'Answer a question of practice' },
  maxPerMinute: 120,
  transaction: 'own',
  handler: ({ scope, member, input }) =>
    scope.database.write(async (trx) => {
      const user = idOf(member)
      const exercise = await requireExercise(scope, trx, user, input.source)
      const answer = normalizeAnswer(exercise.kind, exercise.options, input)
      const mark = isAnswered(answer) ? markAnswer(exercise, 'all', answer) : { score: 0, isRight: false }
      const counted = mark ? await countAnswer(scope, trx, user, exercise, mark.isRight) : uncounted
      const solution = solutionOf(exercise.key, exercise.explain)
      return { isRight: mark?.isRight ?? null, solution, ...counted }
    }),
})

const collectRoute = defineExamRoute(collect, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '收藏题目', en: 'Collect a question' },
  maxPerMinute: 120,
  transaction: 'own',
  handler: ({ scope, member, input }) =>
    scope.database.write(async (trx) => {
      const user = idOf(member)
      if (!input.on) {
        await trx.deleteFrom('exam_collect').where('user_id', '=', user).where('source', '=', input.source).execute()
        return { on: false }
      }
      const { source, questionId, itemId } = await requireExercise(scope, trx, user, input.source)
      await trx
        .insertInto('exam_collect')
        .values({
          user_id: user,
          question_id: questionId,
          item_id: itemId,
          source,
          create_time: nowSeconds(),
          version: 1,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return { on: true }
    }),
})

export const practiceRoutes = [subjectsRoute, practiceRoute, wrongRoute, collectedRoute, answerRoute, collectRoute]
