/** Attempts of members over HTTP: frozen items, saves, deadlines, results. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweepAttempt } from '../../../runtime/modules/exam/server/attempts/submit.ts'
import { attemptScores, itemScores } from '../../../runtime/modules/exam/server/checks.ts'
import { rewardAttempts } from '../../../runtime/modules/exam/server/jobs.ts'
import { moduleEngines } from '../../support/databases.ts'
import { later, openExamSite, single, type Candidate, type ExamSite, type Sitting } from './exam-site.ts'

const now = () => Math.floor(Date.now() / 1000)

describe.each(moduleEngines)('exams on $name', (engine) => {
  let site: ExamSite
  /** Questions of every kind; options of choices are in the order of the bank. */
  const questions: number[] = []
  beforeAll(async () => {
    site = await openExamSite(engine)
    questions.push(
      await site.question('JUDGE', { judge: true }),
      await site.question('SINGLE', single(1)),
      await site.question('MULTI', {
        options: [{ text: 'x', right: true }, { text: 'y', right: true }, { text: 'z' }],
      }),
      await site.question('FILL', { blanks: [{ answer: 'CANARY-blank' }, { answer: '2', tolerance: '0.5' }] }),
      await site.question('SHORT', { reference: 'CANARY-reference' }),
    )
  })
  afterAll(() => site?.dispose())

  const allRight = [
    { seq: 1, n: 1, keys: ['T'] },
    { seq: 2, n: 1, keys: ['b'] },
    { seq: 3, n: 1, keys: ['a', 'b'] },
    { seq: 4, n: 1, texts: ['canary-blank', '2.2'] },
    { seq: 5, n: 1, texts: ['Because.'] },
  ]
  const sit = async (who: Candidate, paper: number): Promise<Sitting> => {
    const { code, data, msg } = await site.start(who, paper)
    expect([code, msg]).toEqual([1, expect.any(String)])
    return data
  }
  const result = (who: Candidate, attempt: number) =>
    site.call(`exam.Attempt/result?attempt=${attempt}`, null, who.token)

  it('EB1 EB2 EI4: fifty starts at once are one attempt, and a reload finds what was saved', async () => {
    const paper = await site.published(questions)
    const who = await site.member()
    const starts = await Promise.all(Array.from({ length: 50 }, () => site.start(who, paper)))
    expect(new Set(starts.map(({ code }) => code))).toEqual(new Set([1]))
    expect(new Set(starts.map(({ data }) => data.attempt)).size).toBe(1)
    const sitting = await sit(who, paper)
    expect(sitting.items.map(({ kind, answer }) => [kind, answer])).toEqual(
      ['JUDGE', 'SINGLE', 'MULTI', 'FILL', 'SHORT'].map((kind) => [kind, {}]),
    )
    expect(await site.save(who, sitting, allRight.slice(0, 3))).toMatchObject({
      code: 1,
      data: { state: 0, deadline: sitting.deadline, saved: [1, 2, 3].map((seq) => ({ seq, n: 1 })) },
    })
    const again = await sit(who, paper)
    expect([again.attempt, again.deadline]).toEqual([sitting.attempt, sitting.deadline])
    expect(again.items.map(({ answer }) => answer)).toEqual([
      { keys: ['T'] },
      { keys: ['b'] },
      { keys: ['a', 'b'] },
      {},
      {},
    ])
  })

  it('EB4 E3: the tab that was opened last saves; a former save blanks nothing', async () => {
    const paper = await site.published(questions)
    const who = await site.member()
    const first = await sit(who, paper)
    const second = await sit(who, paper)
    expect(await site.save(who, second, [{ seq: 2, n: 5, keys: ['c'] }])).toMatchObject({ code: 1 })
    expect(await site.save(who, first, [{ seq: 2, n: 9, keys: ['a'] }])).toMatchObject({
      code: 0,
      data: { reason: 'lease' },
    })
    expect(await site.submit(who, first)).toMatchObject({ code: 0, data: { reason: 'lease' } })
    const stale = await site.save(who, second, [
      { seq: 2, n: 4, keys: [] },
      { seq: 1, n: 1, keys: ['F'] },
      { seq: 99, n: 1, keys: ['a'] },
    ])
    expect(stale.data).toMatchObject({
      saved: [
        { seq: 1, n: 1 },
        { seq: 2, n: 5 },
      ],
    })
    expect((await sit(who, paper)).items.map(({ answer }) => answer).slice(0, 2)).toEqual([
      { keys: ['F'] },
      { keys: ['c'] },
    ])
    const poll = (sitting: Sitting) =>
      site.call(`exam.Attempt/poll?attempt=${sitting.attempt}&lease=${sitting.lease}`, null, who.token)
    expect((await poll(second)).data).toMatchObject({ state: 0, isHere: false })
  })

  it('T20: attempts of others are not there', async () => {
    const paper = await site.published(questions)
    const [own, other] = [await site.member(), await site.member()]
    const sitting = await sit(own, paper)
    const missing = { code: 0, data: { reason: 'not_found' } }
    expect(await site.save(other, sitting, allRight)).toMatchObject(missing)
    expect(await site.submit(other, sitting)).toMatchObject(missing)
    expect(await result(other, sitting.attempt)).toMatchObject(missing)
    const poll = `exam.Attempt/poll?attempt=${sitting.attempt}&lease=${sitting.lease}`
    expect(await site.call(poll, null, other.token)).toMatchObject(missing)
    expect(await site.call(poll)).toMatchObject({ code: 302 })
    expect(await site.start(own, 999_999)).toMatchObject(missing)
  })

  it('EB3 EI5 E6: time that is over hands in what was saved; later saves change nothing', async () => {
    const paper = await site.published(questions, { limit_time: 1 })
    const [reloads, saves, leaves] = [await site.member(), await site.member(), await site.member()]
    const reloading = await sit(reloads, paper)
    await site.save(reloads, reloading, allRight)
    // At the deadline a reload finds the attempt handed in.
    await later(60, async () => expect((await site.start(reloads, paper)).data).toMatchObject({ state: 1, items: [] }))
    expect(await site.attempt(reloading.attempt)).toMatchObject({
      submit_kind: 'timeout',
      submit_time: reloading.deadline,
      waiting_count: 1,
    })
    const saving = await sit(saves, paper)
    // Within the grace what was under way still counts, after it nothing does.
    await later(89, async () => expect(await site.save(saves, saving, allRight.slice(0, 1))).toMatchObject({ code: 1 }))
    await later(92, async () =>
      expect(await site.save(saves, saving, allRight.slice(1))).toMatchObject({ code: 0, data: { reason: 'over' } }),
    )
    const late = await site.attempt(saving.attempt)
    expect([late['state'], late['submit_kind'], late['submit_time']]).toEqual([3, 'timeout', saving.deadline])
    expect((await site.items(saving.attempt)).map(({ answer }) => answer !== null)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
    const leaving = await sit(leaves, paper)
    const run = () => site.scope.database.write((trx) => sweepAttempt(site.scope, trx, leaving.attempt))
    await run()
    expect(await site.attempt(leaving.attempt)).toMatchObject({ state: 0 })
    await later(91, run)
    expect(await site.attempt(leaving.attempt)).toMatchObject({ state: 3, submit_kind: 'timeout', score: 0 })
  })

  it('EB6 E5: nobody gets a question before the start, also when it was moved', async () => {
    const start = now() + 60
    const paper = await site.published(questions, { start_time: start, end_time: start + 3600 })
    const who = await site.member()
    expect(await site.start(who, paper)).toMatchObject({ code: 0, data: { reason: 'before' } })
    const row = await site.app.row('exam_paper', paper)
    const moved = { id: paper, version: row!['version'], start_time: start + 600 }
    expect(await site.post('Paper/edit', moved)).toMatchObject({ code: 1 })
    const waiting: Candidate[] = []
    for (let count = 0; count < 40; count++) waiting.push(await site.member())
    await later(61, async () => {
      const answers = await Promise.all(waiting.map((candidate) => site.start(candidate, paper)))
      expect(new Set(answers.map(({ data }) => data.reason))).toEqual(new Set(['before']))
    })
    expect(JSON.stringify((await site.call('exam.Paper/index', null, who.token)).data)).not.toContain('Question ')
    await later(661, async () => expect(await site.start(who, paper)).toMatchObject({ code: 1 }))
  })

  it('E4 E11: the end of the paper limits the time, moves with it, and a day has so many attempts', async () => {
    const end = now() + 600
    const paper = await site.published(questions, { end_time: end, day_limit_count: 2 })
    const who = await site.member()
    const sitting = await sit(who, paper)
    expect(sitting.deadline).toBe(end)
    const row = await site.app.row('exam_paper', paper)
    expect(await site.post('Paper/edit', { id: paper, version: row!['version'], end_time: end + 300 })).toMatchObject({
      code: 1,
    })
    expect((await site.save(who, sitting, [])).data).toMatchObject({ deadline: end + 300 })
    const extension = await site.post('Attempt/extend', { id: sitting.attempt, minutes: 10 })
    expect(extension).toMatchObject({ code: 1 })
    expect((await site.save(who, sitting, [])).data).toMatchObject({ deadline: end + 900 })
    const answers = [{ seq: 1, n: 3, keys: ['T'] }]
    expect(await site.submit(who, sitting, answers)).toMatchObject({ data: { state: 1, saved: [{ seq: 1, n: 3 }] } })
    // The answer to the first request was lost: what it brought is stored, what is newer comes too late.
    expect(await site.submit(who, sitting, [{ ...answers[0]!, n: 4 }])).toMatchObject({
      code: 1,
      data: { state: 1, saved: [{ seq: 1, n: 3 }] },
    })
    await site.submit(who, await sit(who, paper))
    const refused = await Promise.all([1, 2, 3].map(() => site.start(who, paper)))
    expect(refused.map(({ data }) => data.reason)).toEqual(['day_limit', 'day_limit', 'day_limit'])
    const list = (
      await site.call<{ list: { id: number; left: number; refusal: string }[] }>('exam.Paper/index', null, who.token)
    ).data.list
    expect(list.find(({ id }) => id === paper)).toMatchObject({ left: 0, refusal: 'day_limit' })
    await later(end + 301 - now(), async () =>
      expect(await site.start(await site.member(), paper)).toMatchObject({ data: { reason: 'after' } }),
    )
  })

  it('EI1 EI2 EB10 EB14: results follow from the frozen items, whatever becomes of bank and paper', async () => {
    const own = await site.question('SINGLE', single(0))
    const paper = await site.published([own, ...questions.slice(1, 3)], { pass_score: '2', release: 'now' })
    const who = await site.member()
    const sitting = await sit(who, paper)
    const answers = [
      { seq: 1, n: 1, keys: ['a'] },
      { seq: 2, n: 1, keys: ['a'] },
      { seq: 3, n: 1, keys: ['a'] },
    ]
    const row = await site.app.row('exam_question', own)
    const edit = { id: own, version: row!['version'], options_json: JSON.stringify(single(2)), title: '<p>Other</p>' }
    expect(await site.post('Question/edit', edit)).toMatchObject({ code: 1 })
    expect((await site.app.row('exam_question', own))!['edition']).toBe(2)
    expect(await site.submit(who, sitting, answers)).toMatchObject({ code: 1 })
    const graded = {
      state: 3,
      score: 150,
      system_score: 150,
      is_pass: 0,
      right_count: 1,
      error_count: 2,
      total_score: 300,
    }
    expect(await site.attempt(sitting.attempt)).toMatchObject(graded)
    const lines = await site.app.database.query
      .selectFrom('exam_paper_question')
      .selectAll()
      .where('paper_id', '=', paper)
      .orderBy('line_no')
      .execute()
    const weights = lines.map(({ id, question_id }) => ({ id, question_id, score: '5' }))
    const version = (await site.app.row('exam_paper', paper))!['version']
    expect(await site.post('Paper/edit', { id: paper, version, questions: weights })).toMatchObject({ code: 1 })
    expect(await site.app.row('exam_paper', paper)).toMatchObject({ total_score: 1500, quantity: 3 })
    expect(await site.attempt(sitting.attempt)).toMatchObject(graded)
    const { data } = await result(who, sitting.attempt)
    expect(data).toMatchObject({ score: '1.50', total: '3.00', isPass: false, isReleased: true })
    const items = data['items'] as { title: string; points: string; solution: { right: string[] } }[]
    expect(items.map(({ points }) => points)).toEqual(['1.00', '0.00', '0.50'])
    expect(items[0]).toMatchObject({ solution: { right: ['a'] } })
    expect(items[0]!.title).not.toContain('Other')
  })

  it('E9 T85: a paper is published only when the bank has what it needs, and keeps it', async () => {
    const hard = { difficulty: 'HARD' }
    const ids = [
      await site.question('JUDGE', { judge: true }, hard),
      await site.question('JUDGE', { judge: false }, hard),
    ]
    const rule = { kind: 'JUDGE', difficulty: 'HARD', quantity: 3, score: '2' }
    const random = { mode: 'RANDOM', pass_score: '0' }
    const paper = await site.paper({ ...random, rules: [rule] })
    const short = await site.act(paper, 'publish')
    expect([short.code, short.msg]).toEqual([0, expect.stringContaining('3 questions are needed, the bank has 2')])
    const fits = await site.paper({ ...random, rules: [{ ...rule, quantity: 2 }] })
    expect(await site.act(fits, 'publish')).toMatchObject({ code: 1 })
    expect(await site.app.row('exam_paper', fits)).toMatchObject({ quantity: 2, total_score: 400 })
    const hide = { id: ids[0], version: 1, status: 'HIDDEN' }
    expect(await site.post('Question/edit', hide)).toMatchObject({ code: 0, data: { reason: 'in_use' } })
    expect(await site.post('Question/edit', { id: ids[0], version: 1, practice: 1 })).toMatchObject({ code: 0 })
    expect(await site.app.del(site.root, 'exam.Question/del', [ids[0]!])).toMatchObject({ code: 0 })
    const fixed = await site.published([questions[0]!])
    expect(await site.post('Question/edit', { id: questions[0], version: 1, status: 'HIDDEN' })).toMatchObject({
      code: 0,
      data: { reason: 'in_use' },
    })
    await site.act(fixed, 'close')
    await site.act(fits, 'close')
    expect(await site.post('Question/edit', hide)).toMatchObject({ code: 1 })
    expect(await site.act(fits, 'publish')).toMatchObject({ code: 0 })
    expect(await site.act(await site.paper(), 'publish')).toMatchObject({ code: 0 })
  })

  it('T85: a question does not leave the bank while a paper that needs it is published', async () => {
    for (let round = 0; round < 8; round++) {
      const own = await site.question('JUDGE', { judge: true })
      const paper = await site.paper({ questions: [{ question_id: own, score: '1' }] })
      const [publish, hide] = await Promise.all([
        site.act(paper, 'publish'),
        site.post('Question/edit', { id: own, version: 1, status: 'HIDDEN' }),
      ])
      expect([publish.code, hide.code].toSorted(), `${publish.msg} ${hide.msg}`).toEqual([0, 1])
    }
  })

  it('EI7: materials keep their questions, each once, and share their points', async () => {
    const material = await site.question('MATERIAL')
    expect(
      await site.act(await site.paper({ questions: [{ question_id: material, score: '5' }] }), 'publish'),
    ).toMatchObject({ code: 0 })
    for (const right of [0, 1, 2]) await site.question('SINGLE', single(right), { material_id: material })
    const paper = await site.published([material, questions[0]!], { shuffle_questions: 1 })
    const [first, second] = [await site.member(), await site.member()]
    for (const who of [first, second]) {
      const { items } = await sit(who, paper)
      const parent = items.find(({ kind }) => kind === 'MATERIAL')!
      expect(items.filter(({ parent: seq }) => seq === parent.seq).map(({ seq }) => seq - parent.seq)).toEqual([
        1, 2, 3,
      ])
      expect(items.map(({ score }) => Number(score)).reduce((sum, score) => sum + score, 0)).toBeCloseTo(2)
    }
    expect(await site.post('Question/edit', { id: material, version: 1, kind: 'SHORT' })).toMatchObject({ code: 0 })
  })

  it('E12: leaving the page is counted once for each event, and too often ends the attempt', async () => {
    const paper = await site.published(questions, { switch_limit: 2 })
    const who = await site.member()
    const sitting = await sit(who, paper)
    const focus = (...ids: readonly string[]) =>
      site.call(
        'exam.Attempt/focus',
        { attempt: sitting.attempt, events: ids.map((id) => ({ id: `event-${id}`, seconds: 5 })) },
        who.token,
      )
    const short = { attempt: sitting.attempt, events: [{ id: 'event-short', seconds: 2 }] }
    expect((await site.call('exam.Attempt/focus', short, who.token)).data).toMatchObject({ count: 0 })
    expect((await focus('aa')).data).toMatchObject({ count: 1, limit: 2, state: 0 })
    expect((await focus('aa')).data).toMatchObject({ count: 1 })
    expect((await focus('aa', 'bb')).data).toMatchObject({ count: 2, state: 0 })
    expect((await focus('cc')).data).toMatchObject({ count: 3, state: 1 })
    expect(await site.attempt(sitting.attempt)).toMatchObject({ submit_kind: 'forced', focus_losses: 3 })
    expect(await site.save(who, sitting, allRight)).toMatchObject({ data: { reason: 'over' } })
  })

  it('has a wrong book that empties after two right answers in a row, practice, and collected questions', async () => {
    const own = await site.question('SINGLE', single(3))
    const paper = await site.published([own], { release: 'now' })
    const exercise = await site.question('JUDGE', { judge: false }, { practice: 1 })
    const who = await site.member()
    const list = async (path: string) =>
      (await site.call<{ list: { source: string; times: number }[] }>(`exam.Question/${path}`, null, who.token)).data
        .list
    const answer = async (source: string, ...keys: string[]) =>
      (await site.call('exam.Question/answer', { source, keys }, who.token)).data
    await site.submit(who, await sit(who, paper), [{ seq: 1, n: 1, keys: ['a'] }])
    const [entry] = await list('wrong')
    const { source } = entry!
    expect(await answer(source, 'd')).toMatchObject({ isRight: true, isLearnt: false, solution: { right: ['d'] } })
    expect(await answer(source, 'a')).toMatchObject({ isRight: false, again: null })
    expect(await list('wrong')).toMatchObject([{ source, times: 2, again: 0 }])
    expect(await answer(source, 'd')).toMatchObject({ isLearnt: false, again: 3 })
    // A question rests for some days after a right answer.
    expect(await list('wrong')).toMatchObject([{ source, again: 3 }])
    await site.app.database.write((trx) =>
      trx
        .updateTable('exam_wrong')
        .set({ update_time: now() - 2 * 86_400 })
        .where('user_id', '=', who.id)
        .execute(),
    )
    expect(await list('wrong')).toMatchObject([{ again: 1 }])
    expect(await answer(source, 'd')).toMatchObject({ isLearnt: true })
    expect(await list('wrong')).toEqual([])
    const practised = await list(`practice?subject=${site.subject}`)
    expect(practised.map((question) => question.source)).toEqual([`q:${exercise}`])
    expect(await answer(`q:${exercise}`, 'T')).toMatchObject({ isRight: false, solution: { right: ['F'] } })
    expect((await list('wrong')).map((question) => question.source)).toEqual([`q:${exercise}`])
    const collect = (name: string, on: boolean) => site.call('exam.Question/collect', { source: name, on }, who.token)
    await collect(source, true)
    await collect(source, true)
    await collect(`q:${exercise}`, true)
    expect((await list('collected')).map((question) => question.source)).toEqual([`q:${exercise}`, source])
    await collect(source, false)
    expect(await list('collected')).toHaveLength(1)
    expect(await site.call('exam.Question/index', null, who.token)).toMatchObject({
      data: { wrong: 1, collected: 1, list: [{ id: site.subject, count: 1 }] },
    })
    const other = await site.member()
    expect(await site.call('exam.Question/answer', { source, keys: ['a'] }, other.token)).toMatchObject({ code: 0 })
  })

  it('gives the points for a passed paper once, with the release', async () => {
    const paper = await site.published([questions[0]!], { points: 30, release: 'manual' })
    const who = await site.member()
    const score = async () => Number((await site.app.row('user', who.id))!['score'])
    const complete = async (work: (trx: never) => Promise<void>): Promise<void> => work(undefined as never)
    const reward = () =>
      rewardAttempts.handler({
        scope: site.scope,
        payload: null,
        complete,
        signal: new AbortController().signal,
      } as never)
    for (let turn = 0; turn < 2; turn++) await site.submit(who, await sit(who, paper), [{ seq: 1, n: 1, keys: ['T'] }])
    await reward()
    expect(await score()).toBe(0)
    await site.act(paper, 'close')
    await site.act(paper, 'release')
    await reward()
    await reward()
    expect(await score()).toBe(30)
  })

  it('an attempt can be voided, handed in and opened again by an administrator', async () => {
    const paper = await site.published(questions, { limit_time: 1 })
    const who = await site.member()
    const first = await sit(who, paper)
    expect(await site.post('Attempt/force', { id: first.attempt })).toMatchObject({ code: 1 })
    expect(await site.attempt(first.attempt)).toMatchObject({ state: 3, submit_kind: 'admin', limiter: null })
    expect(await site.post('Attempt/reopen', { id: first.attempt, minutes: 5 })).toMatchObject({ code: 0 })
    const second = await sit(who, paper)
    await later(100, () => site.start(who, paper))
    expect(await site.attempt(second.attempt)).toMatchObject({ state: 3, submit_kind: 'timeout' })
    expect(await site.post('Attempt/reopen', { id: second.attempt, minutes: 5 })).toMatchObject({ code: 1 })
    const again = await sit(who, paper)
    expect(again.attempt).toBe(second.attempt)
    expect(await site.submit(who, again, allRight)).toMatchObject({ code: 1 })
    expect(await site.attempt(second.attempt)).toMatchObject({ state: 1, submit_kind: 'member', waiting_count: 1 })
    expect(await site.post('Attempt/void', { id: second.attempt, note: 'cheated' })).toMatchObject({ code: 1 })
    expect((await result(who, second.attempt)).data).toMatchObject({ state: 4, score: '' })
  })

  it('contradicts itself nowhere', async () => {
    for (const check of [attemptScores, itemScores]) {
      const { list } = await check.find(site.scope as never, 10)
      expect(list).toEqual([])
    }
  })
})
