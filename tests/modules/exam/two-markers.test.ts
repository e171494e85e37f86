/** Two people mark an answer without seeing the other's points; a third decides where they differ too much. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attemptScores } from '../../../runtime/modules/exam/server/checks.ts'
import { ownScore, withMark, type Marks } from '../../../runtime/modules/exam/server/marking/two-markers.ts'
import { moduleEngines } from '../../support/databases.ts'
import { openExamSite, type ExamSite } from './exam-site.ts'

const none: Marks = {
  first_score: null,
  first_marker_id: null,
  second_score: null,
  second_marker_id: null,
  manual_score: null,
  marker_id: null,
  mark_state: 2,
}

describe('marks of two', () => {
  it('count as their mean, rounded half up, whatever the order', () => {
    for (const [first, second] of [
      [300, 400],
      [333, 334],
      [0, 100],
      [250, 250],
    ] as const)
      for (const scores of [
        [first, second],
        [second, first],
      ]) {
        const half = withMark(none, 1, scores[0]!, 100)!
        expect(half).toMatchObject({ manual_score: null, mark_state: 2 })
        const both = withMark(half, 2, scores[1]!, 100)!
        expect(both).toMatchObject({ manual_score: Math.round((first + second) / 2 + 0.0001), mark_state: 3 })
        // Nobody else is asked, and who takes points back opens the answer again.
        expect(withMark(both, 3, 100, 100)).toBeNull()
        expect(withMark(both, 2, null, 100)).toMatchObject({ manual_score: null, mark_state: 2, second_score: null })
      }
  })

  it('are decided by a third where they differ too much, and never by one of the two', () => {
    const two = withMark(withMark(none, 1, 100, 100)!, 2, 300, 100)!
    expect(two).toMatchObject({ manual_score: null, mark_state: 2 })
    expect([ownScore(two, 1), ownScore(two, 2), ownScore(two, 3)]).toEqual([100, 300, null])
    const decided = withMark(two, 3, 250, 100)!
    expect(decided).toMatchObject({
      manual_score: 250,
      marker_id: 3,
      mark_state: 3,
      first_score: 100,
      second_score: 300,
    })
    expect(withMark(decided, 4, 0, 100)).toBeNull()
    expect(withMark(decided, 3, null, 100)).toMatchObject({ manual_score: null, mark_state: 2 })
    // One of the two agrees after all.
    expect(withMark(decided, 1, 290, 100)).toMatchObject({ manual_score: 295, mark_state: 3 })
  })
})

describe.each(moduleEngines)('two markers on $name', (engine) => {
  let site: ExamSite
  let markers: readonly number[]
  beforeAll(async () => {
    site = await openExamSite(engine)
    const group = await site.app.group('markers', ['exam/marking/index', 'exam/marking/mark'])
    markers = await Promise.all(
      ['one', 'two', 'three'].map((name) => site.app.account(`${name}${engine.name}`, [group])),
    )
  })
  afterAll(async () => {
    expect((await attemptScores.find(site.scope as never, 10)).list).toEqual([])
    await site.dispose()
  })

  it('do not see each other, and leave what they disagree about to a third', async () => {
    const questions = [await site.question('SHORT'), await site.question('SHORT')]
    const paper = await site.published(questions, {
      two_markers: 1,
      marker_difference: '0.5',
      release: 'now',
      questions: questions.map((question_id) => ({ question_id, score: '5' })),
    })
    const who = await site.member()
    const { data } = await site.start(who, paper)
    await site.submit(who, data, [
      { seq: 1, n: 1, texts: ['one'] },
      { seq: 2, n: 1, texts: ['two'] },
    ])
    const queue = async (marker: number) =>
      (
        await site.app.get<{ list: { item: number; points: string; others: string[]; part: string }[] }>(
          markers[marker]!,
          `exam.Marking/queue?paper=${paper}&by=person`,
        )
      ).data.list
    const mark = (marker: number, item: number, points: string) =>
      site.app.post(markers[marker]!, 'exam.Marking/mark', { item, points })
    const [first, second] = (await queue(0)).map(({ item }) => item)
    for (const item of [first!, second!]) expect(await mark(0, item, '2')).toMatchObject({ code: 1 })
    expect((await queue(1)).map(({ points, part, others }) => [points, part, others])).toEqual([
      ['', 'second', []],
      ['', 'second', []],
    ])
    await mark(1, first!, '2.5')
    await mark(1, second!, '4')
    expect(await site.attempt(data.attempt)).toMatchObject({ waiting_count: 1, score: null })
    // The third sees both, and the two still see only their own.
    expect((await queue(2)).find(({ item }) => item === second)).toMatchObject({
      part: 'third',
      points: '',
      others: ['2.00', '4.00'],
    })
    expect((await queue(1)).find(({ item }) => item === second)).toMatchObject({ points: '4.00', others: [] })
    expect(await mark(2, first!, '5')).toMatchObject({ code: 0 })
    await mark(2, second!, '3')
    expect(await site.attempt(data.attempt)).toMatchObject({ state: 3, score: 525, waiting_count: 0 })
  })
})
