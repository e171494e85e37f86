/** The courses of members, with their progress. */
import { AnchorButton, Spinner } from '@blueprintjs/core'
import { Endorsed } from '@blueprintjs/icons'
import type { AnswerOf } from 'tablewright/protocol'
import { callRoute, useLanguage, useStaleWhileRevalidate, useTitle } from 'tablewright/web'
import { listCourses } from '../../shared/course-routes.ts'
import { Problem } from './Problem.tsx'
import { ProgressRing } from './ProgressRing.tsx'
import { useT } from './texts.ts'
import './courses.css'

type Course = AnswerOf<(typeof listCourses)['answer']>['list'][number]

export function Courses() {
  const t = useT()
  useTitle(t('courses'))
  const language = useLanguage()
  const { value, error, retry } = useStaleWhileRevalidate(`exam courses ${language}`, () =>
    callRoute(listCourses, null, { quiet: true }),
  )
  return (
    <>
      <h1>{t('courses')}</h1>
      {error !== null && <Problem error={error} retry={retry} />}
      {!value && error === null && <Spinner aria-label={t('loading')} />}
      {value?.list.length === 0 && <p className="tw-card tw-muted">{t('empty')}</p>}
      <ul className="exam-courses">
        {value?.list.map((course) => (
          <CourseCard key={course.id} course={course} />
        ))}
      </ul>
    </>
  )
}

function CourseCard({ course }: { readonly course: Course }) {
  const t = useT()
  const { id, title, description, lessons, done, next, certificate, isClosed } = course
  return (
    <li className="tw-card exam-course">
      <div className="exam-course-head">
        <ProgressRing done={done} lessons={lessons} />
        <h2>{title}</h2>
      </div>
      {description !== '' && <p>{description}</p>}
      <p className="tw-muted">
        {t('progress', { done, lessons })}
        {isClosed && ` · ${t('closed')}`}
      </p>
      <div className="exam-course-actions">
        {next !== null && (
          <AnchorButton
            intent="primary"
            href={`#/user/exam/lesson/${next}`}
            text={t(done === 0 ? 'begin' : 'go-on')}
            aria-label={`${t(done === 0 ? 'begin' : 'go-on')}: ${title}`}
          />
        )}
        <AnchorButton href={`#/user/exam/course/${id}`} text={t('open')} aria-label={`${t('open')}: ${title}`} />
        {certificate !== '' && (
          <AnchorButton href={`#/user/exam/certificate/${certificate}`} icon={<Endorsed />} text={t('certificate')} />
        )}
      </div>
    </li>
  )
}
