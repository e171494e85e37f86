/** A classroom: the board, and beside it chat, people and whatever else a lesson has. */
import { Button, Callout, Tag } from '@blueprintjs/core'
import { Refresh } from '@blueprintjs/icons'
import { useState } from 'react'
import { formatSeconds } from 'tablewright/protocol'
import { callRoute, errorText, LanguageSwitch, LoadingScreen, notify, useSite, useTitle } from 'tablewright/web'
import { lessonRoute } from '../../shared/routes.ts'
import { Board } from '../board/Board.tsx'
import { useFiles } from '../material/use-files.ts'
import { MediaPanel } from '../media/MediaPanel.tsx'
import { statusIntents } from '../rooms/RoomList.tsx'
import { useT } from '../texts.ts'
import { Aside, type AsideTab } from './Aside.tsx'
import { HandButton } from './HandButton.tsx'
import { Clock } from './Clock.tsx'
import { useLesson, type OpenLesson } from './use-lesson.ts'
import '../live.css'

export function Classroom({ id }: { readonly id: number }) {
  const result = useLesson(id)
  if (result.lesson) return <Room lesson={result.lesson} />
  if (result.error === null) return <LoadingScreen />
  return <Closed error={result.error} retry={result.retry} />
}

function Closed({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  const t = useT()
  useTitle(t('title'))
  return (
    <main className="live-list-page" id="main" tabIndex={-1}>
      <h1>{t('title')}</h1>
      <Callout intent="warning" role="alert">
        <p>{errorText(error)}</p>
        <p>
          <Button icon={<Refresh />} text={t('retry')} onClick={retry} /> <a href="#/ailive">{t('all-rooms')}</a>{' '}
          <a href={`#/user/login`}>{t('sign-in')}</a>
        </p>
      </Callout>
    </main>
  )
}

function Room({ lesson }: { readonly lesson: OpenLesson }) {
  const t = useT()
  const { room, state, preview, me, submit } = lesson
  useTitle(room.title)
  const [tab, setTab] = useState<AsideTab | null>(null)
  const files = useFiles(lesson.audience, room.id, state)
  return (
    <main className="live-classroom" id="main" tabIndex={-1} data-sheet={tab === null ? undefined : 'open'}>
      <Head lesson={lesson} />
      {state.status === 'live' && <MediaPanel lesson={lesson} />}
      <div className="live-stage">
        <StageNote lesson={lesson} />
        <Board
          state={preview}
          me={me}
          submit={submit}
          pictures={files.pictures}
          room={lesson.audience === 'staff' ? room.id : null}
        />
        {me?.role === 'pupil' && <HandButton lesson={lesson} />}
        {me === null && state.status === 'live' && <p className="tw-muted live-note">{t('visitor-note')}</p>}
      </div>
      <Aside lesson={lesson} files={files} tab={tab} onTab={setTab} />
    </main>
  )
}

function Head({ lesson }: { readonly lesson: OpenLesson }) {
  const t = useT()
  const { room, state, isOpen, unsent } = lesson
  return (
    <header className="live-head">
      <a href="#/ailive">{t('all-rooms')}</a>
      <h1>{room.title}</h1>
      <Tag minimal intent={statusIntents[state.status]}>
        {t(`status-${state.status}`)}
      </Tag>
      {state.status === 'live' && state.session && <Clock since={state.session.start} now={lesson.now} />}
      <span role="status" className="live-line" data-lost={!isOpen || undefined}>
        {isOpen ? (unsent > 0 ? t('sending') : '') : t(unsent > 0 ? 'lost-unsent' : 'lost', { count: unsent })}
      </span>
      {lesson.audience === 'staff' && <LessonButton lesson={lesson} />}
      <span className="live-switches">
        <LanguageSwitch />
      </span>
    </header>
  )
}

/** Starts, ends or continues the lesson. */
function LessonButton({ lesson }: { readonly lesson: OpenLesson }) {
  const t = useT()
  const [isBusy, setIsBusy] = useState(false)
  const { status } = lesson.state
  const action = status === 'live' ? 'end' : status === 'scheduled' ? 'start' : status === 'ended' ? 'resume' : null
  if (action === null) return null
  const run = async (): Promise<void> => {
    setIsBusy(true)
    try {
      await callRoute(lessonRoute, { room: lesson.room.id, action }, { quiet: true })
      lesson.reload()
    } catch (error) {
      notify({ text: errorText(error), tone: 'danger' })
    }
    setIsBusy(false)
  }
  return (
    <Button
      intent={action === 'end' ? 'warning' : 'primary'}
      text={t(`lesson-${action}`)}
      loading={isBusy}
      onClick={() => void run()}
    />
  )
}

/** A note on what the lesson is at this moment. */
function StageNote({ lesson }: { readonly lesson: OpenLesson }) {
  const t = useT()
  const { timeZone } = useSite()
  const { state, room } = lesson
  if (state.status === 'scheduled')
    return (
      <Callout compact icon={null}>
        {t('starts-at', { time: formatSeconds(room.start, timeZone).slice(0, 16), teacher: room.teacher })}
      </Callout>
    )
  if (state.status === 'ended')
    return (
      <Callout compact icon={null}>
        {t('over')}{' '}
        {lesson.sessions.map(({ n }) => (
          <a key={n} className="live-replay-link" href={`#/ailive/${room.id}/replay/${n}`}>
            {t('replay-session', { session: n })}
          </a>
        ))}
      </Callout>
    )
  if (state.status === 'cancelled')
    return (
      <Callout compact icon={null} intent="warning">
        {t('cancelled')}
      </Callout>
    )
  return null
}
