/** Rooms: places, sign-ups, makeups, and what is held back while one is open. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attemptScores, roomPlaces } from '../../../runtime/modules/exam/server/checks.ts'
import { tellResults } from '../../../runtime/modules/exam/server/jobs.ts'
import { engines } from '../../support/databases.ts'
import { later, openExamSite, single, type Candidate, type ExamSite } from './exam-site.ts'

interface Room {
  readonly id: number
  readonly left: number | null
  readonly signup: string
  readonly action: string
  readonly refusal: string
  readonly canWithdraw: boolean
}

const now = () => Math.floor(Date.now() / 1000)

describe.each(engines)('rooms on $name', (engine) => {
  let site: ExamSite
  let questions: number[]
  beforeAll(async () => {
    site = await openExamSite(engine)
    questions = [await site.question('SINGLE', single(1)), await site.question('JUDGE', { judge: true })]
  })
  afterAll(async () => {
    const findings = await Promise.all([attemptScores, roomPlaces].map((check) => check.find(site.scope as never, 10)))
    expect(findings.flatMap(({ list }) => list)).toEqual([])
    await site.dispose()
  })

  const signUp = (who: Candidate, room: number, more: object = {}) =>
    site.call('exam.Room/signup', { room, ...more }, who.token)
  const withdraw = (who: Candidate, room: number) => site.call('exam.Room/withdraw', { room }, who.token)
  const readRoom = async (who: Candidate, room: number): Promise<Room | undefined> => {
    const { data } = await site.call('exam.Room/index', null, who.token)
    return (data['list'] as readonly Room[]).find(({ id }) => id === room)
  }
  const notices = async (who: Candidate, kind: string): Promise<readonly string[]> => {
    const rows = await site.app.database.query
      .selectFrom('user_notice')
      .selectAll()
      .where('kind', '=', kind)
      .where('user_id', '=', who.id)
      .orderBy('id')
      .execute()
    return rows.map(({ details }) => (JSON.parse(String(details)) as { title: { en: string } }).title.en)
  }
  const tell = () =>
    tellResults.handler({
      scope: site.scope,
      payload: null,
      complete: async (work: (trx: never) => Promise<void>) => work(undefined as never),
      signal: new AbortController().signal,
    } as never)

  it('E11: fifty sign-ups at once take exactly the places there are', async () => {
    const room = await site.room(await site.published(questions), { people_count: 20 })
    const people = await Promise.all(Array.from({ length: 50 }, () => site.member()))
    const answers = await Promise.all(people.map((who) => signUp(who, room)))
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(20)
    expect(new Set(answers.filter(({ code }) => code === 0).map(({ data }) => data['reason']))).toEqual(
      new Set(['full']),
    )
    expect(await site.app.row('exam_room', room)).toMatchObject({ signup_count: 20 })
    const accepted = people.filter((_, index) => answers[index]!.code === 1)
    const late = people.find((_, index) => answers[index]!.code === 0)!
    expect(await readRoom(late, room)).toMatchObject({ left: 0, refusal: 'full' })
    // The same member once more takes no second place, however often at once.
    await Promise.all(Array.from({ length: 10 }, () => signUp(accepted[0]!, room)))
    expect(await withdraw(accepted[0]!, room)).toMatchObject({ code: 1 })
    expect(await withdraw(accepted[0]!, room)).toMatchObject({ code: 0 })
    const once = await Promise.all(Array.from({ length: 10 }, () => signUp(late, room)))
    expect(new Set(once.map(({ data }) => data['signup']))).toEqual(new Set(['accepted']))
    expect(await site.app.row('exam_room', room)).toMatchObject({ signup_count: 20 })
    const edit = { id: room, people_count: 19 }
    expect(await site.post('Room/edit', edit)).toMatchObject({ code: 0, data: { errors: { people_count: /20/ } } })
  })

  it('sign up with a password, which cannot be guessed', async () => {
    const room = await site.room(await site.published(questions), { signup_mode: 'PASSWORD', password: 'maple' })
    const [who, other] = [await site.member(), await site.member()]
    expect(await signUp(who, room)).toMatchObject({ code: 0, data: { reason: 'password' } })
    expect(JSON.stringify(await readRoom(who, room))).not.toContain('maple')
    expect(await signUp(who, room, { password: 'maple' })).toMatchObject({ code: 1, data: { signup: 'accepted' } })
    for (let count = 0; count < 10; count++) await signUp(other, room, { password: `no${count}` })
    expect(await signUp(other, room, { password: 'no' })).toMatchObject({ code: 0, data: { reason: 'wait' } })
  })

  it('sign up with approval: accepted ones take places, refused ones give them back, and both are told', async () => {
    const room = await site.room(await site.published(questions), { signup_mode: 'AUDIT', people_count: 1 })
    const [first, second] = [await site.member(), await site.member()]
    for (const who of [first, second]) expect(await signUp(who, room)).toMatchObject({ data: { signup: 'waiting' } })
    expect(await site.enter(first, room)).toMatchObject({ code: 0, data: { reason: 'signup' } })
    const rows = await site.app.database.query
      .selectFrom('exam_signup')
      .selectAll()
      .where('room_id', '=', room)
      .orderBy('id')
      .execute()
    const decide = (action: string, place: number, more: object = {}) =>
      site.post(`Signup/${action}`, { id: rows[place]!['id'], ...more })
    expect(await decide('accept', 0)).toMatchObject({ code: 1 })
    expect(await decide('accept', 1)).toMatchObject({ code: 0 })
    expect(await decide('refuse', 0, { reason: 'No seat' })).toMatchObject({ code: 1 })
    expect(await decide('accept', 1)).toMatchObject({ code: 1 })
    expect(await signUp(first, room)).toMatchObject({ code: 0, data: { reason: 'refused' } })
    expect(await readRoom(first, room)).toMatchObject({ refusal: 'refused', reason: 'No seat' })
    expect(await notices(first, 'exam/room')).toEqual([
      expect.stringContaining('accepted'),
      expect.stringContaining('refused'),
    ])
    expect(await site.enter(second, room)).toMatchObject({ code: 1 })
    expect(await decide('refuse', 1, { reason: 'x' })).toMatchObject({ code: 0 })
    expect(await withdraw(second, room)).toMatchObject({ code: 0 })
  })

  it('are the only place of their paper, from start to end', async () => {
    const paper = await site.published(questions, { limit_time: 60 })
    const start = now() + 600
    const room = await site.room(paper, { start_time: start, end_time: start + 1200 })
    const who = await site.member()
    const papers = await site.call('exam.Paper/index', null, who.token)
    expect((papers.data['list'] as { id: number }[]).some(({ id }) => id === paper)).toBe(false)
    expect(await site.start(who, paper)).toMatchObject({ code: 0, data: { reason: 'room' } })
    await signUp(who, room)
    expect(await site.enter(who, room)).toMatchObject({ code: 0, data: { reason: 'before' } })
    expect(await readRoom(who, room)).toMatchObject({ refusal: 'before', canWithdraw: true })
    await later(660, async () => {
      const { data } = await site.enter(who, room)
      // The room ends before the hour of the paper is over.
      expect(data.deadline).toBe(start + 1200)
      expect(await readRoom(who, room)).toMatchObject({ action: 'resume', canWithdraw: false })
      // The end of the room moves, and that of its candidates with it.
      const row = await site.app.get<{ row: { version: number } }>(site.root, `exam.Room/edit?id=${room}`)
      const edit = { id: room, version: row.data.row.version, end_time: start + 1800 }
      expect(await site.post('Room/edit', edit)).toMatchObject({ code: 1 })
      expect(await site.attempt(data.attempt)).toMatchObject({ deadline: start + 1800, room_no: 1 })
    })
    const other = await site.member()
    await later(2500, async () => {
      expect(await signUp(other, room)).toMatchObject({ code: 0, data: { reason: 'over' } })
      expect(await site.enter(other, room)).toMatchObject({ code: 0, data: { reason: 'signup' } })
    })
  })

  it('E11: makeups are for those whose released result failed, and no more than there are', async () => {
    const paper = await site.published(questions, { pass_score: '2', release: 'manual' })
    const room = await site.room(paper, { makeup_count: 1 })
    const [fails, passes] = [await site.member(), await site.member()]
    for (const who of [fails, passes]) await signUp(who, room)
    const sit = async (who: Candidate, key: string) => {
      const { data } = await site.enter(who, room)
      await site.submit(who, data, [
        { seq: 1, n: 1, keys: [key] },
        { seq: 2, n: 1, keys: ['T'] },
      ])
      return data.attempt
    }
    await sit(fails, 'a')
    await sit(passes, 'b')
    // Before the release nobody learns from a refusal who has passed.
    for (const who of [fails, passes]) {
      expect(await site.enter(who, room)).toMatchObject({ code: 0, data: { reason: 'makeup_wait' } })
      expect(await readRoom(who, room)).toMatchObject({ action: '', refusal: 'makeup_wait' })
    }
    await tell()
    expect(await notices(fails, 'exam/room')).toEqual([])
    await site.act(paper, 'close')
    await site.act(paper, 'release')
    await tell()
    await tell()
    for (const who of [fails, passes]) expect(await notices(who, 'exam/result')).toHaveLength(1)
    // The paper is closed, and nobody can try again.
    for (const who of [fails, passes]) expect(await notices(who, 'exam/room')).toEqual([])
    expect(await site.enter(fails, room)).toMatchObject({ code: 0, data: { reason: 'closed' } })
  })

  it('E11: fifty starts of a makeup are one attempt, and there is no further one', async () => {
    const paper = await site.published(questions, { pass_score: '2', release: 'now' })
    const room = await site.room(paper, { makeup_count: 1 })
    const who = await site.member()
    await signUp(who, room)
    await site.submit(who, (await site.enter(who, room)).data)
    expect(await readRoom(who, room)).toMatchObject({ action: 'makeup' })
    await tell()
    await tell()
    // The result itself was there as soon as the attempt was submitted.
    expect(await notices(who, 'exam/result')).toEqual([])
    expect(await notices(who, 'exam/room')).toEqual([expect.stringContaining('try again')])
    const starts = await Promise.all(Array.from({ length: 50 }, () => site.enter(who, room)))
    expect(new Set(starts.map(({ data }) => data.attempt)).size).toBe(1)
    await site.submit(who, (await site.enter(who, room)).data)
    expect(await site.enter(who, room)).toMatchObject({ code: 0, data: { reason: 'makeup_none' } })
    const attempts = await site.app.database.query
      .selectFrom('exam_attempt')
      .select('room_no')
      .where('room_id', '=', room)
      .orderBy('id')
      .execute()
    expect(attempts.map(({ room_no: no }) => no)).toEqual([1, 2])
  })

  it('T10: a score may come at once, but no key while the room is open', async () => {
    const paper = await site.published(questions, { release: 'now' })
    const room = await site.room(paper, { end_time: now() + 600 })
    const who = await site.member()
    await signUp(who, room)
    const { data } = await site.enter(who, room)
    await site.submit(who, data, [{ seq: 1, n: 1, keys: ['a'] }])
    const result = async () => (await site.call(`exam.Attempt/result?attempt=${data.attempt}`, null, who.token)).data
    expect(await result()).toMatchObject({ isReleased: true, isPass: false, isKeyOpen: false, items: [] })
    const book = async () => (await site.call('exam.Question/wrong', null, who.token)).data['list']
    expect(await book()).toEqual([])
    // Also after its end: there may be more time until somebody closes it.
    await later(700, async () => expect(await result()).toMatchObject({ isKeyOpen: false }))
    expect(await site.post('Room/close', { id: room })).toMatchObject({ code: 1 })
    expect(await result()).toMatchObject({ isKeyOpen: true })
    expect(await book()).toHaveLength(2)
  })

  it('invite members, who are told, and need a published paper to open', async () => {
    const draft = await site.paper()
    const body = { title: 'early', paper_id: draft, start_time: now(), end_time: now() + 60 }
    const { data } = await site.post('Room/add', body)
    expect(await site.post('Room/open', { id: data['id'] })).toMatchObject({ code: 0 })
    const room = await site.room(await site.published(questions), { signup_mode: 'AUDIT', people_count: 1 })
    const [first, second] = [await site.member(), await site.member()]
    const nameOf = async ({ id }: Candidate) => String((await site.app.row('user', id))!['username'])
    const names = [await nameOf(first), 'nobody', await nameOf(second)]
    expect(await site.post('Desk/invite', { room, names })).toMatchObject({
      data: { invited: 1, present: 0, isFull: true, unknown: ['nobody'] },
    })
    expect(await notices(first, 'exam/room')).toEqual([expect.stringContaining('invited')])
    expect(await readRoom(first, room)).toMatchObject({ signup: 'accepted', action: 'enter' })
    const watcher = await site.app.account(`watcher${engine.name}`, [
      await site.app.group('watchers', ['exam/desk/index']),
    ])
    expect(await site.app.post(watcher, 'exam.Desk/invite', { room, names })).toMatchObject({ code: 401 })
  })
})
