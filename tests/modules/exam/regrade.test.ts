/** Regrades: what the dry run shows is what is applied, and nobody loses points unless it is asked for. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attemptScores, itemScores } from '../../../runtime/modules/exam/server/checks.ts'
import { markItem } from '../../../runtime/modules/exam/server/attempts/mark.ts'
import { moduleEngines } from '../../support/databases.ts'
import { openExamSite, single, type Candidate, type ExamSite } from './exam-site.ts'

interface DryRun {
  readonly hash: string
  readonly problem: string
  readonly count: number
  readonly working: number
  readonly list: readonly { readonly attempt: number; readonly before: string; readonly after: string }[]
}

describe.each(moduleEngines)('regrades on $name', (engine) => {
  let site: ExamSite
  let people: Candidate[]
  beforeAll(async () => {
    site = await openExamSite(engine)
    people = [await site.member(), await site.member(), await site.member()]
  })
  afterAll(async () => {
    const checks = await Promise.all([attemptScores, itemScores].map((check) => check.find(site.scope as never, 10)))
    expect(checks.flatMap(({ list }) => list)).toEqual([])
    await site?.dispose()
  })

  /** Each person sits, choosing the option with this text for the first question, and the right one for the second. */
  const sat = async (questions: readonly number[], choices: readonly (string | null)[], more: object = {}) => {
    const paper = await site.published(questions, { release: 'now', shuffle_options: 1, pass_score: '1.5', ...more })
    const attempts: number[] = []
    for (const [index, choice] of choices.entries()) {
      const who = people[index]!
      const { data } = await site.start(who, paper)
      attempts.push(data.attempt)
      const idOf = (item: number, text: string) => data.items[item]!.options.find((option) => option.text === text)!.id
      const answers = [
        { seq: 1, n: 1, keys: choice === null ? [] : [idOf(0, choice)] },
        { seq: 2, n: 1, keys: [idOf(1, 'o0')] },
      ]
      await site.submit(who, data, answers)
    }
    return { paper, attempts }
  }
  const document = async (paper: number, question: number, rule: string, more: object = {}): Promise<number> => {
    const answer = await site.post('Regrade/add', {
      paper_id: paper,
      question_id: question,
      rule,
      reason: 'Sorry.',
      ...more,
    })
    expect(answer).toMatchObject({ code: 1 })
    return Number(answer.data['id'])
  }
  const dryRun = async (id: number) => (await site.app.get<DryRun>(site.root, `exam.Regrade/dryRun?id=${id}`)).data
  const apply = (id: number, hash: string) => site.post('Regrade/apply', { id, hash })
  const scores = async (attempts: readonly number[]) =>
    Promise.all(attempts.map(async (id) => Number((await site.attempt(id))['score'])))
  const correct = async (question: number, right: number): Promise<void> => {
    const { data } = await site.app.get<{ row: { version: number } }>(site.root, `exam.Question/edit?id=${question}`)
    const body = { id: question, version: data.row.version, options_json: JSON.stringify(single(right)) }
    expect(await site.post('Question/edit', { ...body, explain: '<p>corrected</p>' })).toMatchObject({ code: 1 })
  }
  /** EI2: marking once more changes nothing. */
  const isStable = async (attempts: readonly number[]): Promise<void> => {
    for (const id of attempts)
      for (const item of await site.items(id)) {
        const again = markItem(item as never, 'half') as { readonly auto_score: unknown }
        expect(again.auto_score).toBe(item['auto_score'])
      }
  }

  it('EI8 EB11: a corrected key: the dry run is the result, nobody loses, the explanation is the new one', async () => {
    const questions = [await site.question('SINGLE', single(0)), await site.question('SINGLE', single(0))]
    const { paper, attempts } = await sat(questions, ['o0', 'o1', null])
    expect(await scores(attempts)).toEqual([200, 100, 100])
    await correct(questions[0]!, 1)
    // EB10: the edit alone changes nothing.
    expect(await scores(attempts)).toEqual([200, 100, 100])
    const id = await document(paper, questions[0]!, 'KEY')
    const { hash, list, working } = await dryRun(id)
    expect(working).toBe(0)
    expect(list.map(({ before, after }) => [before, after])).toEqual([
      ['2.00', '2.00'],
      ['1.00', '2.00'],
      ['1.00', '1.00'],
    ])
    expect(await apply(id, 'another')).toMatchObject({ code: 0, data: { reason: 'bad_state' } })
    expect(await apply(id, hash)).toMatchObject({ code: 1 })
    expect(await scores(attempts)).toEqual(list.map(({ after }) => Number(after) * 100))
    await isStable(attempts)
    expect(await site.attempt(attempts[1]!)).toMatchObject({ is_pass: 1, right_count: 2 })
    const result = await site.call(`exam.Attempt/result?attempt=${attempts[0]}`, null, people[0]!.token)
    expect(JSON.stringify(result.data)).toContain('corrected')
    const notices = await site.app.database.query
      .selectFrom('user_notice')
      .selectAll()
      .where('kind', '=', 'exam/regrade')
      .execute()
    expect(notices.map((notice) => notice['user_id'])).toEqual([people[1]!.id])
    expect(await site.app.get(site.root, `exam.Regrade/dryRun?id=${id}`)).toMatchObject({
      data: { isApplied: true, list: [{ attempt: attempts[1], before: '1.00', after: '2.00' }] },
    })
    expect(await apply(id, hash)).toMatchObject({ code: 0 })
    const wrong = await site.call('exam.Question/wrong', null, people[1]!.token)
    expect(wrong.data['list']).toEqual([])
  })

  it('lowers points only where the document says so, and then fills the wrong book', async () => {
    const questions = [await site.question('SINGLE', single(0)), await site.question('SINGLE', single(0))]
    const { paper, attempts } = await sat(questions, ['o0'])
    await correct(questions[0]!, 1)
    const id = await document(paper, questions[0]!, 'KEY', { never_lower: 0 })
    const { hash } = await dryRun(id)
    expect(await apply(id, hash)).toMatchObject({ code: 1 })
    expect(await scores(attempts)).toEqual([100])
    const wrong = await site.call('exam.Question/wrong', null, people[0]!.token)
    expect(wrong.data['list']).toHaveLength(1)
    await isStable(attempts)
  })

  it('EB9: full marks for all are full for everybody, whatever was edited between', async () => {
    const questions = [await site.question('SINGLE', single(0)), await site.question('SINGLE', single(0))]
    const { paper, attempts } = await sat(questions, ['o0', 'o3', null])
    await correct(questions[0]!, 2)
    const id = await document(paper, questions[0]!, 'FULL')
    const { hash, list } = await dryRun(id)
    expect(await apply(id, hash)).toMatchObject({ code: 1 })
    expect(await scores(attempts)).toEqual([200, 200, 200])
    expect(list.map(({ after }) => after)).toEqual(['2.00', '2.00', '2.00'])
    await isStable(attempts)
  })

  it('drops a question and rescales the others to the same total', async () => {
    const questions = [
      await site.question('SINGLE', single(0)),
      await site.question('SINGLE', single(0)),
      await site.question('SHORT'),
    ]
    const { paper, attempts } = await sat(questions, ['o3', 'o0'])
    const shorts = await site.app.get<{ list: { item: number }[] }>(
      site.root,
      `exam.Marking/queue?paper=${paper}&by=person`,
    )
    expect(shorts.data.list).toEqual([])
    const id = await document(paper, questions[0]!, 'DROP')
    const { hash } = await dryRun(id)
    expect(await apply(id, hash)).toMatchObject({ code: 1 })
    // Three points on two questions: the second one counts 1.50.
    expect(await scores(attempts)).toEqual([150, 200])
    expect((await site.items(attempts[0]!)).map(({ score }) => score)).toEqual([0, 150, 150])
    // Nobody loses: the second person keeps two of three points.
    expect((await site.items(attempts[1]!)).map(({ score }) => score)).toEqual([100, 100, 100])
    await isStable(attempts)
  })

  it('says why it cannot be, waits for a new dry run after a change, and reaches those who still work', async () => {
    const questions = [await site.question('SINGLE', single(0)), await site.question('SINGLE', single(0))]
    const { paper, attempts } = await sat(questions, ['o1'])
    const worker = people[1]!
    const sitting = (await site.start(worker, paper)).data
    const other = await site.question('SINGLE', single(0))
    expect(
      await site.post('Regrade/add', { paper_id: paper, question_id: other, rule: 'FULL', reason: 'x' }),
    ).toMatchObject({ code: 0, data: { errors: { question_id: 'No attempt at this paper has this question.' } } })
    const id = await document(paper, questions[0]!, 'FULL')
    const { hash, working } = await dryRun(id)
    expect(working).toBe(1)
    await site.submit(people[2]!, (await site.start(people[2]!, paper)).data)
    expect(await apply(id, hash)).toMatchObject({ code: 0 })
    const next = await dryRun(id)
    expect(await apply(id, next.hash)).toMatchObject({ code: 1 })
    await site.submit(worker, sitting)
    expect(await site.attempt(sitting.attempt)).toMatchObject({ score: 100 })
    expect(await scores(attempts)).toEqual([200])
    const material = await document(paper, questions[1]!, 'KEY')
    const { data } = await site.app.get<{ row: { version: number } }>(
      site.root,
      `exam.Question/edit?id=${questions[1]}`,
    )
    const texts = { options: [{ text: 'other', right: true }, { text: 'texts' }] }
    const body = { id: questions[1], version: data.row.version, options_json: JSON.stringify(texts) }
    expect(await site.post('Question/edit', body)).toMatchObject({ code: 1 })
    expect((await dryRun(material)).problem).toContain('options that the bank does not have')
    const reader = await site.app.account('watcher', [await site.app.group('watchers', ['exam/regrade/index'])])
    expect(await site.app.post(reader, 'exam.Regrade/apply', { id: material, hash: 'x' })).toMatchObject({ code: 401 })
  })
})
