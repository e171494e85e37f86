/**
 * Events of a lesson: what the log of a room consists of. Server, pages and replay apply the same events to the same
 * state (`state.ts`).
 */

/** The rules of a lesson: everything that pupils may do. */
export interface Policy {
  readonly chat: boolean
  readonly private_chat: boolean
  readonly hand: boolean
  readonly draw: boolean
  readonly mic: boolean
  readonly cam: boolean
  readonly assistant: boolean
}

export const policyNames = ['chat', 'private_chat', 'hand', 'draw', 'mic', 'cam', 'assistant'] as const

export const closedPolicy: Policy = {
  chat: false,
  private_chat: false,
  hand: false,
  draw: false,
  mic: false,
  cam: false,
  assistant: false,
}

export interface QuizOption {
  readonly id: string
  readonly text: string
}

export type QuizKind = 'judge' | 'single' | 'multi'

/** A passage that an answer of the assistant is taken from. */
export interface Citation {
  readonly material: number
  readonly name: string
  readonly page: number
  readonly text: string
}

/** Sources that somebody sends: the camera with the microphone, or either of them; or a screen, of teachers. */
export const mediaKinds = ['camera', 'screen'] as const
export type MediaKind = (typeof mediaKinds)[number]

/** Why a recording has ended: its sender did, the site has no room for more, or it broke off. */
export type RecordEnd = 'ended' | 'full' | 'failed'

/** The content of each kind of event. Times are milliseconds since 1970, points are in units of a page. */
export interface EventPayloads {
  start: { readonly session: number; readonly n: number; readonly policy: Policy }
  end: { readonly session: number }
  cancel: Readonly<Record<string, never>>
  policy: Partial<Policy>
  /**
   * A page of the board; its number is that of the event. A width is 10 000 units. `isShown` false = it is added at the
   * end, and the page that is shown stays: the further pages of a file.
   */
  'page.add': {
    readonly height: number
    readonly picture: string | null
    readonly title: string
    readonly isShown?: boolean
  }
  'page.go': { readonly page: number }
  /** A part of a stroke: `part` counts from 0, `points` are x, y, x, y … */
  stroke: {
    readonly page: number
    readonly stroke: string
    readonly part: number
    readonly tool: Tool
    readonly color: number
    readonly size: number
    readonly points: readonly number[]
  }
  erase: { readonly page: number; readonly strokes: readonly string[] }
  clear: { readonly page: number }
  'hand.up': Readonly<Record<string, never>>
  'hand.down': { readonly person: string }
  'hand.clear': Readonly<Record<string, never>>
  'floor.give': { readonly person: string }
  'floor.take': { readonly person: string }
  remove: { readonly person: string }
  chat: { readonly text: string }
  'chat.hide': { readonly seq: number }
  chapter: { readonly title: string }
  'quiz.open': {
    readonly quiz: number
    readonly kind: QuizKind
    readonly title: string
    readonly options: readonly QuizOption[]
    /** Null = until the teacher closes it. */
    readonly close: number | null
  }
  'quiz.close': {
    readonly quiz: number
    readonly answered: number
    /** Members by option. */
    readonly counts: Readonly<Record<string, number>>
    readonly key: readonly string[]
  }
  material: { readonly material: number; readonly name: string; readonly size: number }
  'material.remove': { readonly material: number }
  'answer.show': {
    readonly answer: number
    readonly question: string
    readonly text: string
    readonly passages: readonly Citation[]
  }
  'answer.hide': { readonly answer: number }
  /** Sound or picture of somebody is being recorded from now on; the person is that of the event. */
  'record.start': { readonly record: number; readonly kind: MediaKind }
  'record.end': { readonly record: number; readonly reason: RecordEnd }
}

export type EventKind = keyof EventPayloads

export const tools = ['pen', 'marker'] as const
export type Tool = (typeof tools)[number]

/** An event as the log has it. */
export type LiveEvent = {
  [Kind in EventKind]: {
    readonly seq: number
    readonly kind: Kind
    /** Null = the system, or somebody who was deleted. */
    readonly person: string | null
    /** When the server stored it, in milliseconds; later events have the same time or a later one. */
    readonly time: number
    readonly payload: EventPayloads[Kind]
  }
}[EventKind]

/** Kinds that people send; the server writes the others by itself. */
export const intentKinds = [
  'policy',
  'page.add',
  'page.go',
  'stroke',
  'erase',
  'clear',
  'hand.up',
  'hand.down',
  'hand.clear',
  'floor.give',
  'floor.take',
  'remove',
  'chat',
  'chat.hide',
  'chapter',
] as const satisfies readonly EventKind[]
export type IntentKind = (typeof intentKinds)[number]

/** An event that somebody wants to happen. */
export type Intent = {
  [Kind in IntentKind]: { readonly kind: Kind; readonly payload: EventPayloads[Kind] }
}[IntentKind]

/** The width of a page in units; its height follows from its shape. */
export const pageWidth = 10_000
/** A blank page has the shape of a slide. */
export const blankHeight = 7500
export const maxPageHeight = 40_000
export const minPageHeight = 1000
/** Pages of a board. */
export const maxPages = 300
/** Numbers in the points of one part. */
export const maxPoints = 400
/** Strokes that one event erases. */
export const maxErased = 100
/** Characters of a message. */
export const maxChat = 500
/** Colours of pens, by number. */
export const colorCount = 6

/** The topic of the log of a room. */
export const roomTopic = (room: number): string => `live:${room}`
/** The topic of the people in a room. */
export const peopleTopic = (room: number): string => `livePeople:${room}`
/** The topic for teachers of a room: answers that come in, questions that wait. */
export const deskTopic = (room: number): string => `liveDesk:${room}`
/** Sound and picture of a room, which are streams. */
export const mediaTopic = (room: number): string => `liveMedia:${room}`
/** Private messages of somebody in a room. */
export const privateTopic = (room: number, holder: string): string => `livePrivate:${room}:${holder}`
