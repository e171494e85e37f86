/** Members for administrators: accounts, groups and rules; balance and score change through the ledger only. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Scope } from 'tablewright/server'
import { member } from '#generated/member/index.ts'
import { userOptions } from '#generated/member/options.ts'
import { system } from '#generated/system/index.ts'
import { changeAsset, type Asset } from '../../../runtime/modules/member/server/assets.ts'
import { memberServer } from '../../../runtime/modules/member/server/index.ts'
import { runDoctor } from '../../../runtime/server/ops/doctor/doctor.ts'
import { createRegistry } from '../../../runtime/server/core/models/registry.ts'
import { verifyPassword } from '../../../runtime/server/identity/session/password.ts'
import { openTestApp, type TestApp } from '../../server/access/access-app.ts'
import { models } from '../../server/http/running-app.ts'
import { moduleEngines } from '../../support/databases.ts'
import { assetProblems } from './assets.ts'
import { partOf } from '../../support/part-of.ts'

describe.each(moduleEngines)('members on $name', (engine) => {
  let app: TestApp
  let scope: Scope
  let root = 0
  let nextNumber = 1
  beforeAll(async () => {
    app = await openTestApp(engine, { servers: [memberServer] }, [member, system])
    root = await app.account('root', [await app.group('root', '*')])
    const registry = createRegistry(await models([member, system]))
    scope = partOf<Scope>({ database: app.database, registry, language: 'en', actor: null })
  })
  afterAll(() => app.dispose())

  const add = async (username: string, more: object = {}): Promise<number> => {
    const body = {
      username,
      nickname: username,
      password: 'long enough 7',
      group_id: 1,
      gender: userOptions.gender.unknown,
      ...more,
    }
    const { data, msg } = await app.post<{ id: number }>(root, 'user.User/add', body)
    if (!data.id) throw new Error(msg)
    return data.id
  }
  const change = (userId: number, asset: Asset, amount: number, sn = nextNumber++) =>
    app.database.write((trx) =>
      changeAsset({ scope, trx }, { asset, userId, amount, memo: 'test', source: 'adjust', sn }),
    )
  const row = async (id: number) => (await app.row('user', id)) ?? {}

  it('have a group with all rights and the pages of their centre from the start', async () => {
    const groups = await app.get<{ list: object[] }>(root, 'user.Group/index')
    expect(groups.data.list).toMatchObject([{ id: 1, unrestricted: 1, status: 'enable' }])
    const rules = await app.get<{ list: { name: string; children: { name: string }[] }[] }>(root, 'user.Rule/index')
    expect(rules.data.list.map(({ name }) => name)).toEqual(['account'])
    expect(rules.data.list[0]!.children.map(({ name }) => name)).toEqual([
      'account/overview',
      'account/profile',
      'account/changePassword',
      'account/integral',
      'account/balance',
    ])
    await app.database.write((trx) => memberServer.prepare!(partOf({ trx, messages: [] })))
    expect((await app.get<{ total: number }>(root, 'user.Group/index')).data.total).toBe(1)
  })

  it('have first rules with titles in the language of the administrator, until they are renamed', async () => {
    type Rules = { list: { id: number; title: string; children: { id: number; title: string }[] }[] }
    const titles = async (language: 'en' | 'zh-cn') => {
      const [account] = (await app.get<Rules>(root, 'user.Rule/index', language)).data.list
      return [account!.title, account!.children[0]!.title]
    }
    expect([await titles('en'), await titles('zh-cn')]).toEqual([
      ['My account', 'Account overview'],
      ['我的账户', '账户概览'],
    ])
    const [account] = (await app.get<Rules>(root, 'user.Rule/index')).data.list
    const overview = account!.children[0]!
    expect((await app.post(root, 'user.Rule/edit', { id: overview.id, title: 'Start' })).code).toBe(1)
    expect([await titles('en'), await titles('zh-cn')]).toEqual([
      ['My account', 'Start'],
      ['我的账户', 'Start'],
    ])
    await app.post(root, 'user.Rule/edit', { id: overview.id, title: '账户概览' })
    expect(await titles('en')).toEqual(['My account', 'Account overview'])
    expect(await app.post(root, 'user.Rule/edit', { id: overview.id, icon: 'hoem' })).toMatchObject({
      code: 0,
      data: { errors: { icon: expect.stringContaining('home') as string } },
    })
    // So has the history of a rule, with the rule that it was below.
    await app.post(root, 'user.Rule/edit', { id: overview.id, pid: 0 })
    await app.post(root, 'user.Rule/edit', { id: overview.id, pid: account!.id })
    type Told = { list: { changes: { field: string; names?: string[] }[] }[] }
    const told = async (language: 'en' | 'zh-cn') =>
      (await app.get<Told>(root, `user.Rule/history?id=${overview.id}`, language)).data.list.flatMap(({ changes }) =>
        changes.filter(({ names }) => names).map(({ field, names }) => [field, ...names!]),
      )
    expect(await told('en')).toEqual([
      ['pid', '', 'My account'],
      ['pid', 'My account', ''],
      ['title', 'Start', 'Account overview'],
      ['title', 'Account overview', 'Start'],
    ])
    expect(await told('zh-cn')).toEqual([
      ['pid', '', '我的账户'],
      ['pid', '我的账户', ''],
    ])
  })

  it('are added with a hashed password, and their balance and score cannot be entered', async () => {
    const id = await add('ann', { money: '99.00', score: 99, email: 'ann@example.com' })
    const stored = await row(id)
    expect(stored).toMatchObject({ money: 0, score: 0, join_time: expect.any(Number) })
    expect(await verifyPassword(String(stored['password']), 'long enough 7')).toBe(true)
    await app.post(root, 'user.User/edit', { id, nickname: '龘𠮷', money: '5', score: 5, password: '' })
    expect(await row(id)).toMatchObject({ nickname: '龘𠮷', money: 0, score: 0, password: stored['password'] })
    expect(await app.post(root, 'user.User/edit', { id, password: 'password' })).toMatchObject({
      code: 0,
      data: { errors: { password: expect.any(String) } },
    })
    const { text } = await app.get(root, 'user.User/index')
    expect(text).not.toContain('argon2')
    const select = await app.get<{ list: object[] }>(root, 'user.User/index?select=true')
    expect(select.data.list).toMatchObject([{ nickname_text: `ann(ID:${id})` }])
  })

  it('get no name that differs from another in case only, except those that have one already', async () => {
    const names = ['Dora', 'DORA', 'dora', 'dOra', ' dorA\u200b', 'doRA']
    const answers = await Promise.all(
      names.map((username, at) =>
        app.post(root, 'user.User/add', {
          username,
          nickname: 'D',
          password: 'long enough 7',
          group_id: 1,
          gender: 0,
          email: `d${at}@example.com`,
        }),
      ),
    )
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1)
    const refused = answers.find(({ code }) => code !== 1)
    expect(refused).toMatchObject({ data: { errors: { username: expect.stringMatching(/dora/i) as string } } })
    const [{ id, username }] = (await app.database.query
      .selectFrom('user')
      .select(['id', 'username'])
      .where(sql`lower(username)`, '=', 'dora')
      .execute()) as [{ id: number; username: string }]
    const other = await add('eva', { email: ' Eva@Example.com\u00a0' })
    expect(await row(other)).toMatchObject({ email: 'eva@example.com' })
    expect(await app.post(root, 'user.User/edit', { id: other, username: 'dORa' })).toMatchObject({ code: 0 })
    // Pairs from before, or from another application.
    const twin = username === 'DORA' ? 'dora' : 'DORA'
    const set = (id: number, values: object) =>
      app.database.write((trx) => trx.updateTable('user').set(values).where('id', '=', id).execute())
    await set(other, { username: twin, email: 'Twin@Example.com' })
    expect(await app.post(root, 'user.User/edit', { id: other, username: twin, nickname: 'E' })).toMatchObject({
      code: 1,
    })
    expect(await app.post(root, 'user.User/edit', { id, email: 'twin@example.com' })).toMatchObject({
      data: { errors: { email: expect.any(String) as string } },
    })
    const doctor = await runDoctor({ ...scope, settings: partOf({ timeZone: 'UTC' }) }, memberServer.checks ?? [], {
      limit: 5,
    })
    expect(doctor.map(({ name, count }) => [name, count])).toEqual([
      ['member/user/username.case', 2],
      ['member/user/email.case', 0],
    ])
    expect(doctor[0]!.findings.map(({ found }) => found).sort()).toEqual([username, twin].sort())
    await app.del(root, 'user.User/del', [id, other])
  })

  it('get and lose money with a reason, by an action and by the form of the log (M2, M4, M5)', async () => {
    const id = await add('ben')
    const act = (action: string, body: object) => app.post(root, `user.User/${action}`, { id, ...body })
    expect(await act('adjustMoney', { amount: '12.50', memo: 'gift' })).toMatchObject({
      code: 1,
      data: { note: '0.00 → 12.50' },
    })
    expect(await act('adjustMoney', { amount: '-12.51', memo: 'too much' })).toMatchObject({
      code: 0,
      msg: 'At most 12.50 can be subtracted.',
      data: { reason: 'stock_short', errors: { amount: 'At most 12.50 can be subtracted.' } },
    })
    expect(await act('adjustScore', { points: 7, memo: ' ' })).toMatchObject({ code: 0 })
    expect(await act('adjustScore', { points: 0, memo: 'nothing' })).toMatchObject({ code: 0 })
    expect(await app.get(root, `user.MoneyLog/add?userId=${id}`)).toMatchObject({
      code: 1,
      data: { user: { username: 'ben', money: '12.50', score: 0 } },
    })
    const log = (body: object) => app.post(root, 'user.MoneyLog/add', { user_id: String(id), memo: 'by form', ...body })
    expect(await log({ money: '-2.5' })).toMatchObject({ code: 1 })
    expect(await log({ money: 1.005 })).toMatchObject({ code: 0 })
    const refusals: Readonly<Record<string, RegExp>> = {
      much: /^Enter a number$/,
      '1.005': /at most 2 decimals/,
      '1e3': /digits only, without an exponent/,
      '12345678901234': /at most 9999999999$/,
      [`-${'9'.repeat(40)}`]: /at least -9999999999$/,
    }
    for (const [money, text] of Object.entries(refusals))
      expect((await log({ money })).data).toMatchObject({ errors: { money: expect.stringMatching(text) } })
    const points = { user_id: id, score: '1234567890123', memo: 'x' }
    expect((await app.post(root, 'user.ScoreLog/add', points)).data).toMatchObject({
      errors: { score: 'Enter a value of at most 1000000000' },
    })
    expect(await app.post(root, 'user.ScoreLog/add', { user_id: id, score: 3, memo: 'x' })).toMatchObject({ code: 1 })
    const { data } = await app.get<{ list: object[] }>(root, `user.MoneyLog/index`)
    expect(data.list).toMatchObject([
      { money: '-2.50', before: '12.50', after: '10.00', memo: 'by form', source: 'adjust', admin_id: root },
      { money: '12.50', before: '0.00', after: '12.50', memo: 'gift' },
    ])
    expect(await row(id)).toMatchObject({ money: 1000, score: 3 })
    // Clients name the member of a row like the object of the row has it.
    const found = async (query: string) => {
      const answer = await app.get<{ list: object[] }>(root, `user.MoneyLog/index?${query}`)
      expect(answer).toMatchObject({ code: 1 })
      return answer.data.list.map((one) => (one as { user: object }).user)
    }
    const ben = { id, username: 'ben', nickname: 'ben' }
    for (const field of ['user.nickname', 'user.username', 'nickname'])
      expect(await found(`search[0][field]=${field}&search[0][operator]=LIKE&search[0][val]=be`)).toEqual([ben, ben])
    expect(await found('quickSearch=BEN')).toEqual([ben, ben])
    expect(await found('quickSearch=nobody')).toEqual([])
    const reader = await app.account('reader', [await app.group('readers', ['user/moneyLog/index'])])
    expect(await app.post(reader, 'user.MoneyLog/add', { user_id: id, money: 1, memo: 'x' })).toMatchObject({
      code: 401,
    })
    expect((await app.del(root, 'user.MoneyLog/del', [1])).status).toBe(404)
    // Modules show lines about a member to those who may see them.
    const cards = (admin: number, member: number) => app.get(admin, `user.User/cards?id=${member}`)
    expect((await cards(root, id)).data).toEqual({
      cards: [
        [
          { label: 'Balance', value: '10.00' },
          { label: 'Score', value: '3' },
        ],
      ],
    })
    expect(await cards(reader, id)).toMatchObject({ code: 401 })
    expect(await cards(root, 999_999)).toMatchObject({ code: 0, data: { reason: 'not_found' } })
  })

  it('keep their log and their balance in step under concurrent changes (M1 to M7)', async () => {
    const id = await add('cleo')
    await change(id, 'money', 300)
    const amounts = Array.from({ length: 24 }, (_, at) => (at % 3 === 0 ? 50 : -40))
    await Promise.allSettled(amounts.map((amount) => change(id, 'money', amount)))
    await Promise.allSettled([5, 5, 5].map((amount) => change(id, 'score', amount, 77)))
    expect(await row(id)).toMatchObject({ score: 5 })
    await expect(change(id, 'score', 5, 77)).rejects.toMatchObject({ code: 'bad_state' })
    await expect(change(999_999, 'score', 5)).rejects.toMatchObject({ code: 'not_found' })
    expect(await assetProblems(app.database)).toEqual([])
    await expect(
      app.database.write((trx) => trx.updateTable('user_money_log').set({ memo: 'forged' }).execute()),
    ).rejects.toThrow()
    await expect(
      app.database.write((trx) => trx.updateTable('user').set({ money: -1 }).where('id', '=', id).execute()),
    ).rejects.toThrow()
  })
})
