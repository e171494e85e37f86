/** Imports and exports of the bank: CSV, workbooks and GIFT, with a reason for each question that cannot be stored. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EntryProblem } from '../../../runtime/modules/exam/server/exchange/entry.ts'
import { readGift } from '../../../runtime/modules/exam/server/exchange/read-gift.ts'
import { moduleEngines } from '../../support/databases.ts'
import { openExamSite, type ExamSite } from './exam-site.ts'

const sample = (name: string): Buffer => readFileSync(join(import.meta.dirname, 'data', name))

interface Report {
  readonly format: string
  readonly fresh: number
  readonly same: number
  readonly refused: number
  readonly list: readonly { readonly line: number; readonly outcome: string; readonly problem: string }[]
}

describe('the GIFT format', () => {
  const entries = readGift(sample('constructs.gift').toString())
  const contents = entries.map(({ content }) => content)

  it('reads every construct that is a question of the bank', () => {
    const read = contents.flatMap((content) => (content instanceof EntryProblem ? [] : [content]))
    const paragraph = (text: string) => `<p>${text}</p>`
    const weights = [
      { text: 'a lid', right: true },
      { text: 'water' },
      { text: 'a wet cloth', weight: 50 },
      { text: 'a fan' },
    ]
    expect(read.map(({ kind, title, details }) => [kind, title, details])).toEqual([
      ['JUDGE', paragraph('Soap is kept apart from food.'), { judge: true }],
      ['JUDGE', paragraph('Knives lie in the sink.'), { judge: false }],
      ['SINGLE', paragraph('What puts out burning oil?'), { options: weights }],
      [
        'MULTI',
        '<p>Which are <b>allergens</b>?</p>',
        { options: [{ text: 'nuts', right: true }, { text: 'milk', right: true }, { text: 'salt' }] },
      ],
      ['SHORT', paragraph('Boil an egg in {hot} water: how?'), {}],
      ['FILL', paragraph('Two plus two is ____ in words.'), { blanks: [{ answer: 'four|4' }] }],
      ['FILL', paragraph('The fridge has at most ____ degrees.'), { blanks: [{ answer: '8', tolerance: '1' }] }],
      ['FILL', paragraph('Between freezing and this:'), { blanks: [{ answer: '3', tolerance: '2' }] }],
      ['FILL', paragraph('____ is where water boils.'), { blanks: [{ answer: '100|212', tolerance: '0' }] }],
      ['MULTI', paragraph('Which of them float?'), expect.objectContaining({})],
      ['MATERIAL', paragraph('A kitchen with three cooks and one knife. Read this first.'), {}],
      ['SINGLE', '<p>Escapes: a=b, c~d, e#f, \\ and a line</p><p>below.</p>', expect.objectContaining({})],
    ])
    expect(read.map(({ category }) => category.join('/')).slice(9)).toEqual([
      'Kitchen/Tools',
      'Kitchen/Tools',
      'Kitchen/Words',
    ])
    expect(read[1]).toMatchObject({
      explain: '<p>The sink hides them.</p><p>They cut whoever washes up.</p><p>Right, never.</p>',
    })
    expect(read[2]).toMatchObject({ explain: '<p>a lid: It takes the air away.</p><p>water: It explodes.</p>' })
    expect(read[3]).toMatchObject({ number: '4', difficulty: 'HARD', isPractice: true })
    expect(read[9]!.details.options?.map(({ right = false }) => right)).toEqual([true, true, true, false, false])
  })

  it('EB15: gives a reason with the line for everything else, and goes on behind it', () => {
    const problems = entries.flatMap(({ line, content }) =>
      content instanceof EntryProblem ? [[line, content.key]] : [],
    )
    expect(problems).toEqual([
      [35, 'gift.matching'],
      [37, 'gift.right'],
      [39, 'gift.partial'],
      [41, 'gift.braces'],
      [43, 'gift.several'],
      [45, 'gift.shares'],
      [47, 'gift.number'],
      [49, 'gift.tolerances'],
      [51, 'gift.several'],
    ])
    for (const text of ['', '{', '}', '{}', '::a', '::a::', 'a{b{c}}', '=~#', 'a {#}', 'a {~}', '$CATEGORY:', '//'])
      expect(readGift(text).every(({ line }) => line === 1)).toBe(true)
  })
})

describe.each(moduleEngines)('the exchange of questions on $name', (engine) => {
  let site: ExamSite
  beforeAll(async () => {
    site = await openExamSite(engine)
  })
  afterAll(() => site?.dispose())

  const send = async (file: Buffer, store: boolean): Promise<Report> => {
    const answer = await site.post('Question/importBank', {
      subject: site.subject,
      file: file.toString('base64'),
      store,
    })
    expect(answer).toMatchObject({ code: 1 })
    return answer.data as unknown as Report
  }
  const bank = () =>
    site.app.database.query
      .selectFrom('exam_question as q')
      .leftJoin('exam_cate as c', 'c.id', 'q.cate_id')
      .leftJoin('exam_question as m', 'm.id', 'q.material_id')
      .select([
        'q.kind',
        'q.title',
        'q.options_json',
        'q.answer',
        'q.explain',
        'q.difficulty',
        'q.practice',
        'q.status',
      ])
      .select(['c.name as category', 'm.title as material'])
      .where('q.delete_time', 'is', null)
      .orderBy('q.id')
      .execute()
  const file = async (format: string): Promise<Buffer> => {
    const answer = await site.app.running.app.inject({
      url: `/admin/exam.Question/exportBank?format=${format}`,
      headers: { batoken: await site.app.token(site.root), 'x-tablewright': '1' },
    })
    expect(answer.statusCode).toBe(200)
    return answer.rawPayload
  }
  const clear = async (): Promise<void> => {
    const rows = await site.app.database.query
      .selectFrom('exam_question')
      .select(['id', 'material_id'])
      .where('delete_time', 'is', null)
      .execute()
    const isPart = (row: (typeof rows)[number]): boolean => row['material_id'] !== null
    for (const list of [rows.filter(isPart), rows.filter((row) => !isPart(row))])
      if (list.length > 0) {
        const ids = list.map(({ id }) => Number(id))
        expect(await site.app.del(site.root, 'exam.Question/del', ids)).toMatchObject({ code: 1 })
      }
  }

  it('EB15 EB16: shows what a table would add, with a reason for each other row, and adds it once', async () => {
    const reasons = {
      10: 'right answer',
      11: 'Option D is missing',
      12: 'The kind “选择”',
      13: 'The difficulty “很难很难”',
      14: 'The material 99',
      15: 'Option 2 is empty',
      16: 'Option 2 is there twice',
      17: 'Enter the text',
      18: 'at most 3 levels',
      20: '“也许” is neither',
    }
    const preview = await send(sample('questions.csv'), false)
    expect(preview).toMatchObject({ format: 'table', fresh: 9, same: 1, refused: Object.keys(reasons).length })
    const refused = preview.list.filter(({ outcome }) => outcome === 'refused')
    for (const [index, reason] of Object.values(reasons).entries()) expect(refused[index]!.problem).toContain(reason)
    expect(refused[0]!.line).toBe(13)
    expect(await bank()).toEqual([])
    expect(await send(sample('questions.csv'), true)).toMatchObject({ fresh: 9, same: 1 })
    const rows = await bank()
    expect(rows).toHaveLength(9)
    expect(rows[0]).toMatchObject({ kind: 'SINGLE', answer: 'A. 停车', difficulty: 'EASY', category: '信号' })
    expect(JSON.parse(String(rows[3]!['options_json']))).toEqual({
      blanks: [{ answer: '180', tolerance: '0' }, { answer: '90|九十' }],
    })
    expect(rows[6]).toMatchObject({ material: rows[5]!['title'] })
    expect(await send(sample('questions.csv'), true)).toMatchObject({ fresh: 0, same: 10 })
    expect(await bank()).toEqual(rows)
  })

  it.each(['csv', 'xlsx', 'gift'])('EB15: an export as %s imports the same questions again', async (format) => {
    await clear()
    await send(sample('constructs.gift'), true)
    await send(sample('questions.csv'), true)
    const options = [{ text: '=1+1', right: true }, { text: '[a]' }, { text: '50% off' }, { text: '-2' }]
    await site.question('SINGLE', { options }, { title: '<p>=SUM(A1)</p>', explain: '<p>a</p><ul><li>b</li></ul>' })
    await site.question(
      'FILL',
      { blanks: [{ answer: String.raw`a\|b;c` }], caseSensitive: true },
      { title: '<p>d</p>' },
    )
    await site.question('MULTI', { options: [{ text: 'x', right: true }, { text: 'y' }] }, { practice: 1 })
    await site.question('SHORT', { reference: 'two\nlines' }, { status: 'HIDDEN', title: '<p>[x] <em>y</em></p>' })
    const blanks = [{ answer: 'a' }, { answer: '1', tolerance: '0.5' }]
    if (format !== 'gift') await site.question('FILL', { blanks, anyOrder: true }, { title: '<p>two</p>' })
    const rows = await bank()
    // GIFT has one blank.
    const expected = format === 'gift' ? rows.filter((row) => !String(row['title']).includes('三角形')) : rows
    const bytes = await file(format)
    if (format === 'gift') expect(bytes.toString()).toContain('has several blanks')
    await clear()
    expect(await bank()).toEqual([])
    expect(await send(bytes, true)).toMatchObject({ fresh: expected.length, refused: 0, same: 0 })
    const byTitle = (list: typeof rows) =>
      list.toSorted((left, right) => String(left['title']).localeCompare(String(right['title'])))
    expect(byTitle(await bank())).toEqual(byTitle(expected))
  })

  it('T52: refuses files without questions, and people without the right', async () => {
    const text = (value: string) => Buffer.from(value).toString('base64')
    for (const value of ['', text('name,price\na,1'), text('just text'), text('PK\u0003\u0004broken'), '!!'])
      expect(
        await site.post('Question/importBank', { subject: site.subject, file: value, store: false }),
      ).toMatchObject({ code: 0, data: { reason: 'invalid' } })
    expect(await site.post('Question/importBank', { subject: 9999, file: text('a {T}'), store: false })).toMatchObject({
      code: 0,
      data: { errors: { subject: 'Choose a subject.' } },
    })
    const reader = await site.app.account('reader', [await site.app.group('readers', ['exam/question/index'])])
    const body = { subject: site.subject, file: text('a {T}'), store: true }
    expect(await site.app.post(reader, 'exam.Question/importBank', body)).toMatchObject({ code: 401 })
    // Scripts of a file do not reach the bank, and scripts of GB 18030 are read.
    await send(Buffer.from('Kind,Question,Answer\njudge,"<p onclick=""x()"">a<script>b</script></p>",T\n'), true)
    expect(JSON.stringify(await bank())).not.toMatch(/script|onclick/)
    const gb = Buffer.concat([
      Buffer.from('Kind,Question,Answer\njudge,'),
      Buffer.from([0xb0, 0xb2, 0xc8, 0xab]),
      Buffer.from(',T\n'),
    ])
    await send(gb, true)
    expect(JSON.stringify(await bank())).toContain('安全')
  })
})
