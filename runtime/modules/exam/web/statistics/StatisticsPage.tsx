/** Results of a paper, and its questions in words: those to look at come first. */
import { Button, Callout, Spinner } from '@blueprintjs/core'
import { useState } from 'react'
import type { AnswerOf } from 'tablewright/protocol'
import { callRoute, Chart, errorText, useLanguage, usePage, useStaleWhileRevalidate, useTitle } from 'tablewright/web'
import { paperStatistics, statisticsPapers } from '../../shared/statistics-routes.ts'
import './statistics.css'
import { useT } from './texts.ts'

type Statistics = AnswerOf<(typeof paperStatistics)['answer']>
type Question = Statistics['questions'][number]

export function StatisticsPage() {
  const t = useT()
  useTitle(t('statistics'))
  const { location, navigate } = usePage()
  const paper = Number(new URLSearchParams(location.search).get('paper') ?? 0)
  const choose = (id: number): void => navigate({ search: id === 0 ? '' : `?paper=${id}` })
  return paper > 0 ? <PaperResults key={paper} paper={paper} close={() => choose(0)} /> : <Papers choose={choose} />
}

function Refusal({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  const t = useT()
  return (
    <Callout compact intent="danger" role="alert">
      {errorText(error)} <Button size="small" text={t('retry')} onClick={retry} />
    </Callout>
  )
}

function Papers({ choose }: { readonly choose: (id: number) => void }) {
  const t = useT()
  const language = useLanguage()
  const { value, error, retry } = useStaleWhileRevalidate(`exam statistics ${language}`, () =>
    callRoute(statisticsPapers, null, { quiet: true }),
  )
  return (
    <div className="exam-statistics">
      <h1>{t('statistics')}</h1>
      {error !== null && <Refusal error={error} retry={retry} />}
      {!value && error === null && <Spinner aria-label={t('loading')} />}
      {value?.list.length === 0 && <p className="tw-card tw-muted">{t('no-papers')}</p>}
      {value && value.list.length > 0 && (
        <ul className="tw-card exam-statistics-papers" aria-label={t('papers')}>
          {value.list.map(({ paper, title, count }) => (
            <li key={paper}>
              <Button variant="minimal" text={title} onClick={() => choose(paper)} />
              <span className="tw-muted">{t('graded', { count })}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const percent = (share: number | null): string => (share === null ? '–' : `${Math.round(share * 100)} %`)

function PaperResults({ paper, close }: { readonly paper: number; readonly close: () => void }) {
  const t = useT()
  const language = useLanguage()
  const { value, error, retry } = useStaleWhileRevalidate(`exam statistics ${paper} ${language}`, () =>
    callRoute(paperStatistics, { paper }, { quiet: true }),
  )
  const tenths = value?.tenths ?? []
  const data = value && {
    categories: tenths.map((_, index) => `${index * 10}–${index * 10 + 10} %`),
    series: [{ name: t('people'), values: tenths.map(String) }],
  }
  return (
    <div className="exam-statistics">
      <div className="exam-statistics-head">
        <h1>{value?.title ?? t('statistics')}</h1>
        <Button text={t('back')} onClick={close} />
      </div>
      {error !== null && <Refusal error={error} retry={retry} />}
      {!value && error === null && <Spinner aria-label={t('loading')} />}
      {value && (
        <>
          <Summary value={value} />
          <Chart kind="bar" title={t('distribution')} category={t('tenth')} data={data} error={error} retry={retry} />
          <Questions list={value.questions} />
        </>
      )}
    </div>
  )
}

function Summary({ value }: { readonly value: Statistics }) {
  const t = useT()
  const { count, passed, mean, median } = value
  const facts = [
    [t('count'), String(count)],
    [t('passed'), count === 0 ? '–' : percent(passed / count)],
    [t('mean'), percent(mean)],
    [t('median'), percent(median)],
  ] as const
  return (
    <section className="tw-card" aria-label={t('statistics')}>
      <dl className="exam-statistics-facts">
        {facts.map(([name, fact]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Verdicts that ask for a look, the most urgent first; the others have the order of the paper. */
const urgency = ['inverted', 'distractor', 'hard', 'easy', 'flat'] as const

const urgencyOf = ({ verdict }: Question): number => {
  const place = urgency.findIndex((name) => name === verdict)
  return place < 0 ? urgency.length : place
}

function Questions({ list }: { readonly list: readonly Question[] }) {
  const t = useT()
  const numbered = list.map((question, index) => ({ question, number: index + 1 }))
  const sorted = numbered.toSorted((left, right) => urgencyOf(left.question) - urgencyOf(right.question))
  return (
    <section className="tw-card">
      <h2>{t('questions')}</h2>
      <p className="tw-muted">{t('worst-first')}</p>
      <ul className="exam-statistics-questions">
        {sorted.map(({ question, number }) => (
          <QuestionRow key={question.question} question={question} number={number} />
        ))}
      </ul>
    </section>
  )
}

/** Minutes and seconds: 1:05. */
const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.round(seconds) % 60).padStart(2, '0')}`

function QuestionRow({ question, number }: { readonly question: Question; readonly number: number }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const { summary, difficulty, discrimination, seconds, verdict, options } = question
  return (
    <li data-verdict={verdict}>
      <div className="exam-statistics-question">
        <div className="exam-statistics-text">
          <div>{summary}</div>
          <strong>{t(`verdict-${verdict}`)}</strong>
        </div>
        <span>
          {t('difficulty')} {percent(difficulty)}
        </span>
        <span>
          {t('discrimination')} {discrimination === null ? '–' : discrimination.toFixed(2)}
        </span>
        <span>
          {t('time')} {seconds === null ? '–' : clockText(seconds)}
        </span>
        {options.length > 0 && (
          <Button
            size="small"
            text={t(isOpen ? 'hide-options' : 'show-options')}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        )}
      </div>
      {isOpen && <Options question={question} number={number} />}
    </li>
  )
}

const quarters = [1, 2, 3, 4] as const

function Options({ question, number }: { readonly question: Question; readonly number: number }) {
  const t = useT()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the table scrolls, also by keyboard
    <div className="exam-statistics-options" role="region" aria-label={t('answers-of', { number })} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('option')}</th>
            {quarters.map((quarter) => (
              <th key={quarter} scope="col">
                {t(`quarter-${quarter}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {question.options.map(({ text, isRight, quarters: counts }) => (
            <tr key={text}>
              <th scope="row">
                {text}
                {isRight && ` (${t('right')})`}
              </th>
              {quarters.map((quarter) => (
                <td key={quarter}>{counts[quarter - 1] ?? 0}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
