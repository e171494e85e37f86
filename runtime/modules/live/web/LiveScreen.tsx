/** `/#/ailive`: the public list of rooms; below it the classrooms and their replays. */
import { useLocation } from 'react-router-dom'
import { LanguageSwitch, lazyComponent, ThemeSwitch, useTitle } from 'tablewright/web'
import { RoomList } from './rooms/RoomList.tsx'
import { useT } from './texts.ts'
import './live.css'

const Classroom = lazyComponent<{ readonly id: number }>(
  async () => (await import('./classroom/Classroom.tsx')).Classroom,
)

/** The room of an address; 0 = the list. */
const roomOf = (path: string): number => Number(/^\/ailive\/([1-9]\d{0,15})\/?$/.exec(path)?.[1] ?? 0)

export function LiveScreen() {
  const { pathname } = useLocation()
  const room = roomOf(pathname)
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
