/** A course: its chapters and lessons, and where the member goes on. */
import { AnchorButton, Spinner } from '@blueprintjs/core'
import { Endorsed, TickCircle } from '@blueprintjs/icons'
import type { AnswerOf } from 'tablewright/protocol'
import { callRoute, useLanguage, useStaleWhileRevalidate, useTitle, type MemberPageProps } from 'tablewright/web'
import { courseInfo } from '../../shared/course-routes.ts'
import { Problem } from './Problem.tsx'
import { useT } from './texts.ts'
import './courses.css'

type Chapter = AnswerOf<(typeof courseInfo)['answer']>['chapters'][number]

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
      <h1>{value.title}</h1>
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
      {value.chapters.map((chapter) => (
        <ChapterCard key={chapter.id} chapter={chapter} />
      ))}
    </div>
  )
}

function ChapterCard({ chapter: { title, lessons } }: { readonly chapter: Chapter }) {
  const t = useT()
  return (
    <section className="tw-card">
      <h2>{title}</h2>
      <ol className="exam-lessons" aria-label={title}>
        {lessons.map((lesson) => (
          <li key={lesson.id}>
            <a href={`#/user/exam/lesson/${lesson.id}`}>{lesson.title}</a>
            <span className="tw-muted">
              {t(lesson.kind as 'TEXT')}
              {lesson.minutes !== null && ` · ${t('minutes', { count: lesson.minutes })}`}
            </span>
            {lesson.isDone && <TickCircle title={t('is-done')} className="exam-lesson-done" />}
          </li>
        ))}
      </ol>
    </section>
  )
}
