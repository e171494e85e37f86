/** Random lessons: what people try, and a plain model of what has to come of it. */
import fc from 'fast-check'
import { blankHeight, policyNames, type Intent } from '../../../runtime/modules/live/shared/events.ts'
import type { Person } from '../../../runtime/modules/live/shared/person.ts'
import { stroke } from './live-site.ts'

export const teacher: Person = { holder: 'admin:1', role: 'teacher' }
export const pupils: readonly Person[] = [1, 2, 3].map((id) => ({ holder: `user:${id}`, role: 'pupil' }))
const everybody = [teacher, ...pupils]

export interface Step {
  readonly person: Person
  /** Its page is the number of the page among those there are. */
  readonly intent: Intent
}

const strokeIds = ['stroke-a', 'stroke-b', 'stroke-c', 'stroke-d']
const pupil = fc.constantFrom(...pupils.map(({ holder }) => holder))
const page = fc.integer({ min: 0, max: 3 })

const intents: fc.Arbitrary<Intent> = fc.oneof(
  fc.record({ kind: fc.constant('hand.up' as const), payload: fc.constant({}) }),
  fc.record({ kind: fc.constant('hand.down' as const), payload: fc.record({ person: pupil }) }),
  fc.record({ kind: fc.constant('hand.clear' as const), payload: fc.constant({}) }),
  fc.record({ kind: fc.constant('floor.give' as const), payload: fc.record({ person: pupil }) }),
  fc.record({ kind: fc.constant('floor.take' as const), payload: fc.record({ person: pupil }) }),
  fc.record({
    kind: fc.constant('policy' as const),
    payload: fc
      .record({ name: fc.constantFrom(...policyNames), isOn: fc.boolean() })
      .map(({ name, isOn }) => ({ [name]: isOn })),
  }),
  fc.record({
    kind: fc.constant('page.add' as const),
    payload: fc.boolean().map((isShown) => ({ height: blankHeight, picture: null, title: '', isShown })),
  }),
  fc.record({ kind: fc.constant('page.go' as const), payload: fc.record({ page }) }),
  fc
    .record({ page, id: fc.constantFrom(...strokeIds), part: fc.integer({ min: 0, max: 2 }) })
    .map(({ page: place, id, part }) => stroke(place, id, { part, points: [part * 10, 0, part * 10 + 5, 5] })),
  fc.record({
    kind: fc.constant('erase' as const),
    payload: fc.record({ page, strokes: fc.subarray(strokeIds, { minLength: 1, maxLength: 2 }) }),
  }),
  fc.record({ kind: fc.constant('clear' as const), payload: fc.record({ page }) }),
  fc.record({ kind: fc.constant('chat' as const), payload: fc.record({ text: fc.constantFrom('a', 'b') }) }),
  fc.record({ kind: fc.constant('remove' as const), payload: fc.record({ person: pupil }) }),
)

export const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    // Sending out is rare, or nobody would be left.
    person: fc.constantFrom(...everybody),
    intent: fc.oneof(
      { weight: 30, arbitrary: intents.filter(({ kind }) => kind !== 'remove') },
      { weight: 1, arbitrary: intents },
    ),
  }),
  { minLength: 10, maxLength: 120 },
)

/** A lesson as one would write it down on paper: lists that are changed in place. */
export class PlainLesson {
  readonly policy: Record<string, boolean> = Object.fromEntries(
    policyNames.map((name) => [name, name === 'chat' || name === 'hand']),
  )
  readonly hands: string[] = []
  readonly floor: string[] = []
  readonly removed: string[] = []
  readonly chat: string[] = []
  readonly pages: { readonly strokes: { id: string; person: string; parts: number; points: number[] }[] }[] = [
    { strokes: [] },
  ]
  shown = 0

  /** @returns whether it is stored */
  do({ person: { holder, role }, intent }: Step): boolean {
    const isTeacher = role === 'teacher'
    if (this.removed.includes(holder)) return false
    const { kind, payload } = intent
    if (kind === 'chat')
      return (isTeacher || this.policy['chat'] === true) && this.chat.push(`${holder} ${payload.text}`) > 0
    if (kind === 'hand.up') {
      if (isTeacher || !this.policy['hand']) return false
      if (!this.hands.includes(holder)) this.hands.push(holder)
      return true
    }
    if (kind === 'hand.down') return (isTeacher || payload.person === holder) && drop(this.hands, payload.person)
    if (kind === 'stroke') return this.draw(holder, isTeacher, payload)
    if (kind === 'erase') return this.erase(holder, isTeacher, payload)
    if (!isTeacher) return false
    if (kind === 'hand.clear') this.hands.length = 0
    if (kind === 'floor.take') return drop(this.floor, payload.person)
    if (kind === 'floor.give' || kind === 'remove') drop(this.hands, payload.person)
    if (kind === 'floor.give' && !this.floor.includes(payload.person)) this.floor.push(payload.person)
    if (kind === 'remove') {
      drop(this.floor, payload.person)
      drop(this.removed, payload.person)
      this.removed.push(payload.person)
    }
    if (kind === 'policy') Object.assign(this.policy, payload)
    if (kind === 'page.add') {
      const added = this.pages.push({ strokes: [] }) - 1
      if (payload.isShown !== false) this.shown = added
    }
    if (kind === 'page.go') {
      if (!this.pages[payload.page]) return false
      this.shown = payload.page
    }
    if (kind === 'clear') {
      const cleared = this.pages[payload.page]
      if (!cleared) return false
      cleared.strokes.length = 0
    }
    return true
  }

  private draw(holder: string, isTeacher: boolean, payload: Extract<Intent, { kind: 'stroke' }>['payload']): boolean {
    if (!isTeacher && !this.policy['draw']) return false
    const strokes = this.pages[payload.page]?.strokes
    if (!strokes) return false
    const before = strokes.find(({ id }) => id === payload.stroke)
    if (!before) {
      if (payload.part !== 0) return false
      strokes.push({ id: payload.stroke, person: holder, parts: 1, points: [...payload.points] })
      return true
    }
    if (before.person !== holder || payload.part !== before.parts) return false
    before.parts += 1
    before.points.push(...payload.points)
    return true
  }

  private erase(holder: string, isTeacher: boolean, payload: Extract<Intent, { kind: 'erase' }>['payload']): boolean {
    const strokes = this.pages[payload.page]?.strokes
    if (!isTeacher && !this.policy['draw']) return false
    const others = strokes?.some(({ id, person }) => payload.strokes.includes(id) && person !== holder) ?? false
    if (!strokes || (!isTeacher && others)) return false
    for (const id of payload.strokes) {
      const index = strokes.findIndex((drawn) => drawn.id === id)
      if (index >= 0) strokes.splice(index, 1)
    }
    return true
  }
}

/** @returns whether it was there */
function drop(list: string[], value: string): boolean {
  const index = list.indexOf(value)
  if (index >= 0) list.splice(index, 1)
  return index >= 0
}
