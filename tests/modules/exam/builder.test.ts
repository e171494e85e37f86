/** The paper builder, absences that are excused, and attachments of answers, over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moduleEngines } from '../../support/databases.ts'
import { openExamSite, single, type ExamSite } from './exam-site.ts'

interface Composition {
  readonly version: number
  readonly problems: readonly string[]
  readonly pool: readonly { readonly kind: string; readonly category: number; readonly count: number }[]
  readonly questions: readonly { readonly id: number; readonly isAskable: boolean }[]
}

interface Sample {
  readonly items: readonly { readonly title: string; readonly solution: { readonly right: readonly string[] } }[]
}

describe.each(moduleEngines)('the paper builder on $name', (engine) => {
  let site: ExamSite
  const ids: number[] = []
  let category = 0
  beforeAll(async () => {
    site = await openExamSite(engine)
    const added = await site.post('Cate/add', { name: 'Signs', kind: 'QUESTION' })
    category = Number(added.data['id'])
    for (let number = 0; number < 12; number++) {
      const more = { title: `<p>Sign 50% ${number}</p>`, ...(number < 4 && { cate_id: category }) }
      ids.push(await site.question('SINGLE', single(number % 4), more))
    }
    await site.question('JUDGE', { judge: true }, { practice: 1 })
  })
  afterAll(() => site?.dispose())

  const compose = async (paper: number): Promise<Composition> =>
    (await site.app.get<Composition>(site.root, `exam.Paper/compose?paper=${paper}`)).data
  const sample = (paper: number, seed: number) =>
    site.app.get<Sample>(site.root, `exam.Paper/sample?paper=${paper}&seed=${seed}`)

  it('counts what the bank has, finds questions, and names what keeps a paper from being published', async () => {
    const paper = await site.paper({ mode: 'RANDOM', rules: [{ kind: 'SINGLE', quantity: 20, score: '1' }] })
    const composition = await compose(paper)
    expect(composition.pool).toEqual([
      { kind: 'SINGLE', difficulty: 'GENERAL', category, count: 4 },
      { kind: 'SINGLE', difficulty: 'GENERAL', category: 0, count: 8 },
    ])
    expect(composition.problems).toEqual(['Line 1: 20 questions are needed, the bank has 12.'])
    expect(await sample(paper, 1)).toMatchObject({ code: 0, data: { reason: 'bad_state' } })
    const find = (query: string) => site.app.get(site.root, `exam.Paper/choices?paper=${paper}&page=1${query}`)
    expect(await find('')).toMatchObject({ data: { total: 12, pageSize: 10 } })
    expect(await find('&text=sign+50%25+11')).toMatchObject({ data: { total: 1, list: [{ id: ids[11] }] } })
    expect(await find('&text=50_')).toMatchObject({ data: { total: 0 } })
    expect(await find(`&category=${category}`)).toMatchObject({ data: { total: 4 } })
    expect(await find('&kind=JUDGE')).toMatchObject({ data: { total: 0 } })
    const reader = await site.app.account('reader', [await site.app.group('readers', ['exam/paper/index'])])
    expect(await site.app.get(reader, `exam.Paper/sample?paper=${paper}&seed=1`)).toMatchObject({ code: 401 })
  })

  it('shows a sample by its seed, with its key, and the same again', async () => {
    const rules = [{ kind: 'SINGLE', quantity: 5, score: '1' }]
    const paper = await site.paper({ mode: 'RANDOM', shuffle_options: 1, rules })
    const first = (await sample(paper, 7)).data
    expect(first.items).toHaveLength(5)
    expect((await sample(paper, 7)).data).toEqual(first)
    const titles = (list: Sample) => list.items.map(({ title }) => title)
    const others = await Promise.all([1, 2, 3].map(async (seed) => titles((await sample(paper, seed)).data)))
    expect(others.some((list) => list.join() !== titles(first).join())).toBe(true)
    for (const { solution } of first.items) expect(solution.right).toHaveLength(1)
  })

  it('E12: an administrator excuses an absence, which then counts no more', async () => {
    const paper = await site.published(ids.slice(0, 2), { switch_limit: 5 })
    const who = await site.member()
    const { data } = await site.start(who, paper)
    const events = ['first-00', 'second-0'].map((id) => ({ id, seconds: 9 }))
    await site.call('exam.Attempt/focus', { attempt: data.attempt, events }, who.token)
    const list = async () =>
      (
        await site.app.get<{ list: { id: number; isExcused: boolean }[] }>(
          site.root,
          `exam.Attempt/absences?id=${data.attempt}`,
        )
      ).data.list
    const [absence] = await list()
    expect(await site.post('Attempt/excuse', { absence: absence!.id, on: true })).toMatchObject({ data: { count: 1 } })
    expect((await list()).map(({ isExcused }) => isExcused)).toEqual([true, false])
    expect(await site.attempt(data.attempt)).toMatchObject({ focus_losses: 1 })
    expect(await site.post('Attempt/excuse', { absence: absence!.id, on: false })).toMatchObject({ data: { count: 2 } })
    expect(await site.post('Attempt/excuse', { absence: 9999, on: true })).toMatchObject({ code: 0 })
  })

  it('E14 T20 T50 T52: short answers take files while the attempt is open, and lose them again', async () => {
    const paper = await site.published([await site.question('SHORT'), ids[0]!], { release: 'now' })
    const [who, other] = [await site.member(), await site.member()]
    const { data } = await site.start(who, paper)
    const upload = async (seq: number, token = who.token, name = 'note.txt') => {
      const boundary = 'exam-boundary'
      const query = `attempt=${data.attempt}&lease=${data.lease}&seq=${seq}`
      const answer = await site.app.running.app.inject({
        method: 'POST',
        url: `/api/exam.Attempt/upload?${query}`,
        headers: {
          'ba-user-token': token,
          'x-tablewright': '1',
          'content-type': `multipart/form-data; boundary=${boundary}`,
        },
        payload:
          `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n` +
          `content-type: text/plain\r\n\r\nhello\r\n--${boundary}--\r\n`,
      })
      return answer.json() as { code: number; data: { code: string } }
    }
    const first = await upload(1)
    expect(first).toMatchObject({ code: 1, data: { name: 'note.txt', size: 5 } })
    expect(await upload(2)).toMatchObject({ code: 0 })
    expect(await upload(1, other.token)).toMatchObject({ code: 0 })
    expect(await upload(1, who.token, 'run.exe')).toMatchObject({ code: 0 })
    const { code } = first.data
    await site.save(who, data, [{ seq: 1, n: 1, texts: ['see file'], files: [code] }])
    const again = (await site.start(who, paper)).data
    expect(again.items[0]).toMatchObject({ files: [{ code, name: 'note.txt', size: 5 }], answer: { files: [code] } })
    const remove = (token: string, lease = again.lease) =>
      site.call('exam.Attempt/removeFile', { attempt: data.attempt, lease, seq: 1, code }, token)
    expect(await remove(other.token)).toMatchObject({ code: 0 })
    expect(await remove(who.token, data.lease)).toMatchObject({ code: 0, data: { reason: 'bad_state' } })
    await site.submit(who, again)
    expect(await remove(who.token)).toMatchObject({ code: 0 })
    const queue = await site.app.get<{ list: { files: { name: string }[] }[] }>(
      site.root,
      `exam.Marking/queue?paper=${paper}&by=person`,
    )
    expect(queue.data.list[0]!.files.map(({ name }) => name)).toEqual(['note.txt'])
    const lister = await site.app.account('lister', [await site.app.group('listers', ['exam/attempt/index'])])
    const answers = (account: number) => site.app.get(account, `exam.Attempt/answers?id=${again.attempt}`)
    expect(await answers(lister)).toMatchObject({ code: 401 })
    expect((await answers(site.root)).data).toMatchObject({
      list: [
        { kind: 'SHORT', answer: { texts: ['see file'] }, files: [{ name: 'note.txt' }], points: '' },
        { kind: 'SINGLE', points: '0.00', solution: { right: ['a'] } },
      ],
    })
    // The result has the file for its member.
    const [item] = await site.items(again.attempt)
    await site.post('Marking/mark', { item: item!['id'], points: '1' })
    expect(await site.app.get(site.root, `exam.Question/usage?id=${ids[0]}`)).toMatchObject({
      code: 1,
      data: {
        kind: 'SINGLE',
        solution: { right: ['a'] },
        papers: expect.arrayContaining([expect.objectContaining({ id: paper, status: 1 })]),
        asked: 1,
        right: 0,
      },
    })
    const { data: own } = await site.call<{ items: { files: { name: string; address: string }[] }[] }>(
      `exam.Attempt/result?attempt=${again.attempt}`,
      null,
      who.token,
    )
    expect(own.items[0]!.files).toMatchObject([{ name: 'note.txt' }])
    const open = (token: string) =>
      site.app.running.app.inject({ url: own.items[0]!.files[0]!.address, headers: { 'ba-user-token': token } })
    expect((await open(who.token)).body).toBe('hello')
    const third = await site.member()
    const next = (await site.start(third, paper)).data
    Object.assign(data, { attempt: next.attempt, lease: next.lease })
    const late = await upload(1, third.token)
    const body = { attempt: next.attempt, lease: next.lease, seq: 1, code: late.data.code }
    expect(await site.call('exam.Attempt/removeFile', body, third.token)).toMatchObject({ code: 1 })
    const files = await site.app.database.query
      .selectFrom('exam_file')
      .select('id')
      .where('attempt_id', '=', next.attempt)
      .execute()
    expect(files).toEqual([])
  })
})
