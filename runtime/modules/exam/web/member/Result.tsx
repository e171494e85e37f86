/** The result of an attempt: points, own and right answers, explanations. */
import { AnchorButton, Button, Callout, Spinner } from '@blueprintjs/core'
import { Heart } from '@blueprintjs/icons'
import { useState } from 'react'
import type { AnswerOf } from 'tablewright/protocol'
import { callRoute, useLanguage, useStaleWhileRevalidate, useTitle, type MemberPageProps } from 'tablewright/web'
import type { Kind } from '../../shared/question.ts'
import { collect, result } from '../../shared/routes.ts'
import { Answered, Explanation } from './Answered.tsx'
import './exam.css'
import { Problem } from './Problem.tsx'
import { RichText } from './RichText.tsx'
import { useT } from './texts.ts'

type ResultData = AnswerOf<(typeof result)['answer']>
type Item = ResultData['items'][number]

export function Result({ params }: MemberPageProps) {
  const t = useT()
  const language = useLanguage()
  const attempt = Number(params['attempt'])
  const { value, error, retry } = useStaleWhileRevalidate(`exam result ${attempt} ${language}`, () =>
    callRoute(result, { attempt }, { quiet: true }),
  )
  useTitle(value?.title ?? t('results'))
  if (error !== null && value === null) return <Problem error={error} retry={retry} />
  if (!value) return <Spinner aria-label={t('loading')} />
  const numbers = new Map(
    value.items.filter(({ kind }) => kind !== 'MATERIAL').map(({ seq }, place) => [seq, place + 1]),
  )
  return (
    <div className="exam-end">
      <h1>{value.title}</h1>
      {value.isReleased ? <Summary value={value} /> : <Callout compact>{t(hiddenText(value))}</Callout>}
      {value.isReleased && !value.isKeyOpen && <Callout compact>{t('keys-later')}</Callout>}
      {value.items.map((item) => (
        <ResultItem key={item.seq} item={item} number={numbers.get(item.seq) ?? null} />
      ))}
      <div className="exam-actions">
        <AnchorButton href="#/user/exam/results" text={t('to-results')} />
      </div>
    </div>
  )
}

/** Why there is no result. */
const hiddenText = ({ state }: ResultData) => (state === 4 ? 'void-note' : state === 0 ? 'working-note' : 'hidden')

function Summary({ value }: { readonly value: ResultData }) {
  const t = useT()
  const facts = [
    [t('score-label'), `${Number(value.score)} / ${Number(value.total)}`],
    [t('pass-label'), String(Number(value.pass))],
    [t('right-label'), String(value.right)],
    [t('wrong-label'), String(value.wrong)],
  ] as const
  return (
    <section className="tw-card exam-summary" aria-label={t('score-label')}>
      <p className="exam-verdict" data-pass={value.isPass || undefined}>
        {value.isPass ? t('passed') : t('failed')}
      </p>
      <dl>
        {facts.map(([label, fact]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function ResultItem({ item, number }: { readonly item: Item; readonly number: number | null }) {
  const t = useT()
  const [isCollected, setCollected] = useState(item.isCollected)
  if (number === null)
    return (
      <div className="tw-card exam-material">
        <RichText html={item.title} />
      </div>
    )
  const toggle = async (): Promise<void> => {
    try {
      setCollected((await callRoute(collect, { source: `i:${item.id}`, on: !isCollected })).on)
    } catch {
      // The refusal was shown.
    }
  }
  return (
    <section className="tw-card exam-question" aria-label={t('palette-entry', { number })}>
      <p className="exam-points" data-right={item.isRight || undefined}>
        {number}. {t(`kind-${item.kind as Kind}`)} ·{' '}
        {t('score', { score: Number(item.points), total: Number(item.score) })}
      </p>
      <RichText html={item.title} />
      <Answered question={item} answer={item.answer} files={item.files} solution={item.solution} />
      {item.note !== '' && (
        <section className="exam-explanation" aria-label={t('comment')}>
          <p className="tw-muted">{t('comment')}</p>
          <p>{item.note}</p>
        </section>
      )}
      <Explanation html={item.solution.explain} />
      <div className="exam-actions">
        <Button
          size="small"
          icon={<Heart />}
          active={isCollected}
          aria-pressed={isCollected}
          text={isCollected ? t('collected') : t('collect')}
          onClick={() => void toggle()}
        />
      </div>
    </section>
  )
}
