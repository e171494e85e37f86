/** A session that is played again: board, chat, hands and quizzes at their times, with chapters and speeds. */
import { Button, Callout, HTMLSelect, Tag } from '@blueprintjs/core'
import { Pause, Play, Refresh } from '@blueprintjs/icons'
import { useEffect, useEffectEvent, useMemo, useRef, useState, type RefObject } from 'react'
import {
  callRoute,
  errorText,
  isMemberSignedIn,
  LoadingScreen,
  useStaleWhileRevalidate,
  useTitle,
} from 'tablewright/web'
import { chaptersOf, type Chapter } from '../../shared/chapters.ts'
import type { LiveEvent } from '../../shared/events.ts'
import { eventsRoute, peopleRoute } from '../../shared/routes.ts'
import { createTimeline } from '../../shared/timeline.ts'
import type { LiveState } from '../../shared/state.ts'
import { Board } from '../board/Board.tsx'
import { loadLesson, type Lesson } from '../classroom/audience.ts'
import { lengthText } from '../classroom/Clock.tsx'
import { useFiles } from '../material/use-files.ts'
import { Result } from '../quiz/QuizTab.tsx'
import { useT } from '../texts.ts'
import { Recordings, type MediaClock } from './Recordings.tsx'
import '../live.css'

const calm = { quiet: true, isBackground: true } as const
const speeds = [0.75, 1, 1.25, 1.5, 2] as const
/** Milliseconds between two pictures. */
const frameMs = 200

interface Recording {
  readonly lesson: Lesson
  readonly events: readonly LiveEvent[]
  readonly names: ReadonlyMap<string, string>
}

async function loadRecording(id: number): Promise<Recording> {
  const lesson = await loadLesson(id)
  const area = lesson.audience === 'staff' ? 'staff' : 'pupil'
  const events: LiveEvent[] = []
  for (let isMore = true; isMore;) {
    const answer = await callRoute(eventsRoute[area], { room: id, after: events.at(-1)?.seq ?? 0 }, calm)
    // The server sends events of the log.
    events.push(...(answer.events as unknown as readonly LiveEvent[]))
    isMore = answer.more && answer.events.length > 0
  }
  const { people } =
    area === 'staff' || isMemberSignedIn() ? await callRoute(peopleRoute[area], { room: id }, calm) : { people: [] }
  return { lesson, events, names: new Map(people.map(({ holder, name }) => [holder, name])) }
}

export function Replay({ id, session: number }: { readonly id: number; readonly session: number }) {
  const t = useT()
  useTitle(t('replay'))
  const { value, error, retry } = useStaleWhileRevalidate(`replay ${id}`, () => loadRecording(id))
  const session = value?.lesson.sessions.find(({ n }) => n === number)
  if (value && session) return <Player recording={value} session={session} />
  if (value === null && error === null) return <LoadingScreen />
  return (
    <main className="live-list-page" id="main" tabIndex={-1}>
      <h1>{t('replay')}</h1>
      <Callout intent="warning" role="alert">
        <p>{error === null ? t('replay-missing') : errorText(error)}</p>
        <p>
          <Button icon={<Refresh />} text={t('retry')} onClick={retry} /> <a href="#/ailive">{t('all-rooms')}</a>
        </p>
      </Callout>
    </main>
  )
}

interface PlayerProps {
  readonly recording: Recording
  readonly session: Lesson['sessions'][number]
}

function Player({ recording: { lesson, events, names }, session }: PlayerProps) {
  const t = useT()
  const timeline = useMemo(() => createTimeline(events), [events])
  const chapters = useMemo(
    () => chaptersOf(events).filter(({ time }) => time >= session.start && time <= session.end),
    [events, session],
  )
  const hasRecording = events.some(({ kind, time }) => kind === 'record.start' && time >= session.start)
  const length = Math.max(1000, session.end - session.start)
  const clock = useRef<MediaClock | null>(null)
  const { place, setPlace, isPlaying, setIsPlaying, speed, setSpeed } = usePlayback(length, clock, session.start)
  const state = timeline.stateAt(session.start + place)
  // Images of the whole lesson, so that none is missing for a moment when its page is turned to.
  const { pictures } = useFiles(lesson.audience, lesson.room.id, lesson.state)
  return (
    <main className="live-classroom live-replay" id="main" tabIndex={-1}>
      <header className="live-head">
        <a href={`#/ailive/${lesson.room.id}`}>{t('back-to-room')}</a>
        <h1>{t('replay-of', { title: lesson.room.title, session: session.n })}</h1>
      </header>
      <div className="live-stage">
        <Board state={state} me={null} submit={() => undefined} pictures={pictures} />
        <div className="live-player">
          <Button
            intent="primary"
            size="large"
            icon={isPlaying ? <Pause /> : <Play />}
            aria-label={t(isPlaying ? 'pause' : 'play')}
            title={t(isPlaying ? 'pause' : 'play')}
            onClick={() => {
              if (place >= length) setPlace(0)
              setIsPlaying(!isPlaying)
            }}
          />
          <input
            type="range"
            min={0}
            // The last step reaches the end.
            max={Math.ceil(length / 1000) * 1000}
            step={1000}
            value={place}
            aria-label={t('replay-place')}
            aria-valuetext={lengthText(place)}
            onChange={({ target }) => setPlace(Math.min(length, Number(target.value)))}
          />
          <span className="live-clock">
            {lengthText(place)} / {lengthText(length)}
          </span>
          <HTMLSelect
            aria-label={t('replay-speed')}
            value={speed}
            onChange={({ currentTarget }) => setSpeed(Number(currentTarget.value))}
            options={speeds.map((value) => ({ value, label: `${value}×` }))}
          />
        </div>
        {lesson.audience === 'visitor' && hasRecording && <p className="tw-muted live-note">{t('replay-visitor')}</p>}
      </div>
      <Recordings
        audience={lesson.audience}
        room={lesson.room.id}
        session={session.n}
        time={session.start + place}
        isPlaying={isPlaying}
        speed={speed}
        onClock={(next) => {
          clock.current = next
        }}
      />
      <Transcript
        state={state}
        names={names}
        chapters={chapters}
        start={session.start}
        time={session.start + place}
        onGo={setPlace}
      />
    </main>
  )
}

/** @param clock what is recorded leads, where it is played. @param start of the session, in milliseconds since 1970 */
function usePlayback(length: number, clock: RefObject<MediaClock | null>, start: number) {
  const [place, setPlace] = useState(0)
  const [isPlaying, setIsPlaying] = useState(false)
  const [speed, setSpeed] = useState(1)
  const isRunning = isPlaying && place < length
  const advance = useEffectEvent((elapsed: number) => {
    const moment = clock.current?.() ?? null
    if (moment === 'wait') return
    setPlace(Math.min(length, moment === null ? place + elapsed * speed : moment - start))
  })
  useEffect(() => {
    if (!isRunning) return undefined
    let before = performance.now()
    const timer = setInterval(() => {
      const now = performance.now()
      advance(now - before)
      before = now
    }, frameMs)
    return () => clearInterval(timer)
  }, [isRunning])
  return { place, setPlace, isPlaying: isRunning, setIsPlaying, speed, setSpeed }
}

interface TranscriptProps {
  readonly state: LiveState
  readonly names: ReadonlyMap<string, string>
  readonly chapters: readonly Chapter[]
  readonly start: number
  /** The moment that is shown. */
  readonly time: number
  readonly onGo: (place: number) => void
}

function Transcript({ state, names, chapters, start, time, onGo }: TranscriptProps) {
  const t = useT()
  const nameOf = (person: string | null): string =>
    names.get(person ?? '') ?? t(person === null ? 'gone' : person.startsWith('admin:') ? 'role-teacher' : 'a-pupil')
  const current = chapters.findLast((chapter) => chapter.time <= time)
  const quizzes = state.quizzes.filter(({ opened }) => opened >= start)
  const label = ({ kind, title, page }: Chapter): string => {
    if (kind === 'start') return t('chapter-start')
    if (kind === 'page') return title === '' ? t('chapter-page', { page: page ?? 1 }) : title
    return kind === 'quiz' ? t('chapter-quiz', { title }) : title
  }
  const lines = state.chat.filter((line) => !line.hidden && line.time >= start)
  return (
    <section className="live-aside" aria-label={t('chapters')}>
      <h2 className="live-sheet-title">{t('chapters')}</h2>
      <ol className="live-chapters">
        {chapters.map((chapter) => (
          <li key={chapter.seq}>
            <button
              type="button"
              aria-current={chapter === current || undefined}
              onClick={() => onGo(chapter.time - start)}
            >
              <span className="live-clock">{lengthText(chapter.time - start)}</span> {label(chapter)}
            </button>
          </li>
        ))}
      </ol>
      {state.hands.length + state.floor.length > 0 && (
        <>
          <h2 className="live-sheet-title">{t('hands')}</h2>
          <ul className="live-hands">
            {state.floor.map((person) => (
              <li key={person}>
                <span>{nameOf(person)}</span>
                <Tag minimal intent="success">
                  {t('floor')}
                </Tag>
              </li>
            ))}
            {state.hands.map(({ person, seq }) => (
              <li key={seq}>
                <span>{nameOf(person)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {quizzes.map((quiz) => (
        <section key={quiz.id} className="live-quiz" aria-label={quiz.title}>
          <h2 className="live-sheet-title">{quiz.title}</h2>
          {quiz.result === null ? (
            <ul>
              {quiz.options.map(({ id, text }) => (
                <li key={id}>{text}</li>
              ))}
            </ul>
          ) : (
            <Result quiz={quiz} result={quiz.result} own={[]} />
          )}
        </section>
      ))}
      <h2 className="live-sheet-title">{t('tab-chat')}</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="live-lines" role="log" aria-label={t('tab-chat')} tabIndex={0}>
        {lines.length === 0 && <p className="tw-muted">{t('chat-empty')}</p>}
        {lines.map(({ seq, person, text }) => (
          <div key={seq} className="live-chat-line">
            <p className="live-chat-name">
              <strong>{nameOf(person)}</strong>
            </p>
            <p className="live-chat-text">{text}</p>
          </div>
        ))}
      </div>
    </section>
  )
}
