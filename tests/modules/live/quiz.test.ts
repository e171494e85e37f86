/** Quizzes: one answer a member, a question that stays the same, and numbers that are published once (L5). */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { QuestionBank, QuestionResult } from 'tablewright/server'
import { liveServer } from '../../../runtime/modules/live/server/index.ts'
import { recordQuiz } from '../../../runtime/modules/live/server/jobs.ts'
import { settleQuiz } from '../../../runtime/modules/live/server/quiz/close.ts'
import { memberServer } from '../../../runtime/modules/member/server/index.ts'
import { moduleEngines } from '../../support/databases.ts'
import { openLive, type LiveSite } from './live-site.ts'

const recorded: QuestionResult[] = []
let bankTitle = 'How many?'

/** A bank with one question. */
const questionBank: QuestionBank = {
  locks: 'live/quiz',
  list: async (_scope, { text = '' }) =>
    bankTitle.includes(text) ? [{ id: 7, kind: 'single', title: bankTitle }] : [],
  snapshot: async (_scope, id) =>
    id === 7
      ? {
          id,
          kind: 'single',
          title: bankTitle,
          version: 3,
          options: [
            { id: 'x', text: 'One' },
            { id: 'y', text: 'Two' },
          ],
          key: ['y'],
        }
      : null,
  async record(_call, result) {
    recorded.push(result)
  },
}

describe.each(moduleEngines)('quizzes on $name', (engine) => {
  let site: LiveSite
  let pupils: number[]
  beforeAll(async () => {
    recorded.length = 0
    site = await openLive(engine, { servers: [{ ...liveServer, questionBank }, memberServer] })
    pupils = [await site.member(), await site.member(), await site.member()]
  })
  afterAll(() => site?.dispose())

  const multi = { kind: 'multi', title: 'Which?', options: ['One', 'Two', 'Three'], key: [0, 2], seconds: 60 }
  const ask = async (room: number, quiz: object): Promise<number> => {
    const { code, msg, data } = await site.call<{ quiz: number }>('teacher', 'ask', { room, ...quiz })
    if (code !== 1) throw new Error(`${msg} ${JSON.stringify(data)}`)
    return data.quiz
  }
  const answer = async (who: number, room: number, quiz: number, choice: readonly string[]) => {
    const { code, msg, data } = await site.call(who, 'answer', { room, quiz, choice })
    return code === 1 ? 'stored' : `${msg} ${JSON.stringify(data)}`
  }
  const close = (room: number, quiz: number) => site.call('teacher', 'closeQuiz', { room, quiz })

  it('bbb#25736 counts two members who tick three options each as two', async () => {
    const room = await site.lesson()
    const quiz = await ask(room, multi)
    for (const who of pupils.slice(0, 2)) expect(await answer(who, room, quiz, ['A', 'B', 'C'])).toBe('stored')
    const { data } = await site.read('teacher', 'progress', room, `&quiz=${quiz}`)
    expect(data).toMatchObject({ answered: 2, counts: { A: 2, B: 2, C: 2 }, right: 0 })
    expect((await close(room, quiz)).code).toBe(1)
    const result = { answered: 2, counts: { A: 2, B: 2, C: 2 }, key: ['A', 'C'] }
    // The screen, the record and the replay have the same numbers, published once.
    expect((await site.state(pupils[2]!, room)).quizzes).toMatchObject([{ id: quiz, result }])
    await close(room, quiz)
    expect(await site.rows('live_event', { room_id: room, kind: 'quiz.close' })).toHaveLength(1)
    expect(await site.app.row('live_quiz', quiz)).toMatchObject({ state: 1, answered: 2, right_count: 0 })
    expect(await answer(pupils[2]!, room, quiz, ['A'])).toMatch(/closed/)
    expect(await site.findings()).toEqual([])
  })

  it('jitsi#9166 keeps one answer a member, the later one, also of answers that are sent at once', async () => {
    const room = await site.lesson()
    const quiz = await ask(room, { kind: 'single', title: 'Which?', options: ['One', 'Two'], key: [1], seconds: 0 })
    await Promise.all(Array.from({ length: 6 }, () => answer(pupils[0]!, room, quiz, ['A'])))
    expect(await answer(pupils[0]!, room, quiz, ['B'])).toBe('stored')
    expect((await site.read(pupils[0]!, 'answers', room)).data).toEqual({ answers: [{ quiz, choice: ['B'] }] })
    expect(await answer(pupils[1]!, room, quiz, ['A'])).toBe('stored')
    await close(room, quiz)
    const [closed] = (await site.state('teacher', room)).quizzes
    expect(closed?.result).toEqual({ answered: 2, counts: { A: 1, B: 1 }, key: ['B'] })
    expect(await site.app.row('live_quiz', quiz)).toMatchObject({ right_count: 1 })
  })

  it('bbb#19763 shows an open quiz with its remaining time to those who come later, without its key', async () => {
    const room = await site.lesson()
    const quiz = await ask(room, { ...multi, seconds: 120 })
    const { data } = await site.read<{ now: number; state: { quizzes: { close: number }[] } }>(pupils[2]!, 'info', room)
    expect(data.state.quizzes).toMatchObject([{ id: quiz, title: 'Which?', result: null }])
    const left = data.state.quizzes[0]!.close - data.now
    expect(left).toBeGreaterThan(60_000)
    expect(left).toBeLessThanOrEqual(120_000)
    const log = await site.rows('live_event', { room_id: room })
    expect(JSON.stringify([data, log.map(({ payload }) => payload)])).not.toContain('"key"')
  })

  it('L5 counts members, whatever they answer and however often they change it', async () => {
    const room = await site.lesson()
    const choice = fc.subarray(['A', 'B', 'C'])
    const answers = fc.array(fc.record({ who: fc.nat({ max: 2 }), choice }), { maxLength: 8 })
    const kind = fc.constantFrom('single', 'multi')
    await fc.assert(
      fc.asyncProperty(kind, answers, async (sort, list) => {
        const quiz = await ask(room, { ...multi, kind: sort, key: [0], seconds: 0 })
        const model = new Map<number, readonly string[]>()
        for (const { who, choice: ids } of list) {
          const isStored = (await answer(pupils[who]!, room, quiz, ids)) === 'stored'
          expect(isStored).toBe(ids.length > 0 && (sort === 'multi' || ids.length === 1))
          if (isStored) model.set(who, ids)
        }
        await close(room, quiz)
        const counts = Object.fromEntries(
          ['A', 'B', 'C'].map((id) => [id, [...model.values()].filter((ids) => ids.includes(id)).length]),
        )
        const result = (await site.state('teacher', room)).quizzes.find(({ id }) => id === quiz)?.result
        expect(result).toEqual({ answered: model.size, counts, key: ['A'] })
        const votes = Object.values(counts).reduce((sum, count) => sum + count, 0)
        if (sort === 'single') expect(votes).toBe(model.size)
      }),
      { numRuns: 8 },
    )
  })

  it('closes by the clock with two seconds of grace, and with the lesson', async () => {
    const room = await site.lesson()
    const quiz = await ask(room, multi)
    const settle = () =>
      site.app.database.write((trx) => settleQuiz(site.scope, trx as never, { id: quiz, room_id: room }))
    await site.update('live_quiz', quiz, { close_ms: Date.now() - 500 })
    expect(await answer(pupils[0]!, room, quiz, ['A'])).toBe('stored')
    await settle()
    expect(await site.app.row('live_quiz', quiz)).toMatchObject({ state: 0 })
    await site.update('live_quiz', quiz, { close_ms: Date.now() - 3000 })
    expect(await answer(pupils[1]!, room, quiz, ['A'])).toMatch(/closed/)
    await settle()
    expect(await site.app.row('live_quiz', quiz)).toMatchObject({ state: 1, answered: 1 })
    const second = await ask(room, { ...multi, seconds: 0 })
    await site.lessonAction(room, 'end')
    expect(await site.app.row('live_quiz', second)).toMatchObject({ state: 1, answered: 0 })
    expect(await site.findings()).toEqual([])
  })

  it('takes what a quiz can be, and answers that it can have', async () => {
    const room = await site.lesson()
    const refusal = async (quiz: object) => {
      const { code, data } = await site.call<{ errors?: object }>('teacher', 'ask', { room, ...quiz })
      expect(code).not.toBe(1)
      return Object.keys(data?.errors ?? {})
    }
    expect(await refusal({ ...multi, title: '  ' })).toEqual(['title'])
    expect(await refusal({ ...multi, options: ['One'] })).toEqual(['options'])
    expect(await refusal({ ...multi, key: [5] })).toEqual(['key'])
    expect(await refusal({ ...multi, kind: 'single' })).toEqual(['key'])
    expect(await refusal({ question: 8, seconds: 0 })).toEqual(['question'])
    const quiz = await ask(room, { kind: 'judge', title: 'True?', key: [0], seconds: 0 })
    for (const choice of [['T', 'F'], ['X'], ['__proto__']])
      expect(await answer(pupils[0]!, room, quiz, choice)).toMatch(/options/)
    expect(await answer(pupils[0]!, room, quiz, ['T'])).toBe('stored')
    const other = await site.lesson()
    expect(await answer(pupils[0]!, other, quiz, ['T'])).toMatch(/not there/)
    // Pupils neither ask nor see how far it is.
    expect((await site.call(pupils[0]!, 'ask', { room, ...multi })).code).not.toBe(1)
  })

  it('asks a question of the bank as it was then, and tells the bank the result once', async () => {
    const room = await site.lesson()
    const { data } = await site.app.get<{ questions: object[] }>(site.teacher, 'live.Classroom/questions?text=How')
    expect(data.questions).toEqual([{ id: 7, kind: 'single', title: 'How many?' }])
    const quiz = await ask(room, { question: 7, seconds: 0 })
    bankTitle = 'How much?'
    expect((await site.state(pupils[0]!, room)).quizzes).toMatchObject([{ title: 'How many?', kind: 'single' }])
    await answer(pupils[0]!, room, quiz, ['y'])
    await answer(pupils[1]!, room, quiz, ['x'])
    await close(room, quiz)
    bankTitle = 'How many?'
    expect(JSON.stringify(await site.rows('job', { name: recordQuiz.name }))).toContain(`${quiz}`)
    const scope = { ...site.scope, questionBank } as never
    const signal = new AbortController().signal
    const complete = (work: (trx: never) => Promise<unknown>) => site.app.database.write((trx) => work(trx as never))
    await recordQuiz.handler({ scope, payload: { quiz }, complete, signal } as never)
    expect(recorded.filter(({ sn }) => sn === quiz)).toEqual([
      { questionId: 7, version: 3, source: 'live', sn: quiz, right: 1, wrong: 1 },
    ])
  })
})
