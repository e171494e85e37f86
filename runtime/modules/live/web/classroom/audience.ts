/** As whom a browser is in a classroom: the routes differ, what they do is the same. */
import { ApiError, callRoute, isAdminSignedIn, isMemberSignedIn } from 'tablewright/web'
import { stateRoute } from '../../shared/routes.ts'
import type { Person } from '../../shared/person.ts'
import type { LiveState } from '../../shared/state.ts'
import type { RoomLine } from '../rooms/RoomList.tsx'

export type Audience = 'staff' | 'pupil' | 'visitor'

export interface Lesson {
  readonly audience: Audience
  readonly room: RoomLine
  readonly me: Person | null
  readonly state: LiveState
  /** Milliseconds by which the server's clock is ahead of this one. */
  readonly ahead: number
  readonly bank: boolean
  /** Sound and picture are recorded once somebody sends them. */
  readonly recorded: boolean
  /** Sessions that can be played again. */
  readonly sessions: readonly { readonly n: number; readonly start: number; readonly end: number }[]
}

const calm = { quiet: true, isBackground: true } as const

/** Administrators who teach are teachers; everybody else is a pupil, or a visitor. */
export async function loadLesson(id: number): Promise<Lesson> {
  if (isAdminSignedIn())
    try {
      return lessonOf('staff', await callRoute(stateRoute.staff, { room: id }, calm))
    } catch (error) {
      // Without the right to teach they see what others see.
      if (!(error instanceof ApiError)) throw error
    }
  const answer = await callRoute(stateRoute.pupil, { room: id }, calm)
  return lessonOf(answer.me && isMemberSignedIn() ? 'pupil' : 'visitor', answer)
}

type Answer = Awaited<ReturnType<typeof callRoute<typeof stateRoute.pupil.input, typeof stateRoute.pupil.answer>>>

const lessonOf = (audience: Audience, { room, me, state, now, bank, recorded, sessions }: Answer): Lesson => ({
  audience,
  room,
  me,
  // The server sends what its reducer made.
  state: state as unknown as LiveState,
  ahead: now - Date.now(),
  bank,
  recorded,
  sessions,
})
