/** Statistics of papers equal a plain computation from the attempts, and say in words which questions are bad. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statisticsOf, verdictOf, type AttemptResult } from '../../../runtime/modules/exam/shared/statistics.ts'
import { moduleEngines } from '../../support/databases.ts'
import { openExamSite, single, type ExamSite } from './exam-site.ts'

describe('statistics', () => {
  const attempt = (shares: readonly number[], options: readonly string[] = []): AttemptResult => ({
    score: shares.reduce((sum, share) => sum + share * 100, 0),
    total: shares.length * 100,
    isPass: shares[0] === 1,
    items: shares.map((share, index) => ({
      question: index + 1,
      share,
      options: index === 0 ? options : null,
      seconds: index === 0 ? share * 60 : null,
    })),
  })

  it('are empty without attempts', () => {
    expect(statisticsOf([])).toEqual({
      count: 0,
      passed: 0,
      mean: null,
      median: null,
      tenths: Array.from({ length: 10 }, () => 0),
      questions: [],
    })
  })

  it('count mean, median, tenths, quarters of candidates and correlations', () => {
    const list = [attempt([0, 0], ['x']), attempt([0, 1], ['x']), attempt([1, 0.5], ['y']), attempt([1, 1], ['y'])]
    const { mean, median, tenths, questions, passed } = statisticsOf(list)
    expect([mean, median, passed]).toEqual([0.5625, 0.625, 2])
    expect(tenths).toEqual([1, 0, 0, 0, 0, 1, 0, 1, 0, 1])
    expect(questions[0]).toMatchObject({ difficulty: 0.5, count: 4, seconds: 30 })
    expect(questions[1]!.seconds).toBeNull()
    expect(questions[0]!.options).toEqual([
      { text: 'x', quarters: [1, 1, 0, 0] },
      { text: 'y', quarters: [0, 0, 1, 1] },
    ])
    // By the formula: covariance 0.0625 over the deviations 0.5 and 0.414578.
    expect(questions[0]!.discrimination).toBeCloseTo(0.0625 / (0.5 * 0.4145780987944), 6)
  })

  it('say in words what is wrong with a question', () => {
    const base = { count: 20, difficulty: 0.6, discrimination: 0.4, options: [] }
    expect(verdictOf(base, [])).toBe('good')
    expect(verdictOf({ ...base, count: 9 }, [])).toBe('few')
    expect(verdictOf({ ...base, discrimination: -0.2 }, [])).toBe('inverted')
    expect(verdictOf({ ...base, difficulty: 0.97, discrimination: null }, [])).toBe('easy')
    expect(verdictOf({ ...base, difficulty: 0.1 }, [])).toBe('hard')
    expect(verdictOf({ ...base, discrimination: 0.05 }, [])).toBe('flat')
    const options = [
      { text: 'right', quarters: [3, 2, 2, 1] },
      { text: 'wrong', quarters: [1, 1, 2, 4] },
    ]
    expect(verdictOf({ ...base, options }, ['right'])).toBe('distractor')
  })
})

describe.each(moduleEngines)('statistics of a paper on $name', (engine) => {
  let site: ExamSite
  beforeAll(async () => {
    site = await openExamSite(engine)
  })
  afterAll(() => site?.dispose())

  it('EI10: equal a recomputation from the stored items', async () => {
    const questions = [
      await site.question('SINGLE', single(1)),
      await site.question('JUDGE', { judge: true }),
      await site.question('FILL', { blanks: [{ answer: '7' }] }),
    ]
    const paper = await site.published(questions, { shuffle_options: 1, pass_score: '2' })
    for (let number = 0; number < 12; number++) {
      const who = await site.member()
      const { data } = await site.start(who, paper)
      const text = number % 3 === 0 ? 'o0' : 'o1'
      const key = data.items[0]!.options.find((option) => option.text === text)!.id
      await site.submit(who, data, [
        { seq: 1, n: 1, keys: [key] },
        { seq: 2, n: 1, keys: [number % 2 === 0 ? 'T' : 'F'] },
        { seq: 3, n: 1, texts: [number > 5 ? '7' : '8'] },
      ])
      await site.app.database.write((trx) =>
        trx
          .updateTable('exam_attempt_item')
          .set({ seconds: 10 * number })
          .where('attempt_id', '=', data.attempt)
          .where('seq', '=', 1)
          .execute(),
      )
    }
    const { data } = await site.app.get<Record<string, unknown>>(site.root, `exam.Statistics/paper?paper=${paper}`)
    const attempts = await site.app.database.query
      .selectFrom('exam_attempt')
      .selectAll()
      .where('paper_id', '=', paper)
      .execute()
    const scores = attempts.map((row) => Number(row['score']) / Number(row['total_score']))
    expect(data['count']).toBe(12)
    expect(data['mean']).toBeCloseTo(scores.reduce((sum, score) => sum + score, 0) / 12, 9)
    expect(data['passed']).toBe(attempts.filter((row) => row['is_pass'] === 1).length)
    const list = data['questions'] as {
      difficulty: number
      discrimination: number
      seconds: number | null
      options: { text: string; isRight: boolean; quarters: number[] }[]
    }[]
    expect(list.map(({ difficulty }) => Number(difficulty.toFixed(4)))).toEqual([0.6667, 0.5, 0.5])
    expect(list.map(({ seconds }) => seconds)).toEqual([55, null, null])
    // Discrimination by the text book: the correlation of each question with the points of the others.
    const items = await site.app.database.query
      .selectFrom('exam_attempt_item')
      .select(['attempt_id', 'seq', 'auto_score'])
      .execute()
    const pointsOf = (attempt: number, test: (seq: number) => boolean) =>
      items
        .filter((item) => Number(item['attempt_id']) === attempt && test(Number(item['seq'])))
        .reduce((sum, item) => sum + Number(item['auto_score']), 0)
    for (const [place, { discrimination }] of list.entries()) {
      const own = attempts.map(({ id }) => pointsOf(Number(id), (seq) => seq === place + 1))
      const rest = attempts.map(({ id }) => pointsOf(Number(id), (seq) => seq !== place + 1))
      const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
      const spread = (values: readonly number[]) => Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)))
      const together = mean(own.map((value, index) => (value - mean(own)) * (rest[index]! - mean(rest))))
      expect(discrimination).toBeCloseTo(together / (spread(own) * spread(rest)), 9)
    }
    const sumOf = (text: string) =>
      list[0]!.options.find((option) => option.text === text)?.quarters.reduce((sum, count) => sum + count, 0)
    expect([sumOf('o0'), sumOf('o1')]).toEqual([4, 8])
    expect(list[0]!.options.find(({ isRight }) => isRight)?.text).toBe('o1')
    expect(await site.app.get(site.root, 'exam.Statistics/index')).toMatchObject({
      data: { list: [{ paper, count: 12 }] },
    })
    const reader = await site.app.account('someone', [await site.app.group('others', ['exam/paper/index'])])
    expect(await site.app.get(reader, `exam.Statistics/paper?paper=${paper}`)).toMatchObject({ code: 401 })
  })
})
