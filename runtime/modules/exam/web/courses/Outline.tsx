/** Chapters and lessons of a course. */
import { TickCircle } from '@blueprintjs/icons'
import type { AnswerOf } from 'tablewright/protocol'
import type { courseInfo } from '../../shared/course-routes.ts'
import { useT } from './texts.ts'

type Chapter = AnswerOf<(typeof courseInfo)['answer']>['chapters'][number]

interface OutlineProps {
  readonly chapters: readonly Chapter[]
  /** The lesson that is shown. */
  readonly current?: number
}

export function Outline({ chapters, current }: OutlineProps) {
  const t = useT()
  return chapters.map(({ id, title, lessons }) => (
    <section key={id} className="tw-card">
      <h2>{title}</h2>
      <ol className="exam-lessons" aria-label={title}>
        {lessons.map((lesson) => (
          <li key={lesson.id}>
            <a href={`#/user/exam/lesson/${lesson.id}`} aria-current={lesson.id === current ? 'page' : undefined}>
              {lesson.title}
            </a>
            <span className="tw-muted">
              {t(lesson.kind as 'TEXT')}
              {lesson.minutes !== null && ` · ${t('minutes', { count: lesson.minutes })}`}
            </span>
            {lesson.isDone && <TickCircle title={t('is-done')} className="exam-lesson-done" />}
          </li>
        ))}
      </ol>
    </section>
  ))
}
