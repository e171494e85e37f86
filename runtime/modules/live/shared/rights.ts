/** Rights in a lesson: asked by the server before it stores an event, and by pages for what they offer. */
import { maxPages, type Intent } from './events.ts'
import { isStaff, type Person } from './person.ts'
import { strokeOf, type LiveState, type Stroke } from './state.ts'

/** Why something is refused. */
const refusals = [
  'not.live',
  'removed',
  'staff.only',
  'chat.off',
  'hand.off',
  'draw.off',
  'own.only',
  'no.page',
  'no.stroke',
  'stroke.gap',
  'no.hand',
  'no.floor',
  'no.line',
  'is.staff',
  'full',
] as const
export type Refusal = (typeof refusals)[number]

/** `stored` = it is in the log already: a client that got no answer has sent it again. */
export type Verdict = 'allowed' | 'stored' | Refusal

/** Strokes of a page, and points of a stroke, that fit. */
const maxStrokes = 4000
const maxStrokePoints = 20_000

/** Intents with which staff prepares a lesson before it begins. */
const preparable: readonly Intent['kind'][] = ['page.add', 'page.go', 'stroke', 'erase', 'clear', 'chapter']

/** Whether somebody may do something now. */
export function judge(state: LiveState, person: Person, intent: Intent): Verdict {
  const isPreparing = state.status === 'scheduled' && isStaff(person) && preparable.includes(intent.kind)
  if (state.status !== 'live' && !isPreparing) return 'not.live'
  if (isRemoved(state, person)) return 'removed'
  return isStaff(person) ? judgeStaff(state, person, intent) : judgePupil(state, person, intent)
}

/** Guard T12: who was sent out neither reads nor writes. */
export const isRemoved = (state: LiveState, { holder, role }: Person): boolean =>
  role === 'pupil' && state.removed.includes(holder)

function judgeStaff(state: LiveState, person: Person, intent: Intent): Verdict {
  switch (intent.kind) {
    case 'hand.up':
      return 'is.staff'
    case 'hand.down':
      return state.hands.some((hand) => hand.person === intent.payload.person) ? 'allowed' : 'no.hand'
    case 'floor.give':
    case 'remove':
      return intent.payload.person.startsWith('user:') ? 'allowed' : 'is.staff'
    case 'floor.take':
      return state.floor.includes(intent.payload.person) ? 'allowed' : 'no.floor'
    case 'chat.hide':
      return state.chat.some(({ seq }) => seq === intent.payload.seq) ? 'allowed' : 'no.line'
    case 'page.add':
      return state.pages.length < maxPages ? 'allowed' : 'full'
    case 'page.go':
      return hasPage(state, intent.payload.page) ? 'allowed' : 'no.page'
    default:
      return judgeBoard(state, person, intent)
  }
}

function judgePupil(state: LiveState, person: Person, intent: Intent): Verdict {
  const { policy } = state
  switch (intent.kind) {
    case 'chat':
      return policy.chat ? 'allowed' : 'chat.off'
    case 'hand.up':
      return policy.hand ? 'allowed' : 'hand.off'
    case 'hand.down':
      if (intent.payload.person !== person.holder) return 'staff.only'
      return state.hands.some((hand) => hand.person === person.holder) ? 'allowed' : 'no.hand'
    case 'stroke':
      return policy.draw ? judgeBoard(state, person, intent) : 'draw.off'
    case 'erase':
      if (!policy.draw) return 'draw.off'
      // Guard T12: a pupil erases nothing that others drew.
      return intent.payload.strokes.every((id) => ownStroke(state, person, intent.payload.page, id))
        ? judgeBoard(state, person, intent)
        : 'own.only'
    default:
      // Guard T12: policy, pages, floor and order of the lesson are for teachers.
      return 'staff.only'
  }
}

function ownStroke(state: LiveState, { holder }: Person, page: number, id: string): boolean {
  const stroke = strokeOf(state, page, id)
  return stroke === undefined || stroke.person === holder
}

function judgeBoard(state: LiveState, person: Person, intent: Intent): Verdict {
  if (intent.kind === 'erase' || intent.kind === 'clear')
    return hasPage(state, intent.payload.page) ? 'allowed' : 'no.page'
  if (intent.kind !== 'stroke') return 'allowed'
  const { page, stroke: id, part, points } = intent.payload
  if (!hasPage(state, page)) return 'no.page'
  const stroke = strokeOf(state, page, id)
  if (stroke && stroke.person !== person.holder) return 'own.only'
  return judgePart(state, stroke, page, part, points.length)
}

function judgePart(state: LiveState, stroke: Stroke | undefined, page: number, part: number, count: number): Verdict {
  const parts = stroke?.parts ?? 0
  if (part < parts) return 'stored'
  // The stroke was erased while it was being drawn, or a part of it is missing.
  if (part > parts) return stroke ? 'stroke.gap' : 'no.stroke'
  if (stroke) return stroke.points.length + count <= maxStrokePoints ? 'allowed' : 'full'
  return (state.strokes[page]?.length ?? 0) < maxStrokes ? 'allowed' : 'full'
}

const hasPage = (state: LiveState, page: number): boolean => state.pages.some(({ id }) => id === page)

export type Medium = 'mic' | 'cam'

/**
 * Whether somebody may send sound or picture: teachers and assistants may; pupils while they have the floor and the
 * policy allows the medium.
 */
export function mayPublish(state: LiveState, person: Person, medium: Medium): boolean {
  if (state.status !== 'live' || isRemoved(state, person)) return false
  // Guard T12: nobody hears or sees a pupil who does not have the floor.
  return isStaff(person) || (state.policy[medium] && state.floor.includes(person.holder))
}

/** Whether two people may write to each other in private: pupils with teachers always, with each other by policy. */
export function mayWritePrivately(state: LiveState, sender: Person, receiver: Person): boolean {
  if (state.status !== 'live' || sender.holder === receiver.holder) return false
  if (isRemoved(state, sender) || isRemoved(state, receiver)) return false
  return isStaff(sender) || isStaff(receiver) ? state.policy.chat || isStaff(sender) : state.policy.private_chat
}
