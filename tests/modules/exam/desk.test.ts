/** The desk of a room: who is there, more time, messages, and the end. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { examTopics } from '../../../runtime/modules/exam/server/rooms/topics.ts'
import { sweepAttempt } from '../../../runtime/modules/exam/server/attempts/submit.ts'
import { attemptScores } from '../../../runtime/modules/exam/server/checks.ts'
import { moduleEngines } from '../../support/databases.ts'
import { atSecond, later, openExamSite, single, type Candidate, type ExamSite, type Sitting } from './exam-site.ts'

interface Row {
  readonly name: string
  readonly attempt: number | null
  readonly state: string
  readonly isOnline: boolean
  readonly answered: number
  readonly total: number
  readonly canExtend: boolean
  readonly submitKind: string
}

describe.each(moduleEngines)('the desk of a room on $name', (engine) => {
  let site: ExamSite
  let questions: number[]
  beforeAll(async () => {
    site = await openExamSite(engine)
    questions = [await site.question('SINGLE', single(1)), await site.question('JUDGE', { judge: true })]
  })
  afterAll(async () => {
    expect((await attemptScores.find(site.scope as never, 10)).list).toEqual([])
    await site.dispose()
  })

  /** A room whose people have begun. */
  const open = async (count: number, more: object = {}) => {
    const paper = await site.published(questions, { limit_time: 10, ...more })
    const room = await site.room(paper)
    const people: { readonly who: Candidate; readonly sitting: Sitting }[] = []
    for (let number = 0; number < count; number++) {
      const who = await site.member()
      await site.call('exam.Room/signup', { room }, who.token)
      people.push({ who, sitting: (await site.enter(who, room)).data })
    }
    return { room, paper, people }
  }
  const desk = async (room: number) => {
    const { data } = await site.app.get<{ list: Row[]; waiting: number; messages: { text: string }[] }>(
      site.root,
      `exam.Desk/room?room=${room}`,
    )
    return { ...data, row: (attempt: number) => data.list.find((candidate) => candidate.attempt === attempt) }
  }
  const poll = ({ who, sitting }: { readonly who: Candidate; readonly sitting: Sitting }) =>
    site.call(`exam.Attempt/poll?attempt=${sitting.attempt}&lease=${sitting.lease}`, null, who.token)

  it('shows who works, who is offline, who has submitted, and how far they are', async () => {
    const { room, people } = await open(2)
    const [first, second] = [people[0]!, people[1]!]
    const absent = await site.member()
    await site.call('exam.Room/signup', { room }, absent.token)
    await site.save(first.who, first.sitting, [{ seq: 1, n: 1, keys: ['a'] }])
    await site.submit(second.who, second.sitting)
    const { list, row } = await desk(room)
    expect(row(first.sitting.attempt)).toMatchObject({ state: 'working', isOnline: true, answered: 1, total: 2 })
    expect(row(second.sitting.attempt)).toMatchObject({ state: 'submitted', submitKind: 'member', canExtend: false })
    expect(list.filter(({ state }) => state === 'absent')).toHaveLength(1)
    // An answer that is taken back is none.
    await site.save(first.who, first.sitting, [{ seq: 1, n: 2, keys: [] }])
    expect((await desk(room)).row(first.sitting.attempt)).toMatchObject({ answered: 0 })
    await later(50, async () =>
      expect((await desk(room)).row(first.sitting.attempt)).toMatchObject({ state: 'working', isOnline: false }),
    )
    const [, attempts] = examTopics
    const presence = {
      scope: site.scope,
      member: { id: first.who.id },
      key: String(first.sitting.attempt),
      topic: `examAttempt:${first.sitting.attempt}`,
      connection: 'one',
    } as never
    expect(await attempts!.mayRead(presence)).toBe(true)
    expect(await attempts!.mayRead({ ...(presence as object), member: { id: second.who.id } } as never)).toBe(false)
    expect(await attempts!.mayRead({ ...(presence as object), member: null } as never)).toBe(false)
    await attempts!.onJoin!(presence)
    // A page that only reads is there as long as its connection beats.
    await later(50, async () => expect((await desk(room)).row(first.sitting.attempt)).toMatchObject({ isOnline: true }))
    await later(80, async () => {
      expect((await desk(room)).row(first.sitting.attempt)).toMatchObject({ isOnline: false })
      await attempts!.onBeat!(site.scope as never, [presence])
      expect((await desk(room)).row(first.sitting.attempt)).toMatchObject({ isOnline: true })
    })
    await attempts!.onLeave!(presence)
    expect((await desk(room)).row(first.sitting.attempt)).toMatchObject({ isOnline: false })
  })

  it('EB7: more time while working and after it ran out, with the same seconds of grace', async () => {
    const { room, people } = await open(3)
    const [working, unswept, swept] = [people[0]!, people[1]!, people[2]!]
    const extend = (minutes: number, attempt?: number) =>
      site.post('Desk/extend', { room, minutes, ...(attempt !== undefined && { attempt }) })
    expect(await extend(60, working.sitting.attempt)).toMatchObject({ data: { count: 1 } })
    expect((await poll(working)).data).toMatchObject({ deadline: working.sitting.deadline + 3600 })
    // Ten minutes and a bit: the time of the others is over, and one of them was handed in.
    await later(700, async () => {
      await site.app.database.write((trx) => sweepAttempt(site.scope, trx as never, swept.sitting.attempt))
      expect(await site.attempt(swept.sitting.attempt)).toMatchObject({ submit_kind: 'timeout' })
      expect((await desk(room)).list.map(({ canExtend }) => canExtend)).toEqual([true, true, true])
      expect(await extend(5)).toMatchObject({ data: { count: 3 } })
      for (const { who, sitting } of [unswept, swept]) {
        const again = (await site.enter(who, room)).data
        expect(again.attempt).toBe(sitting.attempt)
        expect(again.deadline - again.now).toBeGreaterThan(295)
        expect(await site.save(who, again, [{ seq: 1, n: 1, keys: ['b'] }])).toMatchObject({ code: 1 })
        // At the new deadline the grace is the configured one: 30 seconds.
        await atSecond(again.deadline + 29, async () =>
          expect(await site.save(who, again, [{ seq: 2, n: 1, keys: ['T'] }])).toMatchObject({ code: 1 }),
        )
        await atSecond(again.deadline + 32, async () =>
          expect(await site.save(who, again, [{ seq: 2, n: 2, keys: ['F'] }])).toMatchObject({
            code: 0,
            data: { reason: 'over' },
          }),
        )
        expect(await site.attempt(sitting.attempt)).toMatchObject({ submit_kind: 'timeout', score: 200 })
      }
    })
  })

  it('submits for one or for all who work, and gives no more time to those who have submitted', async () => {
    const { room, people } = await open(3)
    const [first, second, third] = people.map(({ sitting }) => sitting.attempt)
    await site.submit(people[2]!.who, people[2]!.sitting)
    expect(await site.post('Desk/force', { room, attempt: first })).toMatchObject({ data: { count: 1 } })
    expect(await site.post('Desk/force', { room, attempt: first })).toMatchObject({ code: 0 })
    expect((await poll(people[0]!)).data).toMatchObject({ state: 1 })
    expect(await site.post('Desk/extend', { room, minutes: 5, attempt: third })).toMatchObject({ code: 0 })
    expect(await site.post('Desk/force', { room })).toMatchObject({ data: { count: 1 } })
    expect(await site.attempt(second!)).toMatchObject({ submit_kind: 'admin', limiter: null })
    const other = await open(1)
    // An attempt of another room is not there.
    expect(await site.post('Desk/force', { room, attempt: other.people[0]!.sitting.attempt })).toMatchObject({
      code: 0,
    })
  })

  it('sends messages to one or to all, which nobody else reads', async () => {
    const { room, people } = await open(2)
    const [first, second] = [people[0]!, people[1]!]
    const message = (text: string, attempt?: number) =>
      site.post('Desk/message', { room, text, ...(attempt !== undefined && { attempt }) })
    expect(await message('Question 3 has a typo.')).toMatchObject({ data: { count: 2 } })
    expect(await message('Please come to the front.', first.sitting.attempt)).toMatchObject({ data: { count: 1 } })
    expect(await message('   ')).toMatchObject({ code: 0 })
    const texts = async (person: typeof first) =>
      ((await poll(person)).data['messages'] as { text: string }[]).map(({ text }) => text)
    expect(await texts(first)).toEqual(['Question 3 has a typo.', 'Please come to the front.'])
    expect(await texts(second)).toEqual(['Question 3 has a typo.'])
    expect((await desk(room)).messages.map(({ text }) => text)).toContain('Please come to the front.')
    const watcher = await site.app.account(`guard${engine.name}`, [await site.app.group('guards', ['exam/desk/index'])])
    expect(await site.app.post(watcher, 'exam.Desk/message', { room, text: 'x' })).toMatchObject({ code: 401 })
    expect(await site.app.get(watcher, `exam.Desk/room?room=${room}`)).toMatchObject({ code: 1 })
    const stranger = await site.app.account(`no${engine.name}`, [await site.app.group('none', ['exam/paper/index'])])
    expect(await site.app.get(stranger, `exam.Desk/room?room=${room}`)).toMatchObject({ code: 401 })
  })
})
