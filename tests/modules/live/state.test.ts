/** The state of a lesson from its events: the same on the server, on pages and in the replay (L1 to L6, L10, L13). */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attended, unionWithin, type Interval } from '../../../runtime/modules/live/shared/attendance.ts'
import { chaptersOf } from '../../../runtime/modules/live/shared/chapters.ts'
import { closedPolicy, policyNames, type LiveEvent } from '../../../runtime/modules/live/shared/events.ts'
import { readIntent } from '../../../runtime/modules/live/shared/read-intent.ts'
import { judge, mayPublish, mayWritePrivately } from '../../../runtime/modules/live/shared/rights.ts'
import { applyEvent, emptyState, replay, type LiveState } from '../../../runtime/modules/live/shared/state.ts'
import { statusAt } from '../../../runtime/modules/live/shared/status.ts'
import { createTimeline } from '../../../runtime/modules/live/shared/timeline.ts'
import { placeOn } from '../../../runtime/modules/live/web/board/geometry.ts'
import { joinLines } from '../../../runtime/modules/live/web/pdf/lines.ts'
import { paperFor } from '../../../runtime/modules/live/web/pdf/paper.ts'
import { stroke } from './live-site.ts'
import { PlainLesson, pupils, steps, teacher, type Step } from './walk.ts'

const start: LiveEvent = {
  seq: 1,
  kind: 'start',
  person: teacher.holder,
  time: 1000,
  payload: { session: 1, n: 1, policy: { ...closedPolicy, chat: true, hand: true } },
}

/** Does the steps as the server does, and compares with the model after each. */
function give(walk: readonly Step[]): { readonly log: readonly LiveEvent[]; readonly state: LiveState } {
  const model = new PlainLesson()
  const log: LiveEvent[] = [start]
  let state = applyEvent(emptyState, start)
  for (const step of walk) {
    const intent = onPage(step.intent, state)
    const isStored = intent !== null && judge(state, step.person, intent) === 'allowed'
    if (isStored) {
      const seq = state.seq + 1
      const event = { ...intent, seq, person: step.person.holder, time: 1000 + seq } as LiveEvent
      log.push(event)
      state = applyEvent(state, event)
    }
    expect(isStored).toBe(model.do(step))
    expectSame(state, model)
  }
  return { log, state }
}

/** Pages of the walk are counted, those of events have the numbers of the events that added them. */
function onPage(intent: Step['intent'], state: LiveState): Step['intent'] | null {
  if (!('page' in intent.payload)) return intent
  const page = state.pages[intent.payload.page]?.id ?? 99_999
  return { ...intent, payload: { ...intent.payload, page } } as Step['intent']
}

function expectSame(state: LiveState, model: PlainLesson): void {
  expect(state.hands.map(({ person }) => person)).toEqual(model.hands)
  expect(state.floor).toEqual(model.floor)
  expect(state.removed).toEqual(model.removed)
  expect(Object.fromEntries(policyNames.map((name) => [name, state.policy[name]]))).toEqual(model.policy)
  expect(state.chat.map(({ person, text }) => `${person} ${text}`)).toEqual(model.chat)
  expect(state.pages.findIndex(({ id }) => id === state.page)).toBe(model.shown)
  const strokes = state.pages.map(({ id }) =>
    (state.strokes[id] ?? []).map(({ id: name, person, parts, points }) => ({ id: name, person, parts, points })),
  )
  expect(strokes).toEqual(model.pages.map(({ strokes: list }) => list))
}

describe('the state of a lesson', () => {
  it('L2 L3 L4 is that of a plain model over random lessons, and every replay comes to it', () => {
    fc.assert(
      fc.property(steps, fc.nat(), (walk, cut) => {
        const { log, state } = give(walk)
        expect(replay(log)).toEqual(state)
        // A stored state, as text, and the rest of the log.
        const place = cut % log.length
        const snapshot = JSON.parse(JSON.stringify(replay(log.slice(0, place)))) as LiveState
        expect(replay(log.slice(place), snapshot)).toEqual(state)
        // The replay at a moment is what everybody saw then.
        const timeline = createTimeline(log)
        expect(timeline.stateAt(log[place]!.time)).toEqual(replay(log.slice(0, place + 1)))
        expect(timeline.stateAt(0)).toEqual(emptyState)
        // Hands stand in the order of their numbers.
        const numbers = state.hands.map(({ seq }) => seq)
        expect(numbers).toEqual(numbers.toSorted((left, right) => left - right))
      }),
      { numRuns: 150 },
    )
  })

  it('L10 lets teachers publish, and pupils while they have the floor and the rules allow it', () => {
    fc.assert(
      fc.property(steps, (walk) => {
        const { state } = give(walk)
        for (const medium of ['mic', 'cam'] as const) {
          expect(mayPublish(state, teacher, medium)).toBe(true)
          for (const pupil of pupils) {
            const may =
              state.floor.includes(pupil.holder) && state.policy[medium] && !state.removed.includes(pupil.holder)
            expect(mayPublish(state, pupil, medium)).toBe(may)
            expect(mayPublish({ ...state, status: 'ended' }, pupil, medium)).toBe(false)
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  it('L11 lets pupils write to each other in private by the rules only, and to teachers', () => {
    const [mia, adam] = [pupils[0]!, pupils[1]!]
    const state = applyEvent(emptyState, start)
    expect(mayWritePrivately(state, mia, adam)).toBe(false)
    expect(mayWritePrivately(state, mia, teacher)).toBe(true)
    expect(mayWritePrivately(state, teacher, mia)).toBe(true)
    const open = { ...state, policy: { ...state.policy, private_chat: true } }
    expect(mayWritePrivately(open, mia, adam)).toBe(true)
    expect(mayWritePrivately(open, mia, mia)).toBe(false)
    expect(mayWritePrivately({ ...open, removed: [mia.holder] }, mia, teacher)).toBe(false)
  })

  it('bbb#18848 keeps strokes on their page, and makes chapters of page turns', () => {
    const page = { kind: 'page.add', payload: { height: 7500, picture: null, title: 'Two' } } as const
    const teacherEvent = (seq: number, event: object): LiveEvent =>
      ({ seq, person: teacher.holder, time: 1000 + seq, ...event }) as LiveEvent
    const log = [
      start,
      teacherEvent(2, stroke(0, 'stroke-a')),
      teacherEvent(3, page),
      teacherEvent(4, stroke(3, 'stroke-b')),
      teacherEvent(5, { kind: 'page.go', payload: { page: 0 } }),
    ]
    const after = (seq: number) => replay(log.filter((event) => event.seq <= seq))
    expect(after(3)).toMatchObject({ page: 3 })
    expect(after(3).strokes[3]).toBeUndefined()
    expect(after(5).strokes[0]?.map(({ id }) => id)).toEqual(['stroke-a'])
    expect(after(5).strokes[3]?.map(({ id }) => id)).toEqual(['stroke-b'])
    const waiting = teacherEvent(6, { ...page, payload: { ...page.payload, isShown: false } })
    expect(applyEvent(after(5), waiting)).toMatchObject({ page: 0, pages: [{ id: 0 }, { id: 3 }, { id: 6 }] })
    expect(chaptersOf([...log, waiting]).map(({ kind, page: place, title }) => [kind, place, title])).toEqual([
      ['start', null, ''],
      ['page', 2, 'Two'],
      ['page', 1, ''],
    ])
  })

  it('takes a part of a stroke once, in order, and refuses what is none', () => {
    const state = replay([start])
    const first = stroke(0, 'stroke-a')
    const drawn = applyEvent(state, { ...first, seq: 2, person: teacher.holder, time: 1001 } as LiveEvent)
    expect(judge(drawn, teacher, first)).toBe('stored')
    expect(judge(drawn, teacher, stroke(0, 'stroke-a', { part: 2 }))).toBe('stroke.gap')
    expect(judge(drawn, teacher, stroke(0, 'stroke-b', { part: 1 }))).toBe('no.stroke')
    expect(judge(drawn, teacher, stroke(7, 'stroke-b'))).toBe('no.page')
    const bad: readonly (readonly [string, unknown])[] = [
      ['stroke', { ...first.payload, points: [1] }],
      ['stroke', { ...first.payload, points: [1, Number.NaN] }],
      ['stroke', { ...first.payload, points: Array.from({ length: 402 }, () => 1) }],
      ['stroke', { ...first.payload, stroke: '__proto__' }],
      ['stroke', { ...first.payload, color: 1.5 }],
      ['erase', { page: 0, strokes: [] }],
      ['policy', { chat: 'yes' }],
      ['policy', { constructor: true }],
      ['policy', {}],
      ['floor.give', { person: 'root' }],
      ['chat', { text: '   ' }],
      ['chat', { text: 'x'.repeat(501) }],
      ['page.add', { picture: '../../etc/passwd' }],
      ['page.add', { isShown: 'yes' }],
      ['page.add', { height: 999 }],
      ['quiz.close', { quiz: 1, answered: 9, counts: {}, key: [] }],
      ['start', { session: 1, n: 1, policy: {} }],
      ['toString', {}],
      ['chat', null],
    ]
    for (const [kind, payload] of bad)
      expect(readIntent(kind, payload), `${kind} ${JSON.stringify(payload)}`).toBeNull()
  })

  it('bbb#9492 finds the same place of a page at 390 and at 1280 pixels', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1.4, noNaN: true }), (x, y) => {
        const [narrow, wide] = [374, 904].map((width) =>
          placeOn({ left: 8, top: 40, width }, 8 + x * width, 40 + y * width),
        )
        for (const axis of [0, 1] as const) expect(Math.abs(narrow![axis] - wide![axis])).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('puts images and pages of files on paper of the board, whole and in their shape', () => {
    expect(paperFor(1600, 1200)).toMatchObject({ height: 7500, pixels: { width: 1600, height: 1200 } })
    // A small image is not blown up, a slide of a PDF is drawn sharply.
    expect(paperFor(800, 600, 800).pixels).toEqual({ width: 800, height: 600 })
    expect(paperFor(595, 842).height).toBe(14_151)
    const size = fc.integer({ min: 1, max: 60_000 })
    fc.assert(
      fc.property(size, size, (width, height) => {
        const { height: page, pixels, place } = paperFor(width, height, width)
        expect(readIntent('page.add', { height: page })).not.toBeNull()
        expect(pixels.width * pixels.height).toBeLessThanOrEqual(1600 * 6400)
        expect(place.left).toBeGreaterThanOrEqual(-1)
        expect(place.top).toBeGreaterThanOrEqual(-1)
        expect(place.left + width * place.scale).toBeLessThanOrEqual(pixels.width + 1)
        expect(place.top + height * place.scale).toBeLessThanOrEqual(pixels.height + 1)
      }),
    )
  })

  it('makes paragraphs of the lines of a PDF', () => {
    const linesOf = (text: string) => joinLines(text.split('\n').map((line) => ({ text: line, isEnd: true })))
    expect(linesOf('Goods are\ncounted be-\nfore storing.')).toBe('Goods are counted before storing.')
    expect(linesOf('货物入库前\n先清点。')).toBe('货物入库前先清点。')
    expect(linesOf('Title\n\nFirst line\nsecond')).toBe('Title\nFirst line second')
    expect(
      joinLines([
        { text: 'one ', isEnd: false },
        { text: 'two', isEnd: true },
      ]),
    ).toBe('one two')
    expect(joinLines([])).toBe('')
  })

  it('L13 ends a lesson ten minutes after its teacher was last seen, by the clock alone', () => {
    expect(statusAt('live', 0, 600_000)).toBe('live')
    expect(statusAt('live', 0, 600_001)).toBe('ended')
    expect(statusAt('scheduled', 0, 9_000_000)).toBe('scheduled')
  })
})

describe('attendance', () => {
  const minute = 60_000
  it('bbb#24408 counts 50 minutes of three visits and two tabs as 50 minutes', () => {
    const visits: Interval[] = [
      [0, 20 * minute],
      [5 * minute, 15 * minute],
      [22 * minute, 40 * minute],
      [40 * minute, 52 * minute],
      [58 * minute, 90 * minute],
    ]
    // 20 + 30 within the hour; the last visit adds two minutes.
    expect(attended(visits.slice(0, 4), [0, 60 * minute])).toBe(50 * minute)
    expect(attended(visits, [0, 60 * minute])).toBe(52 * minute)
  })

  it('L6 is at most the session, grows with intervals, and does not depend on their order', () => {
    const interval = fc
      .tuple(fc.integer({ min: -50, max: 150 }), fc.nat({ max: 80 }))
      .map(([from, length]): Interval => [from, from + length])
    fc.assert(
      fc.property(fc.array(interval, { maxLength: 12 }), interval, fc.nat({ max: 120 }), (list, added, length) => {
        const session: Interval = [0, length]
        const whole = attended(list, session)
        expect(whole).toBeLessThanOrEqual(length)
        expect(attended([...list, added], session)).toBeGreaterThanOrEqual(whole)
        expect(attended(list.toReversed(), session)).toBe(whole)
        // As one counts on fingers: every unit in which somebody was there.
        const units = Array.from({ length }, (_none, unit) => list.some(([from, to]) => from <= unit && unit < to))
        expect(whole).toBe(units.filter(Boolean).length)
        expect(unionWithin(list, session).every(([from, to]) => from < to)).toBe(true)
      }),
    )
  })
})
