/** Subjects to practise with, the wrong book, and collected questions. */
import { Spinner } from '@blueprintjs/core'
import { callRoute, useLanguage, useStaleWhileRevalidate, useTitle } from 'tablewright/web'
import { listSubjects } from '../../shared/routes.ts'
import './exam.css'
import { Problem } from './Problem.tsx'
import { useT } from './texts.ts'

export function Practice() {
  const t = useT()
  const language = useLanguage()
  useTitle(t('practice'))
  const { value, error, retry } = useStaleWhileRevalidate(`exam subjects ${language}`, () =>
    callRoute(listSubjects, null, { quiet: true }),
  )
  const count = (number: number): string => t('subject-count', { count: number })
  return (
    <>
      <h1>{t('practice')}</h1>
      {error !== null && <Problem error={error} retry={retry} />}
      {!value && error === null && <Spinner aria-label={t('loading')} />}
      {value && (
        <ul className="tw-card exam-results">
          <li>
            <a href="#/user/exam/practice/wrong">{t('wrong-book')}</a>
            <span>{count(value.wrong)}</span>
            <span className="tw-muted">{t('wrong-note')}</span>
          </li>
          <li>
            <a href="#/user/exam/practice/collected">{t('collection')}</a>
            <span>{count(value.collected)}</span>
          </li>
        </ul>
      )}
      {value && <h2>{t('subjects')}</h2>}
      {value?.list.length === 0 && <p className="tw-card tw-muted">{t('practice-empty')}</p>}
      {value && value.list.length > 0 && (
        <ul className="tw-card exam-results">
          {value.list.map((subject) => (
            <li key={subject.id}>
              <a href={`#/user/exam/practice/${subject.id}`}>{subject.name}</a>
              <span>{count(subject.count)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
