/** The attempts of the member, newest first. */
import { Button, Spinner } from '@blueprintjs/core'
import { useState } from 'react'
import { formatSeconds, type AnswerOf } from 'tablewright/protocol'
import { callRoute, useLanguage, useSite, useStaleWhileRevalidate, useTitle } from 'tablewright/web'
import { listAttempts } from '../../shared/routes.ts'
import './exam.css'
import { Problem } from './Problem.tsx'
import { useT } from './texts.ts'

type Attempt = AnswerOf<(typeof listAttempts)['answer']>['list'][number]

const pageSize = 20

export function Results() {
  const t = useT()
  const language = useLanguage()
  useTitle(t('results'))
  const [page, setPage] = useState(1)
  const { value, error, retry } = useStaleWhileRevalidate(`exam results ${page} ${language}`, () =>
    callRoute(listAttempts, { page, limit: pageSize }, { quiet: true }),
  )
  const pages = Math.max(1, Math.ceil((value?.total ?? 0) / pageSize))
  return (
    <>
      <h1>{t('results')}</h1>
      {error !== null && <Problem error={error} retry={retry} />}
      {!value && error === null && <Spinner aria-label={t('loading')} />}
      {value?.total === 0 && <p className="tw-card tw-muted">{t('results-empty')}</p>}
      {value && value.list.length > 0 && (
        <ul className="tw-card exam-results">
          {value.list.map((attempt) => (
            <ResultLine key={attempt.id} attempt={attempt} />
          ))}
        </ul>
      )}
      {pages > 1 && (
        <nav className="exam-actions" aria-label={t('results')}>
          <Button text={t('previous')} disabled={page === 1} onClick={() => setPage(page - 1)} />
          <Button text={t('next')} disabled={page >= pages} onClick={() => setPage(page + 1)} />
        </nav>
      )}
    </>
  )
}

function ResultLine({ attempt }: { readonly attempt: Attempt }) {
  const t = useT()
  const { timeZone } = useSite()
  const { id, paper, title, begin, state, isReleased, score, total, isPass } = attempt
  const isWorking = state === 0
  const status = state === 4 ? t('void') : isWorking ? t('working') : t('submitted')
  return (
    <li>
      <a href={isWorking ? `#/user/exam/take/${paper}` : `#/user/exam/result/${id}`}>{title}</a>
      <span className="tw-muted">{formatSeconds(begin, timeZone)}</span>
      <span>
        {isReleased
          ? `${t('score', { score: Number(score), total: Number(total) })} · ${isPass ? t('passed') : t('failed')}`
          : status}
      </span>
    </li>
  )
}
