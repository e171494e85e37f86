/** The marking desk over HTTP: points of people, names that may be hidden, results that follow. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attemptScores, itemScores } from '../../../runtime/modules/exam/server/checks.ts'
import { moduleEngines } from '../../support/databases.ts'
import { openExamSite, type Candidate, type ExamSite } from './exam-site.ts'

interface Entry {
  readonly item: number
  readonly name: string
  readonly answer: string
  readonly reference: string
  readonly points: string
}

describe.each(moduleEngines)('the marking desk on $name', (engine) => {
  let site: ExamSite
  let questions: number[] = []
  let people: Candidate[] = []
  beforeAll(async () => {
    site = await openExamSite(engine)
    questions = [
      await site.question('SHORT', { reference: 'Gravity' }),
      await site.question('JUDGE', { judge: true }),
      await site.question('SHORT'),
    ]
    people = [await site.member(), await site.member()]
  })
  afterAll(() => site?.dispose())

  const queue = async (paper: number, by: string): Promise<readonly Entry[]> =>
    (await site.app.get<{ list: Entry[] }>(site.root, `exam.Marking/queue?paper=${paper}&by=${by}`)).data.list
  const mark = (item: number, points: string, note = '') => site.post('Marking/mark', { item, points, note })

  it('lists answers by question or by person, and marks them one by one to the result', async () => {
    const paper = await site.published(questions, { release: 'now', pass_score: '2.5' })
    const attempts: number[] = []
    for (const who of people) {
      const { data } = await site.start(who, paper)
      attempts.push(data.attempt)
      await site.submit(who, data, [
        { seq: 1, n: 1, texts: [`one of ${who.id}`] },
        { seq: 2, n: 1, keys: ['T'] },
        { seq: 3, n: 1, texts: [`three of ${who.id}`] },
      ])
    }
    const [first, second] = people.map(({ id }) => id)
    const answers = async (by: string) => (await queue(paper, by)).map(({ answer }) => answer)
    expect(await answers('question')).toEqual([
      `one of ${first}`,
      `one of ${second}`,
      `three of ${first}`,
      `three of ${second}`,
    ])
    expect(await answers('person')).toEqual([
      `one of ${first}`,
      `three of ${first}`,
      `one of ${second}`,
      `three of ${second}`,
    ])
    const list = await queue(paper, 'person')
    expect(list[0]).toMatchObject({ name: expect.stringMatching(/^member/), reference: 'Gravity', points: '' })
    const [item = 0, other = 0] = list.map((entry) => entry.item)
    for (const points of ['1.01', '-1', 'two', '1e1', '0.001'])
      expect(await mark(item, points)).toMatchObject({ code: 0, data: { reason: 'invalid' } })
    expect(await mark(item, '0.5', 'Nearly.')).toMatchObject({ code: 1, data: { waiting: 1, points: '0.50' } })
    expect(await site.attempt(attempts[0]!)).toMatchObject({ state: 2, score: null, waiting_count: 1 })
    expect(await mark(other, '1')).toMatchObject({ data: { waiting: 0 } })
    expect(await site.attempt(attempts[0]!)).toMatchObject({
      state: 3,
      score: 250,
      system_score: 100,
      manual_score: 150,
      is_pass: 1,
    })
    const result = await site.call(`exam.Attempt/result?attempt=${attempts[0]}`, null, people[0]!.token)
    expect(result.data).toMatchObject({ score: '2.50', isPass: true })
    expect((result.data['items'] as { note: string }[])[0]).toMatchObject({ note: 'Nearly.', points: '0.50' })
    // Taken back, the answer waits again.
    expect(await mark(other, '')).toMatchObject({ data: { waiting: 1, points: '' } })
    expect(await site.attempt(attempts[0]!)).toMatchObject({ state: 2, score: null, is_pass: null })
    const judged = (await site.items(attempts[0]!))[1]
    expect(await mark(Number(judged!['id']), '1')).toMatchObject({ code: 0, data: { reason: 'bad_state' } })
    expect(await mark(999_999, '1')).toMatchObject({ code: 0, data: { reason: 'not_found' } })
    expect((await site.app.get(site.root, 'exam.Marking/index')).data).toMatchObject({
      list: [{ paper, waiting: 3 }],
    })
  })

  it('never lets what is marked stand in the place of what waits, and names what is beyond the list', async () => {
    const paper = await site.published([questions[0]!])
    const who = await site.member()
    const { data } = await site.start(who, paper)
    await site.submit(who, data, [{ seq: 1, n: 1, texts: ['text'] }])
    const [{ id: _id, ...item }] = (await site.items(data.attempt)) as [{ id: number }]
    const copies = (from: number, count: number, mark_state: number) =>
      Array.from({ length: count }, (_, place) => ({ ...item, seq: from + place, mark_state, manual_score: 0 }))
    // The first 299 are marked, the last 6 wait.
    await site.app.database.write(async (trx) => {
      await trx.updateTable('exam_attempt_item').set({ mark_state: 3, manual_score: 0 }).where('id', '=', _id).execute()
      await trx
        .insertInto('exam_attempt_item')
        .values([...copies(2, 298, 3), ...copies(300, 6, 2)] as never)
        .execute()
    })
    const read = async () =>
      (await site.app.get<{ list: Entry[]; more: number }>(site.root, `exam.Marking/queue?paper=${paper}&by=question`))
        .data
    const first = await read()
    expect([first.list.length, first.list.filter(({ points }) => points === '').length, first.more]).toEqual([
      300, 6, 0,
    ])
    expect(first.list.at(-1)!.points).toBe('')
    await site.app.database.write((trx) =>
      trx.updateTable('exam_attempt_item').set({ mark_state: 2 }).where('attempt_id', '=', data.attempt).execute(),
    )
    expect((await read()).more).toBe(5)
    await site.post('Attempt/void', { id: data.attempt, note: 'copies' })
  })

  it('shows the material of a question', async () => {
    const material = await site.question('MATERIAL', {}, { title: '<p>A long text.</p>' })
    await site.question('SHORT', {}, { material_id: material })
    const paper = await site.published([material])
    const who = await site.member()
    const { data } = await site.start(who, paper)
    await site.submit(who, data, [{ seq: 2, n: 1, texts: ['text'] }])
    expect(await queue(paper, 'person')).toMatchObject([{ material: '<p>A long text.</p>' }])
  })

  it('hides names where the paper says so, and has a right of its own', async () => {
    const paper = await site.published(questions, { hide_names: 1 })
    const { data } = await site.start(people[0]!, paper)
    await site.submit(people[0]!, data, [{ seq: 1, n: 1, texts: ['text'] }])
    const list = await queue(paper, 'question')
    expect(list.map(({ name }) => name)).toEqual([`Candidate ${data.attempt}`])
    expect(JSON.stringify(list)).not.toContain('member')
    const reader = await site.app.account('reader', [await site.app.group('readers', ['exam/marking/index'])])
    expect(await site.app.post(reader, 'exam.Marking/mark', { item: list[0]!.item, points: '1' })).toMatchObject({
      code: 401,
    })
    const check = await attemptScores.find(site.scope as never, 10)
    expect([check.list, (await itemScores.find(site.scope as never, 10)).list]).toEqual([[], []])
  })
})
