/**
 * The state of a lesson, and the one function that changes it. It is pure: the server, every page and the replay get
 * the same state from the same events.
 */
import {
  blankHeight,
  closedPolicy,
  type Citation,
  type LiveEvent,
  type MediaKind,
  type Policy,
  type QuizKind,
  type QuizOption,
  type Tool,
} from './events.ts'

export type RoomStatus = 'scheduled' | 'live' | 'ended' | 'cancelled'

interface BoardPage {
  /** Number of the event that added it; 0 = the first page, which is there from the start. */
  readonly id: number
  readonly height: number
  /** Code of its picture. */
  readonly picture: string | null
  readonly title: string
}

export interface Stroke {
  readonly id: string
  readonly person: string | null
  readonly tool: Tool
  readonly color: number
  readonly size: number
  /** Parts that have arrived. */
  readonly parts: number
  readonly points: readonly number[]
}

interface ChatLine {
  readonly seq: number
  readonly person: string | null
  readonly time: number
  /** Empty once it is hidden. */
  readonly text: string
  readonly hidden: boolean
}

export interface Quiz {
  readonly id: number
  readonly kind: QuizKind
  readonly title: string
  readonly options: readonly QuizOption[]
  readonly opened: number
  /** When it closes by itself; null = when the teacher closes it. */
  readonly close: number | null
  /** Null while it is open. */
  readonly result: {
    readonly answered: number
    readonly counts: Readonly<Record<string, number>>
    readonly key: readonly string[]
  } | null
}

interface ShownAnswer {
  readonly id: number
  readonly question: string
  readonly text: string
  readonly passages: readonly Citation[]
}

export interface LiveState {
  /** Number of the last event. */
  readonly seq: number
  /** Time of the last event. */
  readonly time: number
  readonly status: RoomStatus
  readonly session: { readonly id: number; readonly n: number; readonly start: number } | null
  readonly policy: Policy
  readonly pages: readonly BoardPage[]
  /** The page that is shown. */
  readonly page: number
  /** By page, in the order in which they were begun. */
  readonly strokes: Readonly<Record<number, readonly Stroke[]>>
  /** In the order in which they were raised. */
  readonly hands: readonly { readonly person: string; readonly seq: number }[]
  /** Pupils who may speak. */
  readonly floor: readonly string[]
  /** Pupils who were sent out. */
  readonly removed: readonly string[]
  /** The latest messages. */
  readonly chat: readonly ChatLine[]
  readonly quizzes: readonly Quiz[]
  readonly answers: readonly ShownAnswer[]
  /** Recordings that are being made, in the order in which they began. */
  readonly recordings: readonly {
    readonly id: number
    readonly person: string | null
    readonly kind: MediaKind
    readonly since: number
  }[]
  readonly materials: readonly { readonly id: number; readonly name: string; readonly size: number }[]
}

/** Messages that the state has; older ones are in the log. */
const keptLines = 500

export const emptyState: LiveState = {
  seq: 0,
  time: 0,
  status: 'scheduled',
  session: null,
  policy: closedPolicy,
  pages: [{ id: 0, height: blankHeight, picture: null, title: '' }],
  page: 0,
  strokes: {},
  hands: [],
  floor: [],
  removed: [],
  chat: [],
  quizzes: [],
  answers: [],
  recordings: [],
  materials: [],
}

/** The state after an event. Events of a kind that this version does not know change nothing but number and time. */
export function applyEvent(before: LiveState, event: LiveEvent): LiveState {
  return { ...change(before, event), seq: event.seq, time: event.time }
}

export const replay = (events: Iterable<LiveEvent>, from: LiveState = emptyState): LiveState => {
  let state = from
  for (const event of events) state = applyEvent(state, event)
  return state
}

function change(state: LiveState, event: LiveEvent): LiveState {
  const { seq, person, time } = event
  switch (event.kind) {
    case 'start': {
      const { session, n, policy } = event.payload
      return { ...state, status: 'live', session: { id: session, n, start: time }, policy, ...nothingOpen }
    }
    case 'end':
      return { ...state, status: 'ended', ...nothingOpen }
    case 'cancel':
      return { ...state, status: 'cancelled' }
    case 'policy':
      return { ...state, policy: { ...state.policy, ...event.payload } }
    case 'page.add': {
      const { height, picture, title, isShown = true } = event.payload
      const pages = [...state.pages, { id: seq, height, picture, title }]
      return { ...state, pages, page: isShown ? seq : state.page }
    }
    case 'page.go':
      return { ...state, page: event.payload.page }
    case 'stroke':
      return addPart(state, person, event.payload)
    case 'erase': {
      const erased = new Set(event.payload.strokes)
      return changeStrokes(state, event.payload.page, (strokes) => strokes.filter(({ id }) => !erased.has(id)))
    }
    case 'clear':
      return changeStrokes(state, event.payload.page, () => [])
    case 'hand.up': {
      if (person === null || state.hands.some((hand) => hand.person === person)) return state
      return { ...state, hands: [...state.hands, { person, seq }] }
    }
    case 'hand.down':
      return lower(state, event.payload.person)
    case 'hand.clear':
      return { ...state, hands: [] }
    case 'floor.give': {
      const { person: speaker } = event.payload
      const lowered = lower(state, speaker)
      return state.floor.includes(speaker) ? lowered : { ...lowered, floor: [...state.floor, speaker] }
    }
    case 'floor.take':
      return { ...state, floor: state.floor.filter((holder) => holder !== event.payload.person) }
    case 'remove': {
      const { person: pupil } = event.payload
      const lowered = lower(state, pupil)
      const floor = state.floor.filter((holder) => holder !== pupil)
      return { ...lowered, floor, removed: [...state.removed.filter((holder) => holder !== pupil), pupil] }
    }
    case 'chat': {
      const line = { seq, person, time, text: event.payload.text, hidden: event.payload.text === '' }
      return { ...state, chat: [...state.chat, line].slice(-keptLines) }
    }
    case 'chat.hide': {
      const { seq: hidden } = event.payload
      const chat = state.chat.map((line) => (line.seq === hidden ? { ...line, text: '', hidden: true } : line))
      return { ...state, chat }
    }
    case 'quiz.open': {
      const { quiz, kind, title, options, close } = event.payload
      const added = { id: quiz, kind, title, options, opened: time, close, result: null }
      return { ...state, quizzes: [...state.quizzes, added] }
    }
    case 'quiz.close': {
      const { quiz: closed, ...result } = event.payload
      return { ...state, quizzes: state.quizzes.map((quiz) => (quiz.id === closed ? { ...quiz, result } : quiz)) }
    }
    case 'material': {
      const { material, name, size } = event.payload
      return { ...state, materials: [...state.materials, { id: material, name, size }] }
    }
    case 'material.remove':
      return { ...state, materials: state.materials.filter(({ id }) => id !== event.payload.material) }
    case 'answer.show': {
      const { answer, ...content } = event.payload
      return { ...state, answers: [...state.answers.filter(({ id }) => id !== answer), { id: answer, ...content }] }
    }
    case 'answer.hide':
      return { ...state, answers: state.answers.filter(({ id }) => id !== event.payload.answer) }
    case 'record.start': {
      const { record, kind } = event.payload
      return { ...state, recordings: [...state.recordings, { id: record, person, kind, since: time }] }
    }
    case 'record.end':
      return { ...state, recordings: state.recordings.filter(({ id }) => id !== event.payload.record) }
    default:
      return state
  }
}

/** Ends with its session. */
const nothingOpen = { hands: [], floor: [], recordings: [] } as const

const lower = (state: LiveState, person: string): LiveState => ({
  ...state,
  hands: state.hands.filter((hand) => hand.person !== person),
})

function changeStrokes(
  state: LiveState,
  page: number,
  update: (strokes: readonly Stroke[]) => readonly Stroke[],
): LiveState {
  return { ...state, strokes: { ...state.strokes, [page]: update(state.strokes[page] ?? []) } }
}

type StrokePart = Extract<LiveEvent, { readonly kind: 'stroke' }>['payload']

function addPart(state: LiveState, person: string | null, payload: StrokePart): LiveState {
  const { page, stroke: id, part, tool, color, size, points } = payload
  if (part === 0) {
    const added: Stroke = { id, person, tool, color, size, parts: 1, points }
    return changeStrokes(state, page, (strokes) => [...strokes, added])
  }
  return changeStrokes(state, page, (strokes) =>
    strokes.map((stroke) =>
      stroke.id === id ? { ...stroke, parts: part + 1, points: [...stroke.points, ...points] } : stroke,
    ),
  )
}

/** The stroke of that id on a page. */
export const strokeOf = (state: LiveState, page: number, id: string): Stroke | undefined =>
  state.strokes[page]?.findLast((stroke) => stroke.id === id)
