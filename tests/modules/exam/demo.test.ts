/** The demo of the exams: questions, papers and marked attempts, in both languages. */
import { afterAll, describe, expect, it } from 'vitest'
import { examServer } from '../../../runtime/modules/exam/server/index.ts'
import { attemptScores, itemScores } from '../../../runtime/modules/exam/server/checks.ts'
import { exam } from '#generated/exam/index.ts'
import { demoScope, firstDemo, runDemoWork } from '../../../runtime/server/demo.ts'
import { seedDemo } from '../../../runtime/server/demo-seed.ts'
import type { Scope } from '../../../runtime/server/operation/scope.ts'
import { moduleEngines } from '../../support/databases.ts'
import { openExamSite, type ExamSite } from './exam-site.ts'

const lists: unknown[] = []

describe.each(moduleEngines.map((engine, index) => ({ engine, language: (['zh-cn', 'en'] as const)[index % 2]! })))(
  'the demo on $engine.name in $language',
  ({ engine, language }) => {
    let site: ExamSite
    afterAll(() => site?.dispose())

    it('has 120 questions in 3 subjects, 4 papers, 60 attempts that were marked and some that wait', async () => {
      site = await openExamSite(engine)
      for (let count = 0; count < 5; count++) await site.member()
      const scope = { ...(await demoScope(site.scope as unknown as Scope)), language }
      const begin = performance.now()
      await seedDemo(scope, examServer.demo!(firstDemo.scale, firstDemo.seed, language))
      await runDemoWork([{ manifest: exam, server: examServer }], scope)
      console.log(`demo of the exams on ${engine.name}: ${Math.round(performance.now() - begin)} ms`)
      const { query } = site.app.database
      const questions = await query.selectFrom('exam_question').selectAll().orderBy('id').execute()
      expect(questions).toHaveLength(120)
      expect(new Set(questions.map(({ kind }) => kind)).size).toBe(6)
      const papers = await query.selectFrom('exam_paper').selectAll().orderBy('id').execute()
      expect(papers.map(({ status, total_score: total }) => [status, total])).toEqual([
        [1, 10_000],
        [1, 10_000],
        [2, 10_000],
        [0, 10_000],
      ])
      expect(papers[2]!['release_time']).not.toBeNull()
      const attempts = await query.selectFrom('exam_attempt').selectAll().orderBy('id').execute()
      const marked = attempts.filter(({ state }) => state === 3)
      expect(marked).toHaveLength(60)
      expect(new Set(marked.map(({ is_pass: isPass }) => isPass))).toEqual(new Set([0, 1]))
      const waiting = attempts.filter(({ state }) => state === 1)
      expect([waiting.length, attempts.length]).toEqual([6, 66])
      expect(waiting.every(({ waiting_count: count, score }) => count === 1 && score === null)).toBe(true)
      for (const check of [attemptScores, itemScores])
        expect((await check.find(site.scope as never, 10)).list).toEqual([])
      lists.push(questions.map(({ kind, difficulty, practice, edition }) => [kind, difficulty, practice, edition]))
    })
  },
)

it('has the same questions on each engine', () => {
  for (const list of lists) expect(list).toEqual(lists[0])
})
