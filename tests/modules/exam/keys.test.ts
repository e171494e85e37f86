/** Keys of exams: every call that a member can make, in every state of an attempt, before and after the release. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rewardAttempts } from '../../../runtime/modules/exam/server/jobs.ts'
import { examServer } from '../../../runtime/modules/exam/server/index.ts'
import { moduleEngines } from '../../support/databases.ts'
import { later, openExamSite, single, type Candidate, type ExamSite, type Sitting } from './exam-site.ts'

const now = () => Math.floor(Date.now() / 1000)

interface MemberRoute {
  readonly path: string
  readonly method: string
  readonly isUpload: boolean
  readonly required: readonly string[]
  readonly properties: Readonly<Record<string, { readonly type?: unknown; readonly enum?: readonly unknown[] }>>
}

/** All routes of the module that members call: one that is added is crawled as well. */
const memberRoutes: readonly MemberRoute[] = examServer
  .routes!.filter(({ login }) => login === 'member')
  .map((route) => ({
    path: route.path,
    method: 'method' in route ? route.method : 'POST',
    isUpload: 'kind' in route && route.kind === 'upload',
    properties: (route.input?.properties ?? {}) as MemberRoute['properties'],
    required: route.input?.required ?? [],
  }))

/** Parts of texts that tell a key, an explanation or a mark. 4.37 points are those of the attempts that were marked. */
const canaries = ['CANARY', '"right":["', '"isRight":true', '"isRight":false', '"isPass":true', '4.37']
/** Refusals of a limit tell nothing, and prove nothing. */
const limited = 429

const answers = [
  { seq: 1, n: 1, keys: ['T'] },
  { seq: 2, n: 1, keys: ['b'] },
  { seq: 3, n: 1, keys: ['a', 'b'] },
  { seq: 4, n: 1, texts: ['canary-blank', '2.2'] },
  { seq: 5, n: 1, texts: ['Because.'] },
]

describe.each(moduleEngines)('keys of exams on $name', (engine) => {
  let site: ExamSite
  const questions: number[] = []
  beforeAll(async () => {
    site = await openExamSite(engine)
    const options = [{ text: 'x', right: true }, { text: 'y', right: true }, { text: 'z' }]
    questions.push(
      await site.question('JUDGE', { judge: true }),
      await site.question('SINGLE', single(1)),
      await site.question('MULTI', { options }),
      await site.question('FILL', { blanks: [{ answer: 'CANARY-blank' }, { answer: '2', tolerance: '0.5' }] }),
      await site.question('SHORT', { reference: 'CANARY-reference' }),
    )
  })
  afterAll(() => site?.dispose())

  interface Ids {
    readonly paper: number
    readonly attempt: number
    readonly lease: string
    readonly sources: readonly string[]
  }

  /** Values for an input: those that mean something in an exam, else the least that a required one takes. */
  function valuesOf(
    name: string,
    { type, enum: choices }: MemberRoute['properties'][string],
    ids: Ids,
    isRequired: boolean,
  ): readonly unknown[] {
    const { paper, attempt, lease, sources } = ids
    const byName: Readonly<Record<string, readonly unknown[]>> = {
      paper: [paper],
      attempt: [attempt],
      lease: [lease],
      subject: [site.subject],
      source: sources,
      items: [[], answers],
      keys: [['a']],
      on: [true],
      seq: [5],
      code: ['0'.repeat(20)],
    }
    const least = choices ? choices[0] : type === 'string' ? '' : type === 'array' ? [] : type === 'boolean' ? true : 1
    return byName[name] ?? (isRequired ? [least] : [undefined])
  }

  function inputsOf({ properties, required }: MemberRoute, ids: Ids): readonly Record<string, unknown>[] {
    let inputs: readonly Record<string, unknown>[] = [{}]
    for (const [name, schema] of Object.entries(properties)) {
      const values = valuesOf(name, schema, ids, required.includes(name))
      inputs = inputs.flatMap((input) =>
        values.map((value) => (value === undefined ? input : { ...input, [name]: value })),
      )
    }
    return inputs
  }

  /** Everything that the calls answer, the paths by which they were made, and each path that was made at all. */
  async function crawl(who: Candidate, ids: Ids) {
    const bodies: string[] = []
    for (const route of memberRoutes)
      for (const input of inputsOf(route, ids)) {
        // It would end the attempt before the calls behind it.
        if (route.path === 'exam.Attempt/submit') continue
        const isQuery = route.method === 'GET' || route.isUpload
        const query = isQuery ? `?${new URLSearchParams(input as Record<string, string>).toString()}` : ''
        const answer = await site.call(route.path + query, isQuery && !route.isUpload ? null : input, who.token)
        expect(answer.code, `${route.path} was limited`).not.toBe(limited)
        bodies.push(`${route.path} ${JSON.stringify(answer)}`)
      }
    return bodies
  }

  const leaksIn = (bodies: readonly string[]): readonly string[] =>
    bodies.filter((body) => canaries.some((canary) => body.includes(canary)))

  const sit = async (who: Candidate, paper: number): Promise<Sitting> => (await site.start(who, paper)).data

  const mark = async ({ attempt }: Sitting): Promise<void> => {
    const item = (await site.items(attempt)).find(({ mark_state: state }) => state === 2)
    expect(await site.post('Marking/mark', { item: item!['id'], points: '0.37' })).toMatchObject({ code: 1 })
    expect(await site.attempt(attempt)).toMatchObject({ state: 3, score: 437, is_pass: 1 })
  }
  const expire = (attempt: number) =>
    site.app.database.write((trx) =>
      trx
        .updateTable('exam_attempt')
        .set({ deadline: now() - 100 })
        .where('id', '=', attempt)
        .execute(),
    )

  /** Each brings an attempt of the member into a state, before whose release nobody learns anything. */
  const states: Readonly<Record<string, (who: Candidate, paper: number) => Promise<Sitting>>> = {
    async working(who, paper) {
      const sitting = await sit(who, paper)
      await site.save(who, sitting, answers)
      return sitting
    },
    async overdue(who, paper) {
      const sitting = await states['working']!(who, paper)
      await expire(sitting.attempt)
      return sitting
    },
    async submitted(who, paper) {
      const sitting = await sit(who, paper)
      await site.submit(who, sitting, answers)
      return sitting
    },
    async marked(who, paper) {
      const sitting = await states['submitted']!(who, paper)
      await mark(sitting)
      return sitting
    },
    async reopened(who, paper) {
      const sitting = await states['overdue']!(who, paper)
      await site.start(who, paper)
      expect(await site.post('Attempt/reopen', { id: sitting.attempt, minutes: 5 })).toMatchObject({ code: 1 })
      return sit(who, paper)
    },
    async void(who, paper) {
      const sitting = await states['marked']!(who, paper)
      await site.post('Attempt/void', { id: sitting.attempt, note: 'cheated' })
      return sitting
    },
  }

  it.each(['manual', 'after_end'])(
    'T10 EI6 EB8 E13: no call of a member tells a key in any state while results come %s',
    async (release) => {
      const paper = await site.published(questions, {
        release,
        points: 7,
        ...(release === 'after_end' && { end_time: now() + 3000 }),
      })
      const stranger = await site.member()
      for (const [state, prepare] of Object.entries(states)) {
        const who = await site.member()
        const { attempt, lease } = await prepare(who, paper)
        const sources = [...(await site.items(attempt)).map(({ id }) => `i:${String(id)}`), ...questionSources()]
        const ids = { paper, attempt, lease, sources }
        const bodies = await crawl(who, ids)
        expect(leaksIn(bodies), state).toEqual([])
        const reward = { scope: site.scope, payload: null, signal: new AbortController().signal }
        await rewardAttempts.handler({ ...reward, complete: async () => undefined } as never)
        expect(Number((await site.app.row('user', who.id))!['score']), state).toBe(0)
        if (state === 'marked') expect(leaksIn(await crawl(stranger, ids))).toEqual([])
      }
    },
  )

  const questionSources = (): readonly string[] => questions.map((id) => `q:${id}`)

  it('T10 EI6: right and wrong answers get the same answers, byte for byte', async () => {
    const paper = await site.published(questions, { release: 'manual' })
    const texts: string[][] = []
    for (const key of ['b', 'c']) {
      const who = await site.member()
      const sitting = await sit(who, paper)
      const own = [await site.save(who, sitting, [{ seq: 2, n: 1, keys: [key] }]), await site.submit(who, sitting)]
      own.push(await site.call(`exam.Attempt/result?attempt=${sitting.attempt}`, null, who.token))
      texts.push(own.map(({ data }) => JSON.stringify(data)))
    }
    expect(texts[0]!.map(({ length }) => length)).toEqual(texts[1]!.map(({ length }) => length))
  })

  it('T10 E13: results come with the release, which waits for the last who works', async () => {
    const paper = await site.published(questions, { release: 'manual' })
    const ending = await site.published(questions, { release: 'after_end', end_time: now() + 3000 })
    const [who, last] = [await site.member(), await site.member()]
    const own = await states['marked']!(who, paper)
    const working = await sit(last, paper)
    expect(await site.act(paper, 'close')).toMatchObject({ code: 1 })
    expect(await site.act(paper, 'release')).toMatchObject({ code: 0 })
    await site.submit(last, working)
    expect(await site.act(paper, 'release')).toMatchObject({ code: 1 })
    const result = (candidate: Candidate, { attempt }: Sitting) =>
      site.call(`exam.Attempt/result?attempt=${attempt}`, null, candidate.token)
    const released = JSON.stringify(await result(who, own))
    for (const canary of ['CANARY-explain', 'CANARY-blank', 'CANARY-reference', '"right":["b"]', '"score":"4.37"'])
      expect(released).toContain(canary)
    // After its end, a paper waits for those who have more time.
    const ended = await states['marked']!(who, ending)
    const extended = await sit(last, ending)
    expect(await site.post('Attempt/extend', { id: extended.attempt, minutes: 60 })).toMatchObject({ code: 1 })
    await later(3001, async () => expect((await result(who, ended)).data).toMatchObject({ isReleased: false }))
    await later(3001, async () => {
      expect(await site.submit(last, extended)).toMatchObject({ code: 1 })
      expect((await result(who, ended)).data).toMatchObject({ isReleased: true, score: '4.37' })
    })
  })

  it('T10: a question of an exam becomes no exercise before the release', async () => {
    const own = await site.question('SINGLE', single(1))
    const paper = await site.published([own], { release: 'manual' })
    const who = await site.member()
    await site.submit(who, await sit(who, paper))
    await site.act(paper, 'close')
    const practise = { id: own, version: 1, practice: 1 }
    expect(await site.post('Question/edit', practise)).toMatchObject({
      code: 0,
      data: { reason: 'in_use' },
      msg: expect.stringContaining('are not released'),
    })
    await site.act(paper, 'release')
    expect(await site.post('Question/edit', practise)).toMatchObject({ code: 1 })
  })
})
