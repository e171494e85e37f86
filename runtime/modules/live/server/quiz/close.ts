/** Closing a quiz: answers are counted once, and the numbers that are published are those that are stored. */
import { enqueueJob, lockRows, nowMilliseconds } from 'tablewright/server'
import { quizAnswerOptions, quizOptions } from '#generated/live/options.ts'
import type { Reading, Scope, Transaction } from '#generated/live/server.ts'
import type { QuizKind, QuizOption } from '../../shared/events.ts'
import { graceMs } from '../../shared/status.ts'
import { recordQuiz } from '../jobs.ts'
import { append, openRoom, type OpenRoom } from '../store/log.ts'

export const { state: quizStates } = quizOptions
const { kind: quizKinds } = quizOptions

export const readQuiz = (query: Reading, id: number) =>
  query.selectFrom('live_quiz').selectAll().where('id', '=', id).executeTakeFirst()

export type QuizRow = NonNullable<Awaited<ReturnType<typeof readQuiz>>>

export const kindOf = ({ kind }: Pick<QuizRow, 'kind'>): QuizKind =>
  kind === quizKinds.multi ? 'multi' : kind === quizKinds.single ? 'single' : 'judge'

export const optionsOf = ({ options }: Pick<QuizRow, 'options'>): readonly QuizOption[] =>
  JSON.parse(options ?? '[]') as readonly QuizOption[]

export const keyOf = ({ key }: Pick<QuizRow, 'key'>): readonly string[] => JSON.parse(key ?? '[]') as readonly string[]

export const openQuizzes = (query: Reading, room: number) =>
  query
    .selectFrom('live_quiz')
    .selectAll()
    .where('room_id', '=', room)
    .where('state', '=', quizStates.open)
    .orderBy('id')
    .execute()

/** Whether answers are still taken. */
export const takesAnswers = ({ state, close_ms: close }: QuizRow, now: number): boolean =>
  state === quizStates.open && (close === null || now <= close + graceMs)

/** How members answered. A member counts once for each option that they chose. */
export async function countAnswers(query: Reading, quiz: QuizRow) {
  const rows = await query
    .selectFrom('live_quiz_answer')
    .select(['choice', 'correct'])
    .where('quiz_id', '=', quiz.id)
    .execute()
  const counts: Record<string, number> = Object.fromEntries(optionsOf(quiz).map(({ id }) => [id, 0]))
  for (const { choice } of rows)
    for (const id of new Set(JSON.parse(choice ?? '[]') as readonly string[])) counts[id] = (counts[id] ?? 0) + 1
  const right = rows.filter(({ correct }) => correct === quizAnswerOptions.correct.yes).length
  return { answered: rows.length, counts, right }
}

/** Closes a quiz of an open room; does nothing when it is closed. */
export async function closeQuiz(open: OpenRoom, { id }: Pick<QuizRow, 'id'>, person: string | null = null) {
  const { scope, trx } = open
  // Answers that are being stored wait, or have been stored.
  await lockRows(scope, trx, 'live/quiz', [id], 'write')
  const quiz = await readQuiz(trx, id)
  if (!quiz || quiz.state !== quizStates.open) return
  const { answered, counts, right } = await countAnswers(trx, quiz)
  await trx
    .updateTable('live_quiz')
    .set({
      state: quizStates.closed,
      answered,
      right_count: keyOf(quiz).length > 0 ? right : null,
      counts: JSON.stringify(counts),
      closed_at: Math.floor(nowMilliseconds() / 1000),
    })
    .where('id', '=', id)
    .execute()
  await append(open, { kind: 'quiz.close', person, payload: { quiz: id, answered, counts, key: keyOf(quiz) } })
  if (quiz.question_id !== null) await enqueueJob(trx, recordQuiz, { quiz: id })
}

/** Closes a quiz whose time is over. */
export async function settleQuiz(scope: Scope, trx: Transaction, quiz: Pick<QuizRow, 'id' | 'room_id'>): Promise<void> {
  const open = await openRoom(scope, trx, quiz.room_id)
  const row = open && (await readQuiz(trx, quiz.id))
  if (open && row && row.state === quizStates.open && !takesAnswers(row, nowMilliseconds())) await closeQuiz(open, row)
}
