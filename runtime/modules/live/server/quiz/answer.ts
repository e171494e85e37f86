/** Answering: one answer a member, which they can change until the quiz is closed. */
import { hintTopic, lockRows, nowMilliseconds, nowSeconds, OperationError } from 'tablewright/server'
import { quizAnswerOptions } from '#generated/live/options.ts'
import type { Scope } from '#generated/live/server.ts'
import { deskTopic } from '../../shared/events.ts'
import { readHolder, type Person } from '../../shared/person.ts'
import { t } from '../i18n.ts'
import type { Room } from '../room.ts'
import { readPeople } from '../store/people.ts'
import { readProfiles } from '../store/profiles.ts'
import { countAnswers, keyOf, kindOf, optionsOf, readQuiz, takesAnswers, type QuizRow } from './close.ts'

async function requireQuiz({ database, language }: Scope, room: Room, id: number): Promise<QuizRow> {
  const quiz = await readQuiz(database.query, id)
  if (!quiz || quiz.room_id !== room.id)
    throw new OperationError('not_found', { sentence: t(language, 'quiz.missing') })
  return quiz
}

/** The chosenIds options, each once, in the order of the quiz. @throws an OperationError */
function readChoice({ language }: Scope, quiz: QuizRow, optionIds: readonly string[]): readonly string[] {
  const chosenIds = new Set(optionIds)
  const choice = optionsOf(quiz).flatMap(({ id }) => (chosenIds.has(id) ? [id] : []))
  if (choice.length !== chosenIds.size || choice.length === 0 || (kindOf(quiz) !== 'multi' && choice.length > 1))
    throw new OperationError('invalid', { errors: { choice: t(language, 'quiz.choice') } })
  return choice
}

export async function answerQuiz(scope: Scope, room: Room, person: Person, id: number, optionIds: readonly string[]) {
  const { database, language } = scope
  const member = readHolder(person.holder)?.id ?? 0
  const choice = readChoice(scope, await requireQuiz(scope, room, id), optionIds)
  const name = (await readProfiles(database.query, [person.holder])).get(person.holder)?.name ?? ''
  await database.write(async (trx) => {
    // Closing waits until the answer is there, or is over.
    await lockRows(scope, trx, 'live/quiz', [id], 'reference')
    const quiz = await readQuiz(trx, id)
    if (!quiz || !takesAnswers(quiz, nowMilliseconds()))
      throw new OperationError('bad_state', { sentence: t(language, 'quiz.closed') })
    const key = keyOf(quiz)
    const isRight = key.length === choice.length && key.every((option) => choice.includes(option))
    const { yes, no } = quizAnswerOptions.correct
    const values = {
      choice: JSON.stringify(choice),
      correct: key.length === 0 ? null : isRight ? yes : no,
      name,
      update_time: nowSeconds(),
    }
    await trx
      .insertInto('live_quiz_answer')
      .values({ ...values, quiz_id: id, user_id: member, create_time: nowSeconds(), version: 1 })
      .onConflict((conflict) => conflict.columns(['quiz_id', 'user_id']).doUpdateSet(values))
      .execute()
    hintTopic(deskTopic(room.id))
  })
}

export async function readOwnAnswers({ database }: Scope, room: Room, person: Person) {
  const rows = await database.query
    .selectFrom('live_quiz_answer as a')
    .innerJoin('live_quiz as q', 'q.id', 'a.quiz_id')
    .select(['a.quiz_id', 'a.choice'])
    .where('q.room_id', '=', room.id)
    .where('a.user_id', '=', readHolder(person.holder)?.id ?? 0)
    .orderBy('a.id')
    .execute()
  return rows.map(({ quiz_id, choice }) => ({ quiz: quiz_id, choice: JSON.parse(choice ?? '[]') as readonly string[] }))
}

/** Numbers while a quiz is open, and pupils who are there and have not answered. */
export async function readProgress(scope: Scope, room: Room, id: number) {
  const { query } = scope.database
  const quiz = await requireQuiz(scope, room, id)
  const { answered, counts, right } = await countAnswers(query, quiz)
  const rows = await query.selectFrom('live_quiz_answer').select('user_id').where('quiz_id', '=', id).execute()
  const done = new Set(rows.map(({ user_id }) => `user:${user_id}`))
  const people = await readPeople(scope, room)
  return {
    answered,
    right: keyOf(quiz).length === 0 ? null : right,
    counts,
    missing: people.filter(({ holder, role, present }) => present && role === 'pupil' && !done.has(holder)),
  }
}
