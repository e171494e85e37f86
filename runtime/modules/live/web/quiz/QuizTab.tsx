/** Quizzes of a lesson, the latest first: pupils answer, teachers see who has. */
import { Button, Callout } from '@blueprintjs/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { callRoute, errorText, notify, useStaleWhileRevalidate, useTopic } from 'tablewright/web'
import { deskTopic } from '../../shared/events.ts'
import { isStaff } from '../../shared/person.ts'
import { answerRoute, closeRoute, ownAnswersRoute, progressRoute } from '../../shared/quiz-routes.ts'
import type { Quiz } from '../../shared/state.ts'
import { lengthText } from '../classroom/Clock.tsx'
import type { OpenLesson } from '../classroom/use-lesson.ts'
import { useT } from '../texts.ts'
import { AskForm } from './AskForm.tsx'

const calm = { quiet: true, isBackground: true } as const

export function QuizTab({ lesson }: { readonly lesson: OpenLesson }) {
  const t = useT()
  const { me, state } = lesson
  const isTeacher = me !== null && isStaff(me)
  const quizzes = state.quizzes.toReversed()
  const own = useOwnAnswers(lesson)
  const isOpen = quizzes.some(({ result }) => result === null)
  return (
    <div className="live-part">
      {isTeacher && state.status === 'live' && !isOpen && <AskForm lesson={lesson} />}
      {quizzes.length === 0 && <p className="tw-muted">{t('quiz-none')}</p>}
      {quizzes.map((quiz) => (
        <section key={quiz.id} className="live-quiz" aria-label={quiz.title}>
          <h3>{quiz.title}</h3>
          {quiz.result !== null ? (
            <Result quiz={quiz} result={quiz.result} own={own.answers?.get(quiz.id) ?? []} />
          ) : isTeacher ? (
            <Progress lesson={lesson} quiz={quiz} />
          ) : me === null ? (
            <p className="tw-muted">{t('quiz-visitor')}</p>
          ) : own.answers === null ? null : (
            <AnswerForm
              key={quiz.id}
              lesson={lesson}
              quiz={quiz}
              own={own.answers.get(quiz.id) ?? null}
              onDone={own.load}
            />
          )}
        </section>
      ))}
    </div>
  )
}

/** The pupil's own answers by quiz; null until they are loaded: a form shown before would change under his hand. */
function useOwnAnswers({ audience, room, state }: OpenLesson) {
  const key = audience === 'pupil' ? `answers ${room.id} ${state.quizzes.length}` : 'answers none'
  const { value, retry } = useStaleWhileRevalidate(key, async () =>
    audience === 'pupil' ? (await callRoute(ownAnswersRoute, { room: room.id }, calm)).answers : [],
  )
  return { answers: value && new Map(value.map(({ quiz, choice }) => [quiz, choice])), load: retry }
}

/** Seconds until the quiz closes; null = it has no end. */
function useLeft(lesson: OpenLesson, { close }: Quiz, onEnd?: () => void): number | null {
  const [, setTurn] = useState(0)
  const left = close === null ? null : Math.max(0, Math.ceil((close - lesson.now()) / 1000))
  const end = useEffectEvent(() => onEnd?.())
  useEffect(() => {
    if (close === null) return undefined
    const timer = setInterval(() => setTurn((before) => before + 1), 500)
    return () => clearInterval(timer)
  }, [close])
  useEffect(() => {
    if (left === 0) end()
  }, [left])
  return left
}

function TimeLeft({ seconds }: { readonly seconds: number | null }) {
  const t = useT()
  if (seconds === null) return null
  return (
    <p className="live-clock" role="timer">
      {seconds === 0 ? t('quiz-time-over') : t('quiz-time', { time: lengthText(seconds * 1000).slice(2) })}
    </p>
  )
}

interface AnswerFormProps {
  readonly lesson: OpenLesson
  readonly quiz: Quiz
  readonly own: readonly string[] | null
  readonly onDone: () => void
}

function AnswerForm({ lesson, quiz, own, onDone }: AnswerFormProps) {
  const t = useT()
  const [draft, setDraft] = useState<readonly string[] | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const left = useLeft(lesson, quiz)
  const choice = draft ?? own ?? []
  const isOver = left === 0
  const toggle = (id: string): void =>
    setDraft(
      quiz.kind === 'multi' ? (choice.includes(id) ? choice.filter((option) => option !== id) : [...choice, id]) : [id],
    )
  const send = async (): Promise<void> => {
    if (isBusy) return
    setIsBusy(true)
    try {
      await callRoute(answerRoute, { room: lesson.room.id, quiz: quiz.id, choice }, { quiet: true })
      setDraft(null)
      onDone()
    } catch (error) {
      notify({ text: errorText(error), tone: 'danger' })
    }
    setIsBusy(false)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <fieldset className="live-options" disabled={isOver}>
        <legend className="tw-muted">{t(`quiz-kind-${quiz.kind}`)}</legend>
        {quiz.options.map(({ id, text }) => (
          <label key={id}>
            <input
              type={quiz.kind === 'multi' ? 'checkbox' : 'radio'}
              name={`quiz-${quiz.id}`}
              checked={choice.includes(id)}
              onChange={() => toggle(id)}
            />
            <span>{text}</span>
          </label>
        ))}
      </fieldset>
      <TimeLeft seconds={left} />
      <Button
        type="submit"
        intent="primary"
        aria-disabled={isBusy}
        disabled={isOver || choice.length === 0 || (draft === null && own !== null)}
        text={t(own === null ? 'quiz-answer' : 'quiz-change')}
      />
      {own !== null && (
        <p role="status" className="tw-muted">
          {t('quiz-answered')}
        </p>
      )}
    </form>
  )
}

function Progress({ lesson, quiz }: { readonly lesson: OpenLesson; readonly quiz: Quiz }) {
  const t = useT()
  const { room } = lesson
  const input = { room: room.id, quiz: quiz.id }
  const { value, retry } = useStaleWhileRevalidate(`progress ${quiz.id}`, () => callRoute(progressRoute, input, calm))
  useTopic(deskTopic(room.id), { onChange: retry })
  const close = (): void =>
    void callRoute(closeRoute, input, { quiet: true }).catch((error: unknown) =>
      notify({ text: errorText(error), tone: 'danger' }),
    )
  // A little later, so that answers that were sent in time are counted.
  const left = useLeft(lesson, quiz, () => setTimeout(close, 2500))
  return (
    <>
      <TimeLeft seconds={left} />
      {value && (
        <>
          <p role="status">
            {t('quiz-progress', { answered: value.answered, all: value.answered + value.missing.length })}
          </p>
          <Bars quiz={quiz} counts={value.counts} answered={value.answered} own={[]} right={[]} />
          {value.missing.length > 0 && (
            <p className="tw-muted">{t('quiz-missing', { names: value.missing.map(({ name }) => name).join(', ') })}</p>
          )}
        </>
      )}
      <Button intent="primary" text={t('quiz-close')} onClick={close} />
    </>
  )
}

/** The published result of a quiz. */
export function Result({
  quiz,
  result,
  own,
}: {
  readonly quiz: Quiz
  readonly result: NonNullable<Quiz['result']>
  readonly own: readonly string[]
}) {
  const t = useT()
  return (
    <>
      <p>{t('quiz-result', { answered: result.answered })}</p>
      <Bars quiz={quiz} counts={result.counts} answered={result.answered} own={own} right={result.key} />
      {own.length > 0 && result.key.length > 0 && (
        <Callout compact icon={null} intent={isSame(own, result.key) ? 'success' : 'warning'}>
          {t(isSame(own, result.key) ? 'quiz-right' : 'quiz-wrong')}
        </Callout>
      )}
    </>
  )
}

const isSame = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((id) => right.includes(id))

interface BarsProps {
  readonly quiz: Quiz
  readonly counts: Readonly<Record<string, number>>
  readonly answered: number
  readonly own: readonly string[]
  readonly right: readonly string[]
}

function Bars({ quiz, counts, answered, own, right }: BarsProps) {
  const t = useT()
  return (
    <ul className="live-bars">
      {quiz.options.map(({ id, text }) => {
        const count = counts[id] ?? 0
        return (
          <li key={id} data-right={right.includes(id) || undefined}>
            <span className="live-bar-text">
              {text}
              {right.includes(id) && ` ✓ ${t('quiz-right-option')}`}
              {own.includes(id) && ` · ${t('quiz-own')}`}
            </span>
            <span className="live-bar-count">{count}</span>
            <span
              className="live-bar"
              style={{ width: `${answered === 0 ? 0 : Math.round((count * 100) / answered)}%` }}
            />
          </li>
        )
      })}
    </ul>
  )
}
