/** `/#/ailive`: the public list of rooms; below it the classrooms and their replays. */
import { useLocation } from 'react-router-dom'
import { LanguageSwitch, lazyComponent, ThemeSwitch, useTitle } from 'tablewright/web'
import { RoomList } from './rooms/RoomList.tsx'
import { useT } from './texts.ts'
import './live.css'

const Classroom = lazyComponent<{ readonly id: number }>(
  async () => (await import('./classroom/Classroom.tsx')).Classroom,
)

const Replay = lazyComponent<{ readonly id: number; readonly session: number }>(
  async () => (await import('./replay/Replay.tsx')).Replay,
)

/** The room of an address, 0 = the list; and the session that is played again, 0 = none. */
function placeOf(path: string): { readonly room: number; readonly session: number } {
  const [, room = '0', session = '0'] = /^\/ailive\/([1-9]\d{0,15})(?:\/replay\/([1-9]\d{0,5}))?\/?$/.exec(path) ?? []
  return { room: Number(room), session: Number(session) }
}

export function LiveScreen() {
  const { pathname } = useLocation()
  const { room, session } = placeOf(pathname)
  if (session > 0) return <Replay key={`${room} ${session}`} id={room} session={session} />
  return room === 0 ? <Rooms /> : <Classroom key={room} id={room} />
}

function Rooms() {
  const t = useT()
  useTitle(t('title'))
  return (
    <main className="live-list-page" id="main" tabIndex={-1}>
      <header className="live-list-head">
        <a href="#/">{t('home')}</a>
        <span className="live-switches">
          <ThemeSwitch />
          <LanguageSwitch />
        </span>
      </header>
      <RoomList />
    </main>
  )
}
