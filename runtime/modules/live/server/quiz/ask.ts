/** Asking: the question is stored as it is now, and stays the same whatever becomes of it in the bank. */
import { nowMilliseconds, nowSeconds, OperationError, type QuestionSnapshot } from 'tablewright/server'
import { quizOptions } from '#generated/live/options.ts'
import type { NewRow, Scope } from '#generated/live/server.ts'
import type { QuizKind, QuizOption } from '../../shared/events.ts'
import type { Person } from '../../shared/person.ts'
import { t } from '../i18n.ts'
import { missingRoom, statusOf } from '../room.ts'
import { append, openRoom } from '../store/log.ts'

export interface NewQuiz {
  readonly question?: number
  readonly kind?: QuizKind
  readonly title?: string
  readonly options?: readonly string[]
  readonly key?: readonly number[]
  readonly seconds: number
}

interface Question {
  readonly kind: QuizKind
  readonly title: string
  readonly options: readonly QuizOption[]
  readonly key: readonly string[]
  readonly id: number | null
  readonly version: number | null
}

type Field = 'question' | 'title' | 'options' | 'key'

function refuse(
  { language }: Pick<Scope, 'language'>,
  field: Field,
  key: 'quiz.question' | 'quiz.title' | 'quiz.options' | 'quiz.key',
): never {
  throw new OperationError('invalid', { errors: { [field]: t(language, key) } })
}

/** True and false need no words. */
const judgement: readonly QuizOption[] = [
  { id: 'T', text: '√' },
  { id: 'F', text: '×' },
]

/** The question of the bank, or the one that was typed. @throws an OperationError */
async function readQuestion(scope: Scope, quiz: NewQuiz): Promise<Question> {
  if (quiz.question !== undefined) {
    const snapshot: QuestionSnapshot | null | undefined = await scope.questionBank?.snapshot(
      // The core knows the tables of a module at run time only.
      scope as never,
      quiz.question,
    )
    if (!snapshot) return refuse(scope, 'question', 'quiz.question')
    const { id, kind, title, options, key, version } = snapshot
    return { id, kind, title: [...title].slice(0, 2000).join(''), options, key, version }
  }
  const { kind = 'single', options: texts = [], key: places = [] } = quiz
  const title = quiz.title?.trim() ?? ''
  if (title === '') refuse(scope, 'title', 'quiz.title')
  const typed = texts.map((text, index) => ({ id: String.fromCharCode(65 + index), text: text.trim() }))
  const options = kind === 'judge' ? judgement : typed
  if (options.length < 2 || options.some(({ text }) => text === '')) refuse(scope, 'options', 'quiz.options')
  const key = [...new Set(places)].flatMap((place) => options[place]?.id ?? [])
  if (key.length !== new Set(places).size || (kind !== 'multi' && key.length > 1)) refuse(scope, 'key', 'quiz.key')
  return { kind, title, options, key, id: null, version: null }
}

/** @returns the id of the quiz */
export async function askQuiz(scope: Scope, room: number, person: Person, quiz: NewQuiz): Promise<number> {
  const question = await readQuestion(scope, quiz)
  return scope.database.write(async (trx) => {
    const open = await openRoom(scope, trx, room)
    if (!open) throw missingRoom(scope)
    if (open.state.status !== 'live' || statusOf(open.room) !== 'live')
      throw new OperationError('bad_state', { sentence: t(scope.language, 'refusal.not.live') })
    const now = nowMilliseconds()
    const close = quiz.seconds === 0 ? null : now + quiz.seconds * 1000
    const values: NewRow<'live/quiz'> = {
      room_id: room,
      session_id: open.state.session?.id ?? null,
      title: question.title,
      kind: quizOptions.kind[question.kind],
      state: quizOptions.state.open,
      options: JSON.stringify(question.options),
      key: JSON.stringify(question.key),
      question_id: question.id,
      question_version: question.version,
      open_ms: now,
      close_ms: close,
      answered: 0,
      create_time: nowSeconds(),
      version: 1,
    }
    const { id } = await trx.insertInto('live_quiz').values(values).returning('id').executeTakeFirstOrThrow()
    const { kind, title, options } = question
    // Guard T12: the key stays on the server while the quiz is open.
    await append(open, { kind: 'quiz.open', person: person.holder, payload: { quiz: id, kind, title, options, close } })
    return id
  })
}
