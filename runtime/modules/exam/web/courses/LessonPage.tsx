/** A lesson: its text, its video, or the way to the live lesson. */
import { AnchorButton, Button, Spinner } from '@blueprintjs/core'
import { useState } from 'react'
import { callRoute, useLanguage, useStaleWhileRevalidate, useTitle, type MemberPageProps } from 'tablewright/web'
import { markLesson, readLesson } from '../../shared/course-routes.ts'
import '../member/exam.css'
import { RichText } from '../member/RichText.tsx'
import { Problem } from './Problem.tsx'
import { useT } from './texts.ts'
import './courses.css'

export function LessonPage({ params }: MemberPageProps) {
  const lesson = Number(params['lesson'])
  return <LessonView key={lesson} lesson={lesson} />
}

function LessonView({ lesson }: { readonly lesson: number }) {
  const t = useT()
  const language = useLanguage()
  const [isBusy, setBusy] = useState(false)
  const { value, error, retry } = useStaleWhileRevalidate(`exam lesson ${lesson} ${language}`, () =>
    callRoute(readLesson, { lesson }, { quiet: true }),
  )
  useTitle(value?.title ?? t('courses'))
  if (!value) return error === null ? <Spinner aria-label={t('loading')} /> : <Problem error={error} retry={retry} />
  const finish = async (): Promise<void> => {
    setBusy(true)
    try {
      await callRoute(markLesson, { lesson })
      retry()
    } catch {
      // The refusal was shown.
    }
    setBusy(false)
  }
  return (
    <article className="exam-course">
      <h1>{value.title}</h1>
      {value.kind === 'VIDEO' &&
        (value.video === '' ? (
          <p className="tw-muted">{t('no-video')}</p>
        ) : (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- captions are part of the file
          <video className="exam-lesson-video" controls preload="metadata" src={value.video} aria-label={value.title} />
        ))}
      {value.kind === 'LIVE' && value.path !== '' && (
        <p>
          <AnchorButton intent="primary" href={`#${value.path}`} text={t('to-live')} />
        </p>
      )}
      {value.content !== '' && (
        <div className="tw-card">
          <RichText html={value.content} />
        </div>
      )}
      <div className="exam-course-actions">
        {value.previous !== null && <AnchorButton href={`#/user/exam/lesson/${value.previous}`} text={t('previous')} />}
        {value.isDone ? (
          <span role="status" className="exam-lesson-done">
            {t('is-done')}
          </span>
        ) : (
          <Button intent="primary" text={t('done')} loading={isBusy} onClick={() => void finish()} />
        )}
        {value.next !== null && <AnchorButton href={`#/user/exam/lesson/${value.next}`} text={t('next')} />}
        <AnchorButton href={`#/user/exam/course/${value.course}`} text={t('to-course')} />
      </div>
    </article>
  )
}
