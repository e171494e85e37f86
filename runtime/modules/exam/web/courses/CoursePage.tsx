/** A course: its chapters and lessons, and where the member goes on. */
import { AnchorButton, Spinner } from '@blueprintjs/core'
import { Endorsed } from '@blueprintjs/icons'
import { callRoute, useLanguage, useStaleWhileRevalidate, useTitle, type MemberPageProps } from 'tablewright/web'
import { courseInfo } from '../../shared/course-routes.ts'
import { Outline } from './Outline.tsx'
import { Problem } from './Problem.tsx'
import { ProgressRing } from './ProgressRing.tsx'
import { useT } from './texts.ts'
import './courses.css'

export function CoursePage({ params }: MemberPageProps) {
  const t = useT()
  const language = useLanguage()
  const course = Number(params['course'])
  const { value, error, retry } = useStaleWhileRevalidate(`exam course ${course} ${language}`, () =>
    callRoute(courseInfo, { course }, { quiet: true }),
  )
  useTitle(value?.title ?? t('courses'))
  if (!value) return error === null ? <Spinner aria-label={t('loading')} /> : <Problem error={error} retry={retry} />
  return (
    <div className="exam-course">
      <div className="exam-course-head">
        <ProgressRing done={value.done} lessons={value.lessons} />
        <h1>{value.title}</h1>
      </div>
      {value.description !== '' && <p>{value.description}</p>}
      <p role="status" className="tw-muted">
        {value.next === null && value.lessons > 0
          ? t('completed')
          : t('progress', { done: value.done, lessons: value.lessons })}
      </p>
      <div className="exam-course-actions">
        {value.next !== null && (
          <AnchorButton
            intent="primary"
            href={`#/user/exam/lesson/${value.next}`}
            text={t(value.done === 0 ? 'begin' : 'go-on')}
          />
        )}
        {value.certificate !== '' && (
          <AnchorButton
            href={`#/user/exam/certificate/${value.certificate}`}
            icon={<Endorsed />}
            text={t('certificate')}
          />
        )}
        <AnchorButton href="#/user/exam/courses" text={t('to-courses')} />
      </div>
      <Outline chapters={value.chapters} />
    </div>
  )
}
