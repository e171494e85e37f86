/** Questions one after the other, each with its answer as soon as it is asked for. */
import { AnchorButton, Button, Callout, Spinner } from '@blueprintjs/core'
import { Heart } from '@blueprintjs/icons'
import { useId, useState } from 'react'
import type { AnswerOf } from 'tablewright/protocol'
import { callRoute, useLanguage, useStaleWhileRevalidate, useTitle, type MemberPageProps } from 'tablewright/web'
import type { Answer, Kind } from '../../shared/question.ts'
import { answerQuestion, collect, listCollected, listWrong, practice } from '../../shared/routes.ts'
import { AnswerFields } from './AnswerFields.tsx'
import { Answered, Explanation } from './Answered.tsx'
import './exam.css'
import { Problem } from './Problem.tsx'
import { RichText } from './RichText.tsx'
import { useT } from './texts.ts'

type Exercise = AnswerOf<(typeof practice)['answer']>['list'][number]
type Outcome = AnswerOf<(typeof answerQuestion)['answer']>

function loadBook(book: string): Promise<{ readonly list: readonly Exercise[] }> {
  if (book === 'wrong') return callRoute(listWrong, null, { quiet: true })
  if (book === 'collected') return callRoute(listCollected, null, { quiet: true })
  return callRoute(practice, { subject: Number(book) }, { quiet: true })
}

export function PracticeRun({ params }: MemberPageProps) {
  const t = useT()
  const language = useLanguage()
  const book = params['book'] ?? ''
  const title = book === 'wrong' ? t('wrong-book') : book === 'collected' ? t('collection') : t('practice')
  useTitle(title)
  const [turn, setTurn] = useState(0)
  const key = `exam practice ${book} ${turn} ${language}`
  // A run keeps the list it began with, so that none is shown with a former one.
  const { value, error, retry } = useStaleWhileRevalidate(key, async () => ({ key, ...(await loadBook(book)) }))
  if (error !== null) return <Problem error={error} retry={retry} />
  if (value?.key !== key) return <Spinner aria-label={t('loading')} />
  return (
    <div className="exam-end">
      <h1>{title}</h1>
      {value.list.length === 0 ? (
        <p className="tw-card tw-muted">{t('book-empty')}</p>
      ) : (
        <Run key={value.key} list={value.list} again={() => setTurn(turn + 1)} />
      )}
      <div className="exam-actions">
        <AnchorButton href="#/user/exam/practice" text={t('to-practice')} />
      </div>
    </div>
  )
}

interface RunProps {
  readonly list: readonly Exercise[]
  readonly again: () => void
}

function Run({ list: first, again }: RunProps) {
  const t = useT()
  // The list that was begun with stays, although an answer changes the book.
  const [list] = useState(first)
  const [place, setPlace] = useState(0)
  const exercise = list[place]
  if (!exercise)
    return (
      <Callout compact intent="success" role="status">
        {t('done')} <Button text={t('again')} onClick={again} />
      </Callout>
    )
  return (
    <ExerciseCard
      key={exercise.source}
      exercise={exercise}
      heading={t('question', { number: place + 1, count: list.length })}
      next={() => setPlace(place + 1)}
    />
  )
}

interface CardProps {
  readonly exercise: Exercise
  readonly heading: string
  readonly next: () => void
}

function ExerciseCard({ exercise, heading, next }: CardProps) {
  const t = useT()
  const id = useId()
  const [answer, setAnswer] = useState<Answer>({})
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [isCollected, setCollected] = useState(exercise.isCollected)
  const { source, kind, material, times } = exercise
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    try {
      await work()
    } catch {
      // The refusal was shown; the answer stays.
    }
    setBusy(false)
  }
  const check = (): void => {
    const { keys = [], texts = [] } = answer
    void run(async () => setOutcome(await callRoute(answerQuestion, { source, keys: [...keys], texts: [...texts] })))
  }
  const toggle = (): void =>
    void run(async () => setCollected((await callRoute(collect, { source, on: !isCollected })).on))
  return (
    <section className="tw-card exam-question" aria-label={heading}>
      <h2>{heading}</h2>
      <p className="tw-muted">
        {t(`kind-${kind as Kind}`)} · {exercise.subject}
        {times > 0 && ` · ${t('times', { count: times })}`}
        {exercise.again > 0 && ` · ${t('again-in', { count: exercise.again })}`}
      </p>
      {material !== '' && (
        <div className="exam-material">
          <RichText html={material} />
        </div>
      )}
      <div id={id}>
        <RichText html={exercise.title} />
      </div>
      {outcome === null ? (
        <AnswerFields question={exercise} answer={answer} labelledBy={id} onChange={setAnswer} />
      ) : (
        <Answered question={exercise} answer={answer} solution={outcome.solution} />
      )}
      <div role="status">{outcome && <Verdict outcome={outcome} />}</div>
      {outcome && <Explanation html={outcome.solution.explain} />}
      <div className="exam-actions">
        {outcome === null ? (
          <Button intent="primary" text={t('check')} loading={isBusy} onClick={check} />
        ) : (
          <Button intent="primary" autoFocus text={t('next')} onClick={next} />
        )}
        <Button
          icon={<Heart />}
          active={isCollected}
          aria-pressed={isCollected}
          text={isCollected ? t('collected') : t('collect')}
          onClick={toggle}
        />
      </div>
    </section>
  )
}

function Verdict({ outcome: { isRight, isLearnt, again } }: { readonly outcome: Outcome }) {
  const t = useT()
  const text = isRight === null ? t('compare') : isRight ? t('right') : t('wrong')
  return (
    <Callout compact intent={isRight === null ? 'none' : isRight ? 'success' : 'danger'}>
      {text}
      {isLearnt && ` · ${t('learnt')}`}
      {again !== null && ` · ${t('again-in', { count: again })}`}
    </Callout>
  )
}
