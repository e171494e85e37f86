/** Limits of members, networks and clients of other products, and the jobs that follow. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContractCall, Scope } from 'tablewright/server'
import { questionnaire } from '#generated/questionnaire/index.ts'
import { cleanUp, tellOwners } from '../../../runtime/modules/questionnaire/server/jobs.ts'
import { questionnaireErasure } from '../../../runtime/modules/questionnaire/server/erasure.ts'
import { createRegistry } from '../../../runtime/server/core/models/registry.ts'
import { runAt } from '../../../runtime/server/core/clock.ts'
import type { Transaction } from '../../../runtime/server/db/index.ts'
import { openMemberSession } from '../../../runtime/server/index.ts'
import { limitKey } from '../../../runtime/server/operation/limits/limit-key.ts'
import { advanceRetention } from '../../../runtime/server/operation/limits/retention.ts'
import { models } from '../../server/http/running-app.ts'
import { ask, solveCaptcha, type WireAnswer } from '../../server/session/endpoint.ts'
import { moduleEngines } from '../../support/databases.ts'
import { form } from '../../support/multipart.ts'
import { partOf } from '../../support/part-of.ts'
import { device, openQuestionnaires, options, single, type QuestionnaireSite } from './questionnaire-site.ts'

const yes = { keys: ['k1'] }
const day = 86_400

describe.each(moduleEngines)('people who fill in on $name', (engine) => {
  let site: QuestionnaireSite
  const tokens: string[] = []
  const members: number[] = []
  beforeAll(async () => {
    site = await openQuestionnaires(engine, true)
    for (const username of ['ann', 'bob']) {
      const values = { username, nickname: username, password: '-', group_id: 1, status: 'enable', gender: 0 }
      const id = await site.app.database.write(async (trx) => {
        const all = { ...values, money: 0, score: 0, version: 1 }
        return Number((await trx.insertInto('user').values(all).returning('id').executeTakeFirstOrThrow())['id'])
      })
      const visitor = { ip: '127.0.0.1', device: 'test', rotates: true }
      const session = { accessLife: 600, refreshLife: 600, idleMinutes: 0, maxDays: 1, requiresFactor: false }
      const opened = await site.app.database.write((trx) =>
        openMemberSession(trx, { session }, { id, visitor, keep: false }),
      )
      members.push(id)
      tokens.push(opened.token)
    }
  })
  afterAll(() => site?.dispose())

  const rows = (table: string, id: number) =>
    site.app.database.query.selectFrom(table).selectAll().where('questionnaire_id', '=', id).orderBy('id').execute()
  const num = async (id: number) => Number((await site.app.row('questionnaire_questionnaire', id))?.['num'])
  const mine = async (token: string) =>
    (
      await ask<{ title: string; link: string; state: string }[]>(
        site.app.running,
        'GET',
        '/api/questionnaire.Index/mine',
        { headers: { 'ba-user-token': token } },
      )
    ).data
  const draft = (
    link: string,
    answers: object[],
    { token, name = 'x', ip = '192.0.2.30' }: { token?: string; name?: string; ip?: string } = {},
  ) =>
    ask<{ saved: boolean; time: number }>(site.app.running, 'POST', '/api/questionnaire.Index/draft', {
      ip,
      headers: token ? { 'ba-user-token': token } : {},
      payload: { link, version: 1, answers, device: device(name) },
    })

  it('takes one sheet of each member, of ten at once, and knows of it on every device', async () => {
    const { id, link } = await site.create([single('q')], { limit_by: 1, text_done: 'Once is enough.' })
    expect(await site.submit(link, { q: yes })).toMatchObject({ code: 0, data: { reason: 'members' } })
    const [token = '', other = ''] = tokens
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        site.submit(link, { q: yes }, { token, device: device(`own${index}`), ip: '192.0.2.10' }),
      ),
    )
    expect(replies.filter(({ code }) => code === 1).length).toBe(1)
    expect(
      new Set(replies.filter(({ code }) => code !== 1).map(({ msg, data }) => `${data['reason']} ${msg}`)),
    ).toEqual(new Set(['done Once is enough.']))
    expect((await site.info(link, { token, device: device('another') })).data).toMatchObject({ reason: 'done' })
    expect(await site.submit(link, { q: yes }, { token: other })).toMatchObject({ code: 1 })
    expect([await num(id), (await rows('questionnaire_sheet', id)).map((row) => row['user_id'])]).toEqual([2, members])
    // The request is that of a member, whom no network limits and no captcha asks.
    expect((await mine(token)).find((line) => line.link === link)).toMatchObject({ state: 'done' })
  })

  it('keeps the draft of a member for the next device, lists it, and says why it cannot go on', async () => {
    const { id, link } = await site.create([single('q'), single('r')], { members_only: 1 })
    const [token = '', other = ''] = tokens
    expect(await draft(link, [])).toMatchObject({ code: 0, data: { reason: 'members' } })
    const saved = await draft(link, [{ key: 'q', keys: ['k2'] }], { token })
    expect(saved.data).toMatchObject({ saved: true, time: expect.any(Number) })
    const opened = await site.info(link, { token, device: device('second') })
    expect(opened.data).toMatchObject({ draft: { answers: [{ key: 'q', keys: ['k2'] }], time: saved.data.time } })
    expect((await site.info(link, { token: other })).data).toMatchObject({ draft: null })
    expect((await mine(token))[0]).toMatchObject({ link, state: 'draft' })
    expect((await mine(other)).some((line) => line.link === link)).toBe(false)
    await site.app.post(site.root, 'questionnaire.Questionnaire/close', { id })
    expect((await mine(token))[0]).toMatchObject({ link, state: 'off' })
    const visitor = await ask(site.app.running, 'GET', '/api/questionnaire.Index/mine', {})
    expect(visitor.code).not.toBe(1)
  })

  it('T35 T39 asks a network for a captcha from the third sheet on, and takes ten in an hour', async () => {
    const { id, link } = await site.create([single('q')])
    const own = { ip: '192.0.2.20' }
    const send = (body: object = {}) => site.submit(link, { q: yes }, { ...own, body })
    expect((await site.info(link, own)).data).toMatchObject({ captcha: false })
    expect([(await send()).code, (await send()).code]).toEqual([1, 1])
    expect((await site.info(link, own)).data).toMatchObject({ captcha: true })
    expect(await send()).toMatchObject({ code: 0, data: { errors: { captcha: 'Solve the captcha.' } } })
    expect(await send({ captchaId: 'none', captchaInfo: '1,1;350;200' })).toMatchObject({ code: 0 })
    // Another address of the network is asked as well, another network is not.
    expect((await site.info(link, { ip: '192.0.2.99' })).data).toMatchObject({ captcha: true })
    expect((await site.info(link, { ip: '198.18.3.1' })).data).toMatchObject({ captcha: false })
    // A wrong sheet costs no try.
    expect(await site.submit(link, {}, { ...own, body: await solveCaptcha(site.app.running) })).toMatchObject({
      data: { errors: { q: expect.any(String) } },
    })
    const solved = await solveCaptcha(site.app.running)
    expect((await send(solved)).code).toBe(1)
    expect((await send(solved)).code).toBe(0)
    for (let count = 3; count < 10; count++) expect((await send(await solveCaptcha(site.app.running))).code).toBe(1)
    const refused = await send(await solveCaptcha(site.app.running))
    expect([refused.code, refused.msg]).toEqual([
      0,
      'This network has sent too many sheets. Try again in 60 minutes; your answers stay on this device.',
    ])
    expect(await num(id)).toBe(10)
    expect((await site.submit(link, { q: yes }, { token: tokens[0]!, ...own })).code).toBe(1)
  })

  it('T52 takes twenty megabytes of files of a network in an hour', async () => {
    const { link } = await site.create([
      { key: 'f', kind: 'file', title: 'F', must: false, fileTypes: ['txt'], fileSize: 20 },
    ])
    const upload = async (megabytes: number, ip: string): Promise<string> => {
      const { payload, headers } = form([{ file: 'a.txt', bytes: Buffer.alloc(megabytes * 1024 * 1024, 'a') }])
      const answer = await site.app.running.app.inject({
        method: 'POST',
        url: `/api/questionnaire.Index/upload?${new URLSearchParams({ link, item: 'f', version: '1' })}`,
        remoteAddress: ip,
        headers: { 'think-lang': 'en', 'x-tablewright': '1', ...headers },
        payload,
      })
      const { code, msg } = answer.json() as WireAnswer
      return code === 1 ? 'stored' : msg
    }
    const tooMuch = 'This network has uploaded too much. Try again in 60 minutes.'
    expect([await upload(9, '198.18.4.1'), await upload(9, '198.18.4.2')]).toEqual(['stored', 'stored'])
    expect(await upload(3, '198.18.4.2')).toBe(tooMuch)
    expect(await upload(1, '198.18.4.1')).toBe('stored')
    expect(await upload(1, '198.18.4.1')).toBe(tooMuch)
    expect(await upload(1, '198.18.5.1')).toBe('stored')
  })

  it('T52 begins a hundred drafts of a network in an hour, and goes on with those that there are', async () => {
    const { id, link } = await site.create([single('q')])
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, index) => draft(link, [], { name: `many${index}` })),
    )
    expect(replies.every(({ data }) => data.saved)).toBe(true)
    await site.app.database.write((trx) =>
      trx
        .updateTable('throttle')
        .set({ count: 99 })
        .where('key', '=', limitKey('questionnaire drafts', { network: '192.0.2.30' }))
        .execute(),
    )
    const saved = []
    for (const name of ['last', 'over', 'many3']) saved.push((await draft(link, [], { name })).data.saved)
    expect(saved).toEqual([true, false, true])
    expect((await rows('questionnaire_draft', id)).length).toBe(41)
  })

  const call = (path: string, payload: object, ip = '198.18.6.1') =>
    ask(site.app.running, 'POST', `/api/questionnaire.${path}`, { ip, payload })
  const kinds = [
    single('q', { title: 'Colour', options: options('red, blue', 'green') }),
    { key: 'm', kind: 'multiple' as const, title: 'Many', must: true, options: options('a', 'b', 'c') },
    { key: 'w', kind: 'fill_in' as const, title: 'Words', must: false },
    { key: 'f', kind: 'file' as const, title: 'File', must: false, fileTypes: ['txt'], fileSize: 1 },
  ]

  it('QB9 serves clients of other products by number, and ignores what they say of the questions', async () => {
    const { id } = await site.create(kinds, { limit_by: 2, text_done: 'Done.' })
    expect((await call('Examination/getExamination', { id: 999_999, user: 'u' })).data).toMatchObject({ status: 0 })
    expect((await call('Examination/getExamination', { user: 'u' })).data).toMatchObject({ status: 0 })
    const { data } = await call('Examination/getExamination', { id, user: 'openid-1' })
    const { questions } = (data as { row: { questions: Record<string, unknown>[] } }).row
    expect([data['status'], questions.map(({ type, must }) => [type, must])]).toEqual([
      1,
      [
        [0, 1],
        [1, 1],
        [2, 0],
        [7, 0],
      ],
    ])
    const { payload, headers } = form([
      { name: 'size', bytes: '900' },
      { name: 'suffix', bytes: 'exe,txt' },
      { file: 'a.txt', bytes: 'hello' },
    ])
    const upFile = async (body: Buffer, type: Record<string, string>) => {
      const url = '/api/questionnaire.AnswerSheet/upFile'
      const options = { method: 'POST' as const, url, remoteAddress: '198.18.6.2', headers: type, payload: body }
      return (await site.app.running.app.inject(options)).json() as WireAnswer<{ url: string }>
    }
    const file = await upFile(payload, headers)
    expect(file).toMatchObject({ code: 1, data: { url: expect.any(String) } })
    const program = form([{ file: 'a.exe', bytes: 'MZ' }])
    expect((await upFile(program.payload, program.headers)).code).toBe(0)
    const checked = ['red, blue', ['b', 'c'], 'some words', [{ name: 'a.txt', url: file.data.url }]]
    const answered = questions.map((question, index) => ({ ...question, checked: checked[index] }))
    const sheet = (list: object[], user = 'openid-1') =>
      call('AnswerSheet/submitAnswer', { id, title: 'x', platform: 2, user, questions: list })
    const forged = answered.map((question) => ({ ...question, must: 0, checked: '', options: [{ name: 'own' }] }))
    expect(await sheet(forged)).toMatchObject({ code: 0, data: { errors: { q: expect.any(String) } } })
    const unknown = answered.map((question, index) => (index === 0 ? { ...question, checked: 'own' } : question))
    expect(await sheet(unknown)).toMatchObject({ code: 0, data: { errors: { q: expect.any(String) } } })
    expect(await sheet(answered)).toMatchObject({ code: 1, msg: 'Thank you for your answers.' })
    expect(await sheet(answered)).toMatchObject({ code: 0, msg: 'Done.', data: { reason: 'done' } })
    expect((await call('Examination/getExamination', { id, user: 'openid-1' })).data).toEqual({
      status: 2,
      msg: 'Done.',
    })
    const answers = (await rows('questionnaire_answer', id)).map((row) => [row['item_key'], row['sid'], row['checked']])
    expect(answers.slice(0, 3)).toEqual([
      ['q', '["k1"]', 'red, blue'],
      ['m', '["k2","k3"]', 'b, c'],
      ['w', null, 'some words'],
    ])
    expect(answers.length).toBe(4)
    expect((await rows('questionnaire_sheet', id))[0]).toMatchObject({ platform: 2, user_id: null })
    const withoutKeys = answered.map(({ key: _key, ...question }: Record<string, unknown>, index) => ({
      ...question,
      checked: index === 3 ? [] : checked[index],
    }))
    expect((await sheet(withoutKeys, 'openid-2')).code).toBe(1)
    const now = Math.floor(Date.now() / 1000)
    const edit = (body: object) =>
      site.app.post(site.root, 'questionnaire.Questionnaire/edit', { id, title: 'S', ...body })
    await edit({ begin_time: now + day })
    expect((await call('Examination/getExamination', { id, user: 'u3' })).data).toMatchObject({ status: 3 })
    await site.app.post(site.root, 'questionnaire.Questionnaire/close', { id })
    expect((await call('Examination/getExamination', { id, user: 'u3' })).data).toMatchObject({ status: 4 })
  })

  it('T50 refuses such a file where its question takes another kind or size', async () => {
    const items = [{ key: 'f', kind: 'image' as const, title: 'F', must: false }]
    const { link, id } = await site.create(items)
    await site.create([{ key: 'g', kind: 'file', title: 'G', must: false, fileTypes: ['txt'] }])
    const { payload, headers } = form([{ file: 'a.txt', bytes: 'hello' }])
    const url = '/api/questionnaire.AnswerSheet/upFile'
    const upload = await site.app.running.app.inject({
      method: 'POST',
      url,
      remoteAddress: '198.18.6.9',
      headers,
      payload,
    })
    const { data } = upload.json() as WireAnswer<{ code: string }>
    const reply = await site.submit(link, { f: { files: [data.code] } })
    expect([reply.code, Object.keys(reply.data['errors'] as object), await num(id)]).toEqual([0, ['f'], 0])
  })

  it('offers enabled questions of the bank, and copies one that later changes do not reach', async () => {
    const add = async (body: object) =>
      (await site.app.post<{ id: number }>(site.root, 'questionnaire.Question/add', body)).data.id
    const question = await add({ title: 'Which Colour?', kind: 0, must: 1, options: ['red, blue', 'green'] })
    await add({ title: 'Which size?', kind: 0, options: ['s'], status: 0 })
    const bank = async (search: string) =>
      (
        await site.app.get<{ items: { title: string; options: unknown; questionId: number }[] }>(
          site.root,
          `questionnaire.Questionnaire/bank?search=${search}`,
        )
      ).data.items
    expect(await bank('which')).toEqual([
      {
        key: '',
        kind: 'single',
        title: 'Which Colour?',
        must: true,
        questionId: question,
        options: options('red, blue', 'green'),
      },
    ])
    expect(await bank('100%25')).toEqual([])
    const { id } = await site.create([{ ...(await bank('colour'))[0]!, key: 'q1' } as never])
    await site.app.post(site.root, 'questionnaire.Question/edit', {
      id: question,
      title: 'Changed',
      kind: 0,
      options: ['x'],
    })
    await site.app.post(site.root, 'questionnaire.Question/del', { ids: [question] })
    const design = await site.app.get<{ items: unknown[] }>(site.root, `questionnaire.Questionnaire/design?id=${id}`)
    expect(design.data.items).toMatchObject([
      { key: 'q1', title: 'Which Colour?', options: options('red, blue', 'green') },
    ])
  })

  it('says each reason in the words of its owner, or in its own', async () => {
    const { id, link } = await site.create([single('q')], {
      quota: 1,
      text_full: 'No more.',
      text_before: 'Soon.',
      text_members: 'Join us.',
      thanks: 'Well done!',
    })
    const reasonOf = async () => {
      const { data } = await site.info(link)
      return [data['reason'], data['text']]
    }
    const edit = (body: object) =>
      site.app.post(site.root, 'questionnaire.Questionnaire/edit', { id, title: 'S', ...body })
    await edit({ begin_time: Math.floor(Date.now() / 1000) + day })
    expect(await reasonOf()).toEqual(['before', 'Soon.'])
    await edit({ begin_time: null, members_only: 1 })
    expect(await reasonOf()).toEqual(['members', 'Join us.'])
    await edit({ members_only: 0 })
    expect((await site.submit(link, { q: yes })).data).toEqual({ thanks: 'Well done!' })
    expect(await reasonOf()).toEqual(['full', 'No more.'])
    await edit({ text_full: '' })
    expect(await reasonOf()).toEqual([
      'full',
      'This questionnaire has all the answers it needs. Yours were not counted.',
    ])
  })

  const runJob = ({ handler }: typeof tellOwners): Promise<unknown> => {
    const complete = (work: (trx: Transaction) => Promise<void>) => site.app.database.write(work)
    return ownScope().then((scope) => handler(partOf({ scope, complete })))
  }
  const ownScope = async () =>
    partOf<Scope>({
      database: site.app.database,
      registry: createRegistry(await models([questionnaire])),
      settings: partOf<Scope['settings']>({
        own: {},
        upload: partOf({ folder: join(site.app.running.folder, 'storage') }),
      }),
      language: 'en',
    })

  it('tells the owner of new sheets once for all of them, and nobody who does not want to hear', async () => {
    const [loud, quiet] = [await site.create([single('q')]), await site.create([single('q')], { notify: 0 })]
    for (const { link } of [loud, loud, quiet]) await site.submit(link, { q: yes })
    const notices = async (id: number) =>
      (await site.app.database.query.selectFrom('notice').selectAll().orderBy('id').execute()).filter((row) =>
        String(row['path']).endsWith(`edit=${id}`),
      )
    await runJob(tellOwners)
    await runJob(tellOwners)
    const [notice, ...others] = await notices(loud.id)
    expect([JSON.stringify(notice).includes('2 new, 2 in all.'), others.length]).toEqual([true, 0])
    await site.submit(loud.link, { q: yes })
    await runJob(tellOwners)
    expect((await notices(loud.id)).length).toBe(2)
    expect(await notices(quiet.id)).toEqual([])
  })

  it('T33 forgets people of a closed questionnaire after a year, and drafts and free files sooner', async () => {
    const [closed, open] = [
      await site.create(kinds, { limit_by: 2 }),
      await site.create([single('q')], { limit_by: 2 }),
    ]
    const answers = { q: yes, m: yes }
    await site.submit(closed.link, answers, { token: tokens[0]!, device: device('keep') })
    await site.submit(open.link, { q: yes }, { token: tokens[0]!, device: device('keep') })
    await draft(closed.link, [], { name: 'late', ip: '198.18.8.1' })
    await site.app.post(site.root, 'questionnaire.Questionnaire/close', { id: closed.id })
    const now = Math.floor(Date.now() / 1000)
    const state = async () => {
      const peopleOf = async (id: number) =>
        (await rows('questionnaire_sheet', id)).map((row) => [row['user_id'], row['limiter'] !== null])
      const free = await site.app.database.query
        .selectFrom('questionnaire_file')
        .select('id')
        .where('sheet_id', 'is', null)
        .execute()
      return [
        await peopleOf(closed.id),
        await peopleOf(open.id),
        (await rows('questionnaire_draft', closed.id)).length,
        free.length > 0,
      ]
    }
    const runOn = (moment: number) =>
      runAt(moment, async () => {
        await site.app.database.write(advanceRetention)
        await runJob(cleanUp)
        return state()
      })
    const [ann] = members
    const people = [[ann, true]]
    expect(await state()).toEqual([people, people, 1, true])
    const later = now + 366 * day
    // Rows go when two checks a day apart have found them old, lest a clock that was ahead removes them.
    expect(await runOn(later)).toEqual([people, people, 1, false])
    expect(await runOn(later + day + 1)).toEqual([[[null, false]], people, 0, false])
  })

  it('lets go of a member who is deleted, and keeps the sheet', async () => {
    const { id, link } = await site.create([single('q')], { limit_by: 1 })
    const [, bob = 0] = members
    await site.submit(link, { q: yes }, { token: tokens[1]! })
    const other = await site.create([single('q')])
    await draft(other.link, [{ key: 'q', keys: ['k1'] }], { token: tokens[1]! })
    const scope = await ownScope()
    const { lines } = await questionnaireErasure.describe(scope, bob)
    expect(lines.at(-1)).toBe('1 drafts are deleted.')
    const exported = await questionnaireErasure.export(scope, bob)
    expect(exported.map(({ name, rows: list }) => [name, list.length > 0])).toEqual([
      ['questionnaire/sheet', true],
      ['questionnaire/answer', true],
    ])
    await site.app.database.write(async (trx) => {
      const whole = partOf<ContractCall>({ scope: await ownScope(), trx })
      for (const { lock } of questionnaireErasure.locks ?? []) await lock(whole, [bob])
      await questionnaireErasure.erase(whole, bob)
    })
    expect(await rows('questionnaire_sheet', id)).toMatchObject([{ user_id: null, limiter: null }])
    expect(await rows('questionnaire_draft', other.id)).toEqual([])
    expect(await num(id)).toBe(1)
  })
})
