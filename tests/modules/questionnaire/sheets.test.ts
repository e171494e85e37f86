/** Filling in, counting and reading questionnaires, as people and administrators do it over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checks as moduleChecks } from './module-checks.ts'
import type { AnswerOf } from 'tablewright/protocol'
import type { results as resultsRoute, sheetAnswers } from '../../../runtime/modules/questionnaire/shared/routes.ts'
import type { Item } from '../../../runtime/modules/questionnaire/shared/item.ts'
import { ownColumns } from '../../../runtime/modules/questionnaire/server/questionnaires/duplicate.ts'
import { moduleEngines } from '../../support/databases.ts'
import { ask, forgive } from '../../server/session/endpoint.ts'
import { form } from '../../support/multipart.ts'
import { device, openQuestionnaires, options, single, type QuestionnaireSite } from './questionnaire-site.ts'

type Results = AnswerOf<(typeof resultsRoute)['answer']>
type SheetAnswers = AnswerOf<(typeof sheetAnswers)['answer']>

const yes = { keys: ['k1'] }
const no = { keys: ['k2'] }

describe.each(moduleEngines)('questionnaires on $name', (engine) => {
  let site: QuestionnaireSite
  beforeAll(async () => {
    site = await openQuestionnaires(engine)
  })
  afterAll(() => site?.dispose())

  const rows = (table: string, id: number) =>
    site.app.database.query.selectFrom(table).selectAll().where('questionnaire_id', '=', id).orderBy('id').execute()
  const num = async (id: number) => (await site.app.row('questionnaire_questionnaire', id))?.['num']
  const results = async (id: number, query = '') =>
    (await site.app.get<Results>(site.root, `questionnaire.Questionnaire/results?id=${id}${query}`)).data
  const countsOf = async (id: number, key: string, query = '') => {
    const { items } = await results(id, query)
    const item = items.find((candidate) => candidate.key === key)!
    return {
      seen: item.seen,
      answered: item.answered,
      ...Object.fromEntries(item.options.map((o) => [o.key, o.count])),
    }
  }

  it('QI2 QI3 QB1 stores what was shown, counts it, and requires what has to be answered', async () => {
    const { id, link } = await site.create([
      single('kids'),
      single('count', { show: { op: 'equals', item: 'kids', value: 'k1' } }),
      { key: 'words', kind: 'short', title: 'Words', must: false, maxLength: 5 },
    ])
    expect((await site.info(link)).data).toMatchObject({ reason: null, title: 'Survey', version: 1 })
    expect(await site.submit(link, { kids: no, count: yes })).toMatchObject({ code: 1 })
    expect(await site.submit(link, { kids: yes })).toMatchObject({
      code: 0,
      data: { errors: { count: expect.any(String) } },
    })
    expect(await site.submit(link, { kids: yes, count: no, words: { text: 'too long' } })).toMatchObject({
      data: { reason: 'invalid', errors: { words: 'Enter at most 5 characters.' } },
    })
    expect(await site.submit(link, { kids: yes, count: no, words: { text: 'short' } })).toMatchObject({ code: 1 })
    expect(await num(id)).toBe(2)
    expect(
      (await rows('questionnaire_answer', id)).map((row) => [row['item_key'], row['sid'], row['checked']]),
    ).toEqual([
      ['kids', '["k2"]', 'No'],
      ['kids', '["k1"]', 'Yes'],
      ['count', '["k2"]', 'No'],
      ['words', null, 'short'],
    ])
    expect(await countsOf(id, 'count')).toEqual({ seen: 1, answered: 1, k1: 0, k2: 1 })
    expect(await countsOf(id, 'kids')).toEqual({ seen: 2, answered: 2, k1: 1, k2: 1 })
    expect(await countsOf(id, 'kids', '&item=kids&option=k1')).toEqual({ seen: 1, answered: 1, k1: 1, k2: 0 })
  })

  it('QI5 stores a sheet once, however often and at once it is sent', async () => {
    const { id, link } = await site.create([single('q')])
    const client = 'client-0001'
    const replies = await Promise.all(Array.from({ length: 8 }, () => site.submit(link, { q: yes }, { client })))
    expect(replies.map(({ code, data }) => [code, data])).toEqual(
      replies.map(() => [1, { thanks: 'Thank you for your answers.' }]),
    )
    expect([await num(id), (await rows('questionnaire_sheet', id)).length]).toEqual([1, 1])
  })

  it('QI4 QB5 QB6 takes exactly as many sheets as the quota says, of fifty at once', async () => {
    const { id, link } = await site.create([single('q')], { quota: 10, text_full: 'That was it.' })
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) => site.submit(link, { q: yes }, { device: device(String(index)) })),
    )
    expect(replies.filter(({ code }) => code === 1).length).toBe(10)
    const refused = replies.filter(({ code }) => code !== 1)
    expect(new Set(refused.map(({ data, msg }) => `${data['reason']}: ${msg}`))).toEqual(
      new Set(['full: That was it.']),
    )
    expect([await num(id), (await rows('questionnaire_sheet', id)).length]).toEqual([10, 10])
    // People who were too late have lost nothing.
    expect((await rows('questionnaire_draft', id)).length).toBe(40)
    expect(await countsOf(id, 'q')).toEqual({ seen: 10, answered: 10, k1: 10, k2: 0 })
  })

  it('QB6 limits how many people choose an option, also of the last question', async () => {
    const items = [single('q', { options: options('Yes', 'No').map((o) => ({ ...o, quota: o.key === 'k1' ? 2 : 5 })) })]
    const { id, link } = await site.create([single('first'), ...items], { text_full: 'Both are taken.' })
    const send = (q: object) => site.submit(link, { first: yes, q })
    const replies = await Promise.all(Array.from({ length: 6 }, () => send(yes)))
    expect(replies.filter(({ code }) => code === 1).length).toBe(2)
    expect(new Set(replies.filter(({ code }) => code !== 1).map(({ msg }) => msg))).toEqual(
      new Set(['Both are taken.']),
    )
    expect(await send(no)).toMatchObject({ code: 1 })
    expect([await num(id), await countsOf(id, 'q')]).toEqual([3, { seen: 3, answered: 3, k1: 2, k2: 1 }])
    expect(JSON.stringify((await site.info(link)).data)).not.toContain('quota')
  })

  it('QB4 takes a sheet of either way, each of which requires questions of its own', async () => {
    const { id, link } = await site.create([
      single('way', { jumps: [{ when: { op: 'equals', item: 'way', value: 'k2' }, to: 'second' }] }),
      single('first', { jumps: [{ to: 'end' }] }),
      single('second'),
    ])
    expect(await site.submit(link, { way: yes, first: no })).toMatchObject({ code: 1 })
    expect(await site.submit(link, { way: no, first: no, second: yes })).toMatchObject({ code: 1 })
    expect(Object.keys((await site.submit(link, { way: no, first: no })).data['errors'] as object)).toEqual(['second'])
    expect(await countsOf(id, 'first')).toEqual({ seen: 1, answered: 1, k1: 0, k2: 1 })
  })

  it('accepts one sheet of a device, also of ten at once', async () => {
    const { id, link } = await site.create([single('q')], { limit_by: 2 })
    const own = { device: device('mine') }
    const replies = await Promise.all(Array.from({ length: 10 }, () => site.submit(link, { q: yes }, own)))
    expect(replies.filter(({ code }) => code === 1).length).toBe(1)
    expect(replies.filter(({ code }) => code !== 1).every(({ data }) => data['reason'] === 'done')).toBe(true)
    expect((await site.info(link, own)).data).toMatchObject({ reason: 'done' })
    expect((await site.info(link, { device: device('other') })).data).toMatchObject({ reason: null })
    expect(await site.submit(link, { q: yes })).toMatchObject({ code: 0, data: { reason: 'invalid' } })
    expect(await num(id)).toBe(1)
  })

  it('Q9 says why it is closed, in the words of its owner', async () => {
    const now = Math.floor(Date.now() / 1000)
    const texts = { text_off: 'Off.', text_after: 'Over.' }
    const { id, link } = await site.create([single('q')], texts)
    const change = (body: object) =>
      site.app.post(site.root, 'questionnaire.Questionnaire/edit', { id, title: 'Survey', ...body })
    await change({ end_time: now - 60 })
    expect((await site.info(link)).data).toMatchObject({ reason: 'after', text: 'Over.' })
    expect(await site.submit(link, { q: yes })).toMatchObject({ code: 0, msg: 'Over.', data: { reason: 'after' } })
    await change({ end_time: null, begin_time: now + 3600 })
    expect((await site.info(link)).data).toMatchObject({
      reason: 'before',
      text: 'This questionnaire is not open yet.',
    })
    await change({ begin_time: null, members_only: 1 })
    expect((await site.info(link)).data).toMatchObject({ reason: 'members' })
    await change({ members_only: 0 })
    await site.app.post(site.root, 'questionnaire.Questionnaire/close', { id })
    expect((await site.info(link)).data).toMatchObject({ reason: 'off', text: 'Off.' })
    expect(await site.submit(link, { q: yes })).toMatchObject({ code: 0, data: { reason: 'off' } })
    expect(await site.info('no-such-link')).toMatchObject({ code: 0, data: { reason: 'not_found' } })
  })

  it('T10 T36 asks for the password, and never tells it', async () => {
    const { id, link } = await site.create([single('secret')], { password_on: 1, password: 'open sesame 7' })
    const locked = await site.info(link)
    expect(locked.data).toMatchObject({ reason: 'password', title: '' })
    expect(JSON.stringify(locked.data)).not.toContain('SECRET')
    const unlock = (password: string, ip: string) =>
      ask(site.app.running, 'POST', '/api/questionnaire.Index/unlock', { ip, payload: { link, password } })
    expect(await unlock('wrong', '192.0.2.1')).toMatchObject({
      code: 0,
      data: { errors: { password: 'The password is wrong.' } },
    })
    const { data } = await unlock('open sesame 7', '192.0.2.1')
    const pass = String(data['pass'])
    expect((await site.info(link, { pass })).data).toMatchObject({ reason: null })
    expect(await site.submit(link, { secret: yes })).toMatchObject({ code: 0, data: { reason: 'password' } })
    expect(await site.submit(link, { secret: yes }, { pass })).toMatchObject({ code: 1 })
    const reply = await site.app.get(site.root, `questionnaire.Questionnaire/edit?id=${id}`)
    expect(reply.text).not.toMatch(/argon2|sesame/)
    await site.app.post(site.root, 'questionnaire.Questionnaire/edit', {
      id,
      title: 'Survey',
      password: 'another word 8',
    })
    expect((await site.info(link, { pass })).data).toMatchObject({ reason: 'password' })
    for (let count = 0; count < 12; count++) await unlock('wrong', '192.0.2.9')
    expect((await unlock('another word 8', '192.0.2.9')).code).toBe(0)
  })

  it('Q8 stores nothing of a person who answers anonymously, and shows results from five sheets on', async () => {
    const { id, link } = await site.create([single('q')], { anonymous: 1 })
    const send = (name: string) => site.submit(link, { q: yes }, { device: device(name) })
    for (const name of ['a', 'b', 'c', 'd']) expect(await send(name)).toMatchObject({ code: 1 })
    const [sheet] = await rows('questionnaire_sheet', id)
    expect(sheet).toMatchObject({ user_id: null, limiter: null })
    // Midnight in Shanghai.
    expect((Number(sheet?.['create_time']) + 8 * 3600) % 86_400).toBe(0)
    expect(await results(id)).toMatchObject({ hiddenBelow: 5, items: [] })
    const answers = await site.app.get(site.root, `questionnaire.Sheet/answers?id=${sheet?.['id']}`)
    const file = await site.app.get(site.root, `questionnaire.Questionnaire/exportSheets?id=${id}&format=csv`)
    expect([answers.code, file.code]).toEqual([0, 0])
    await send('e')
    expect(await countsOf(id, 'q')).toEqual({ seen: 5, answered: 5, k1: 5, k2: 0 })
    const change = { id, title: 'Survey', anonymous: 0 }
    const edited = await site.app.post(site.root, 'questionnaire.Questionnaire/edit', change)
    expect([edited.code, (await site.app.row('questionnaire_questionnaire', id))?.['anonymous']]).not.toEqual([1, 0])
    expect((await rows('questionnaire_draft', id)).length).toBe(0)
  })

  it('Q2 QI8 keeps versions apart, takes a sheet of the former one, and sums their counts', async () => {
    const { id, link } = await site.create([single('q')])
    await site.submit(link, { q: yes })
    const reworded = await site.design(
      id,
      [single('q', { title: 'Q again', options: options('Yes, please', 'No') })],
      1,
    )
    expect(reworded.data).toEqual({ version: 1, isNew: false })
    expect(await countsOf(id, 'q')).toEqual({ seen: 1, answered: 1, k1: 1, k2: 0 })
    const grown = await site.design(id, [single('q', { options: options('Yes', 'No', 'Perhaps') }), single('new')], 1)
    expect(grown.data).toEqual({ version: 2, isNew: true })
    expect(await site.design(id, [single('q')], 1)).toMatchObject({ code: 0, data: { reason: 'conflict' } })
    expect(await site.submit(link, { q: no }, { version: 1 })).toMatchObject({ code: 1 })
    expect(await site.submit(link, { q: { keys: ['k3'] }, new: yes }, { version: 2 })).toMatchObject({ code: 1 })
    expect(await site.submit(link, { q: yes }, { version: 3 })).toMatchObject({ code: 0, data: { reason: 'conflict' } })
    expect(await countsOf(id, 'q')).toEqual({ seen: 3, answered: 3, k1: 1, k2: 1, k3: 1 })
    expect((await results(id)).items[0]).toMatchObject({ differs: true })
    expect((await rows('questionnaire_sheet', id)).map((row) => row['version_no'])).toEqual([1, 1, 2])
  })

  it('QI7 QB8 QB10 exports one row for each sheet with the same columns, whatever the labels', async () => {
    const label = 'red, "blue"\nand green'
    const items = [
      { key: 'colours', kind: 'multiple' as const, title: 'Colours', must: false, options: options(label, '=1+1') },
      { key: 'words', kind: 'short' as const, title: 'Words', must: false },
      { key: 'never', kind: 'short' as const, title: 'Never', must: false },
    ]
    const { id, link } = await site.create(items)
    await site.submit(link, {})
    await site.submit(link, { colours: yes, words: { text: 'one' } })
    await site.submit(link, { colours: { keys: ['k1', 'k2'] }, words: { text: 'two' } })
    expect(await countsOf(id, 'colours')).toEqual({ seen: 3, answered: 2, k1: 2, k2: 1 })
    const file = await site.app.get(site.root, `questionnaire.Questionnaire/exportSheets?id=${id}&format=csv`)
    const { default: papa } = await import('papaparse')
    const table = papa.parse<string[]>(file.text.slice(1), { skipEmptyLines: true }).data
    expect(table[0]).toEqual(['Number', 'Time', 'Version', `Colours – ${label}`, 'Colours – =1+1', 'Words', 'Never'])
    expect(table.length).toBe(4)
    expect(
      table
        .slice(1)
        .map((row) => row.slice(3).join('|'))
        .sort(),
    ).toEqual(['1|0|one|', '1|1|two|', '|||'])
    const workbook = await site.app.get(site.root, `questionnaire.Questionnaire/exportSheets?id=${id}&format=xlsx`)
    expect(workbook.msg).toBe(undefined)
    expect(workbook.headers['content-type']).toContain('spreadsheetml')
    expect(workbook.text.startsWith('PK')).toBe(true)
  })

  it('deletes sheets with a reason, and counts them no more', async () => {
    const { id, link } = await site.create([
      single('q', { options: options('Yes', 'No').map((o) => ({ ...o, quota: 2 })) }),
    ])
    for (const answer of [yes, yes, no]) await site.submit(link, { q: answer })
    const [first] = await rows('questionnaire_sheet', id)
    const discard = (body: object) => site.app.post(site.root, 'questionnaire.Sheet/discard', body)
    expect(await discard({ ids: [Number(first?.['id'])], reason: '' })).toMatchObject({ code: 0 })
    expect((await discard({ ids: [Number(first?.['id'])], reason: 'a trial' })).data).toEqual({ removed: 1 })
    expect([await num(id), await countsOf(id, 'q')]).toEqual([2, { seen: 2, answered: 2, k1: 1, k2: 1 }])
    expect(await site.submit(link, { q: yes })).toMatchObject({ code: 1 })
    expect((await rows('questionnaire_answer', id)).length).toBe(3)
  })

  it('QI6 QB11 QB12 duplicates every setting, with texts and logic', async () => {
    const settings = {
      quota: 7,
      limit_by: 2,
      thanks: 'Thanks!',
      text_full: 'Full.',
      password_on: 1,
      password: 'open sesame 7',
    }
    const items = [single('a'), single('b', { show: { op: 'equals', item: 'a', value: 'k1' }, explain: 'Why' })]
    const { id } = await site.create(items, settings)
    const { data } = await site.app.post<{ id: number }>(site.root, 'questionnaire.Questionnaire/duplicate', { id })
    const before = await site.app.row('questionnaire_questionnaire', id)
    const after = await site.app.row('questionnaire_questionnaire', data.id)
    const without = (row: object = {}) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !ownColumns.some((own) => own === name)))
    expect(without(after)).toEqual(without(before))
    // A new setting fails this test until it is decided whether copies have it.
    expect(Object.keys(without(before)).sort()).toEqual([
      'anonymous',
      'description',
      'limit_by',
      'members_only',
      'notify',
      'password',
      'password_on',
      'quota',
      'text_after',
      'text_before',
      'text_done',
      'text_full',
      'text_members',
      'text_off',
      'thanks',
    ])
    expect(after).toMatchObject({ title: 'Survey (copy)', status: 0, num: 0, version_no: 1 })
    expect(after?.['link']).not.toBe(before?.['link'])
    const design = async (of: number) =>
      (await site.app.get<{ items: unknown }>(site.root, `questionnaire.Questionnaire/design?id=${of}`)).data.items
    expect(await design(data.id)).toEqual(await design(id))
    // The items that were read can be stored elsewhere.
    const other = await site.create((await design(id)) as readonly Item[])
    expect(await design(other.id)).toEqual(await design(id))
  })

  it('keeps a draft for the device, and for nobody else', async () => {
    const { link } = await site.create([single('q'), single('r')])
    const own = { device: device('drafts') }
    const draft = (answers: object[]) =>
      ask(site.app.running, 'POST', '/api/questionnaire.Index/draft', {
        ip: '192.0.2.50',
        payload: { link, version: 1, answers, ...own },
      })
    expect(await draft([{ key: 'q', keys: ['k1'] }])).toMatchObject({ code: 1, data: { saved: true } })
    expect(
      (
        await draft([
          { key: 'q', keys: ['k2'] },
          { key: 'r', text: 'x'.repeat(5000) },
        ])
      ).code,
    ).toBe(1)
    expect((await site.info(link, own)).data).toMatchObject({
      draft: { version: 1, answers: [{ key: 'q', keys: ['k2'] }, { key: 'r' }] },
    })
    expect((await site.info(link, { device: device('somebody') })).data).toMatchObject({ draft: null })
    await site.submit(link, { q: yes, r: yes }, own)
    expect((await site.info(link, own)).data).toMatchObject({ draft: null })
  })

  it('QB9 T22 ignores what a sheet says of its questions', async () => {
    const { id, link } = await site.create([single('q')])
    const forged = { answers: [{ key: 'q', title: 'Other', must: 0, options: [{ key: 'k9' }], keys: ['k9'] }] }
    const other = await ask(site.app.running, 'POST', '/api/questionnaire.Index/submit', {
      ip: '192.0.2.60',
      payload: { link, client: 'forged-sheet', version: 1, ...forged },
    })
    expect(other).toMatchObject({ code: 0, data: { reason: 'invalid', errors: { q: expect.any(String) } } })
    const empty = await site.submit(link, {}, { body: { answers: [] } })
    expect(empty).toMatchObject({ code: 0, data: { errors: { q: 'Answer this question.' } } })
    expect(await num(id)).toBe(0)
  })

  it.each<[string, object]>([
    ['an option that is gone', { one: { keys: ['k9'] } }],
    ['two options of a single choice', { one: { keys: ['k1', 'k2'] } }],
    ['an option twice', { many: { keys: ['k1', 'k1'] } }],
    ['too few options', { many: { keys: ['k1'] } }],
    ['a text where none is asked for', { one: { keys: ['k1'], text: 'x' } }],
    ['no text for the other option', { other: { keys: ['k2'] } }],
    ['a rating above the best', { rating: { keys: ['6'] } }],
    ['a rating that is no number', { rating: { keys: ['x'] } }],
    ['half a matrix', { matrix: { keys: ['r1:k1'] } }],
    ['two cells of one row', { matrix: { keys: ['r1:k1', 'r1:k2'] } }],
    ['a file of somebody else', { file: { files: ['0123456789abcdef0123456789abcdef'] } }],
    ['keys for a text', { words: { keys: ['k1'] } }],
  ])('refuses %s', async (_case, answers) => {
    bad ??= site.create([
      single('one', { must: false }),
      { key: 'many', kind: 'multiple', title: 'Many', must: false, options: options('a', 'b', 'c'), minChoices: 2 },
      {
        key: 'other',
        kind: 'single',
        title: 'O',
        must: false,
        options: [...options('a'), { key: 'k2', label: 'b', other: true }],
      },
      { key: 'rating', kind: 'rating', title: 'R', must: false },
      {
        key: 'matrix',
        kind: 'matrix',
        title: 'M',
        must: false,
        options: options('a', 'b'),
        rows: [
          { key: 'r1', label: 'r' },
          { key: 'r2', label: 's' },
        ],
      },
      { key: 'file', kind: 'file', title: 'F', must: false },
      { key: 'words', kind: 'fill_in', title: 'W', must: false },
    ])
    const { link } = await bad
    const matrixOnly = Object.keys(answers).join() === 'matrix' && Object.values(answers)[0].keys.length === 1
    const replies = await site.submit(link, answers as never)
    // A matrix that need not be answered may be answered in part.
    expect(replies.code).toBe(matrixOnly ? 1 : 0)
    if (!matrixOnly) expect(Object.keys(replies.data['errors'] as object)).toEqual(Object.keys(answers))
  })
  let bad: Promise<{ link: string }> | undefined

  it('T50 T52 stores files of the question only, and deletes them with the sheet', async () => {
    const items = [
      { key: 'file', kind: 'file' as const, title: 'File', must: true, fileTypes: ['txt'], fileSize: 1, fileNum: 2 },
    ]
    const { id, link } = await site.create(items)
    const upload = async (name: string, bytes: Buffer | string, more: { item?: string; ip?: string } = {}) => {
      const { payload, headers } = form([{ file: name, bytes }])
      const query = new URLSearchParams({ link, item: more.item ?? 'file', version: '1', device: device('files') })
      const answer = await site.app.running.app.inject({
        method: 'POST',
        url: `/api/questionnaire.Index/upload?${query}`,
        remoteAddress: more.ip ?? '192.0.2.70',
        headers: { 'think-lang': 'en', 'x-tablewright': '1', ...headers },
        payload,
      })
      return answer.json() as { code: number; msg: string; data: { code: string } }
    }
    expect(await upload('a.exe', 'MZ')).toMatchObject({ code: 0 })
    expect(await upload('a.png', 'no picture')).toMatchObject({ code: 0 })
    expect(await upload('a.txt', 'x'.repeat(1024 * 1024 + 1))).toMatchObject({ code: 0 })
    expect(await upload('a.txt', 'text', { item: 'other' })).toMatchObject({ code: 0 })
    const first = await upload('a.txt', 'the same text')
    const second = await upload('a.txt', 'the same text')
    expect([first.code, second.code]).toEqual([1, 1])
    const own = { device: device('files') }
    const both = [first.data.code, (await upload('b.txt', 'another text')).data.code]
    expect(await site.submit(link, { file: { files: both } }, own)).toMatchObject({ code: 1 })
    expect(await site.submit(link, { file: { files: [first.data.code] } }, own)).toMatchObject({ code: 0 })
    const [sheet] = await rows('questionnaire_sheet', id)
    const reply = await site.app.get<SheetAnswers>(site.root, `questionnaire.Sheet/answers?id=${sheet?.['id']}`)
    const file = reply.data.items[0]?.files[0]
    const opened = await site.app.running.app.inject({ url: file?.address ?? '' })
    expect([file?.name, opened.statusCode, opened.body]).toEqual(['a.txt', 200, 'the same text'])
    const [storedFile] = await rows('questionnaire_file', id)
    expect((await site.app.running.app.inject({ url: String(storedFile?.['url']) })).statusCode).toBe(404)
    await site.app.post(site.root, 'questionnaire.Sheet/discard', { ids: [Number(sheet?.['id'])], reason: 'x' })
    // The other upload of the same content has a file of its own.
    const [other] = await rows('questionnaire_file', id)
    const left = await site.app.database.query.selectFrom('attachment').select('url').execute()
    expect(left).toEqual([{ url: other?.['url'] }])
    const ip = '192.0.2.80'
    const answers = []
    for (let count = 0; count < 31; count++) answers.push((await upload('a.txt', 'more', { ip })).code)
    expect([answers[0], answers.at(-1)]).toEqual([1, 0])
    await forgive(site.app.running)
  })

  it('leaves doctor and rebuild nothing to do, and they see what is wrong', async () => {
    await moduleChecks(site.app)
  })
})
