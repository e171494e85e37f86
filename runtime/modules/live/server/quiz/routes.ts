/** Routes of quizzes. */
import type { Member } from 'tablewright/server'
import type { Scope } from '#generated/live/server.ts'
import type { Person } from '../../shared/person.ts'
import {
  answerRoute,
  askRoute,
  closeRoute,
  ownAnswersRoute,
  progressRoute,
  questionsRoute,
} from '../../shared/quiz-routes.ts'
import { defineLiveRoute } from '../define-route.ts'
import { missingRoom, teachRight, type Room } from '../room.ts'
import { openRoom } from '../store/log.ts'
import { enter } from '../topics.ts'
import { answerQuiz, readOwnAnswers, readProgress } from './answer.ts'
import { askQuiz } from './ask.ts'
import { closeQuiz } from './close.ts'

interface Call {
  readonly scope: Scope
  readonly member: Member | null
  readonly input: { readonly room: number }
}

/** The room and the caller in it. @throws an OperationError `not_found` */
export async function requireEntry(call: Call): Promise<{ readonly room: Room; readonly person: Person }> {
  const entered = await enter(call, call.input.room)
  if (!entered) throw missingRoom(call.scope)
  return entered
}

export const teaching = { login: 'admin', right: teachRight } as const

const ask = defineLiveRoute(askRoute, {
  ...teaching,
  transaction: 'own',
  label: { 'zh-cn': '发起测验', en: 'Ask a quiz question' },
  maxPerMinute: 30,
  handler: async (call) => {
    const { room, person } = await requireEntry(call)
    return { quiz: await askQuiz(call.scope, room.id, person, call.input) }
  },
})

const close = defineLiveRoute(closeRoute, {
  ...teaching,
  transaction: 'own',
  label: { 'zh-cn': '结束测验', en: 'Close a quiz' },
  maxPerMinute: 60,
  handler: async (call) => {
    const { scope, input } = call
    const { room, person } = await requireEntry(call)
    await scope.database.write(async (trx) => {
      const open = await openRoom(scope, trx, room.id)
      const quiz = open?.state.quizzes.find(({ id }) => id === input.quiz)
      if (open && quiz) await closeQuiz(open, quiz, person.holder)
    })
    return { done: true }
  },
})

const progress = defineLiveRoute(progressRoute, {
  ...teaching,
  label: { 'zh-cn': '测验进度', en: 'Progress of a quiz' },
  maxPerMinute: 240,
  handler: async (call) => {
    const { room } = await requireEntry(call)
    return readProgress(call.scope, room, call.input.quiz)
  },
})

/** Questions of one list. */
const maxQuestions = 20

const questions = defineLiveRoute(questionsRoute, {
  ...teaching,
  label: { 'zh-cn': '题库题目', en: 'Questions of the bank' },
  maxPerMinute: 120,
  handler: async ({ scope, input: { text } }) => ({
    questions:
      // The core knows the tables of a module at run time only.
      (await scope.questionBank?.list(scope as never, { limit: maxQuestions, ...(text !== undefined && { text }) })) ??
      [],
  }),
})

const answer = defineLiveRoute(answerRoute, {
  login: 'member',
  right: null,
  transaction: 'own',
  label: { 'zh-cn': '回答测验', en: 'Answer a quiz' },
  maxPerMinute: 60,
  handler: async (call) => {
    const { room, person } = await requireEntry(call)
    await answerQuiz(call.scope, room, person, call.input.quiz, call.input.choice)
    return { done: true }
  },
})

const own = defineLiveRoute(ownAnswersRoute, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '我的测验作答', en: 'My answers to quizzes' },
  maxPerMinute: 120,
  handler: async (call) => {
    const { room, person } = await requireEntry(call)
    return { answers: await readOwnAnswers(call.scope, room, person) }
  },
})

export const quizRoutes = [ask, close, progress, questions, answer, own]
