/** A lesson: its text, its video, or the way to the live lesson. */
import { AnchorButton, Button, Drawer, Spinner } from '@blueprintjs/core'
import { List } from '@blueprintjs/icons'
import { useState } from 'react'
import { callRoute, useLanguage, useStaleWhileRevalidate, useTitle, type MemberPageProps } from 'tablewright/web'
import { courseInfo, markLesson, readLesson } from '../../shared/course-routes.ts'
import '../member/exam.css'
import { RichText } from '../member/RichText.tsx'
import { Outline } from './Outline.tsx'
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
    <div className="exam-lesson">
      <article className="exam-course">
        <h1>{value.title}</h1>
        {value.kind === 'VIDEO' &&
          (value.video === '' ? (
            <p className="tw-muted">{t('no-video')}</p>
          ) : (
            // oxlint-disable-next-line jsx-a11y/media-has-caption -- captions are part of the file
            <video
              className="exam-lesson-video"
              controls
              preload="metadata"
              src={value.video}
              aria-label={value.title}
            />
          ))}
        {value.kind === 'LIVE' && <LiveLink path={value.path} live={value.live} />}
        {value.content !== '' && (
          <div className="tw-card">
            <RichText html={value.content} />
          </div>
        )}
        <div className="exam-course-actions">
          {value.previous !== null && (
            <AnchorButton href={`#/user/exam/lesson/${value.previous}`} text={t('previous')} />
          )}
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
      <LessonList key={String(value.isDone)} course={value.course} lesson={lesson} />
    </div>
  )
}

function LiveLink({ path, live }: { readonly path: string; readonly live: string }) {
  const t = useT()
  if (live === 'draft') return <p className="tw-muted">{t('live-draft')}</p>
  if (path === '') return <p className="tw-muted">{t('live-missing')}</p>
  return (
    <p>
      <AnchorButton intent="primary" href={`#${path}`} text={t(live === 'closed' ? 'to-replay' : 'to-live')} />
    </p>
  )
}

/** The lessons of the course: beside the lesson where there is room, from the lower edge on a phone. */
function LessonList({ course, lesson }: { readonly course: number; readonly lesson: number }) {
  const t = useT()
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const { value } = useStaleWhileRevalidate(`exam course ${course} ${language}`, () =>
    callRoute(courseInfo, { course }, { quiet: true }),
  )
  if (!value) return null
  const outline = <Outline chapters={value.chapters} current={lesson} />
  return (
    <>
      <aside className="exam-outline" aria-label={t('all-lessons')}>
        {outline}
      </aside>
      <Button className="exam-outline-button" icon={<List />} text={t('all-lessons')} onClick={() => setOpen(true)} />
      <Drawer
        isOpen={isOpen}
        position="bottom"
        size="70%"
        title={t('all-lessons')}
        onClose={() => setOpen(false)}
        className="exam-outline-sheet"
      >
        <div className="exam-outline-scroll">{outline}</div>
      </Drawer>
    </>
  )
}
