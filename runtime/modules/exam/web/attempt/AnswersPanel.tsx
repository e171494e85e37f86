/** The answers of an attempt, with what is right and the points. */
import type { AnswerOf } from 'tablewright/protocol'
import { callRoute, useLanguage, useStaleWhileRevalidate, type PanelProps } from 'tablewright/web'
import { listAnswers } from '../../shared/attempt-routes.ts'
import { Answered } from '../member/Answered.tsx'
import '../member/exam.css'
import { RichText } from '../member/RichText.tsx'
import './attempt.css'
import { useT } from './texts.ts'

type Item = AnswerOf<(typeof listAnswers)['answer']>['list'][number]

export function AnswersPanel({ row }: PanelProps) {
  const t = useT()
  const language = useLanguage()
  const id = Number(row['id'])
  const { value, error } = useStaleWhileRevalidate(`exam answers ${id} ${String(row['version'])} ${language}`, () =>
    callRoute(listAnswers, { id }, { quiet: true }),
  )
  if (error !== null) throw error
  if (!value) return null
  const numbers = new Map(
    value.list.filter(({ kind }) => kind !== 'MATERIAL').map(({ seq }, place) => [seq, place + 1]),
  )
  return (
    <ol className="exam-answers" aria-label={t('answers')}>
      {value.list.map((item) => (
        <AnswerLine key={item.seq} item={item} number={numbers.get(item.seq) ?? null} />
      ))}
    </ol>
  )
}

function AnswerLine({ item, number }: { readonly item: Item; readonly number: number | null }) {
  const t = useT()
  const { title, points, score, note } = item
  if (number === null)
    return (
      <li className="exam-material">
        <RichText html={title} />
      </li>
    )
  const isRight = points !== '' && Number(points) === Number(score)
  return (
    <li className="exam-question">
      <p className="exam-points" data-right={isRight || undefined} data-waiting={points === '' || undefined}>
        {number}.{' '}
        {points === ''
          ? t('unmarked', { score: Number(score) })
          : t('points', { points: Number(points), score: Number(score) })}
      </p>
      <RichText html={title} />
      <Answered question={item} answer={item.answer} files={item.files} solution={item.solution} />
      {note !== '' && <p className="tw-muted">{note}</p>}
    </li>
  )
}
