/** S16: every write leaves one row in its own transaction; what fails leaves none, and no secret is ever stored. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import sharp from 'sharp'
import { importRows } from '../../../runtime/server/records/import/import.ts'
import { createAudit } from '../../../runtime/server/operation/audit/audit.ts'
import { moduleEngines } from '../../support/databases.ts'
import type { HistoryEntry } from 'tablewright/protocol'
import { models, password, runApp, type RunningApp } from '../http/running-app.ts'
import { scopeOn } from '../records/scope.ts'

const canary = 'Canary-4711'

describe.each(moduleEngines)('the admin log on $name', (engine) => {
  let running: RunningApp
  let token = ''
  const log = () => running.database.query.selectFrom('admin_log').selectAll().orderBy('id').execute()
  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
    running.send<Record<string, unknown>>(method, `/admin/${path}`, {
      token,
      headers: { 'think-lang': 'en', 'user-agent': `agent ${'a'.repeat(400)}` },
      ...(payload && { payload }),
    })
  beforeAll(async () => {
    running = await runApp(engine, { validators: () => Promise.resolve(null) })
    token = await running.signIn()
  })
  afterAll(() => running?.dispose())
  beforeEach(() => running.database.write((trx) => trx.deleteFrom('admin_log').execute()))

  it('has one row for an add, an edit, a sort and a deletion, with who, where and what', async () => {
    const {
      data: { id },
    } = await call('POST', `shop.Unit/add?batoken=${canary}`, {
      name: 'Box',
      password: canary,
      nested: { refreshToken: canary },
    })
    await call('POST', 'shop.Unit/edit', { id, name: 'Crate' })
    const other = (await call('POST', 'shop.Unit/add', { name: 'Bag' })).data['id']
    await call('POST', 'shop.Unit/sortable', { id, targetId: other })
    await call('DELETE', `shop.Unit/del?ids[]=${String(id)}`)
    const rows = await log()
    expect(rows.map((row) => String(row['title']).split('\n')[1])).toEqual([
      'Units: add',
      'Units: edit',
      'Units: add',
      'Units: reorder',
      'Units: delete',
    ])
    expect(rows[0]).toMatchObject({
      admin_id: 1,
      username: 'admin',
      url: '/admin/shop.Unit/add?batoken=***',
      ip: '127.0.0.1',
      version: 1,
    })
    expect(JSON.parse(String(rows[0]!['data']))).toEqual({
      batoken: '***',
      name: 'Box',
      password: '***',
      nested: { refreshToken: '***' },
    })
    expect(JSON.parse(String(rows[4]!['data']))).toEqual({ ids: [String(id)] })
    expect(String(rows[0]!['useragent']).length).toBe(255)
    expect(JSON.stringify(rows)).not.toContain(canary)
  })

  it('has no row for what changed nothing, what was refused, and what was only read', async () => {
    const {
      data: { id },
    } = await call('POST', 'shop.Unit/add', { name: 'Pair' })
    await running.database.write((trx) => trx.deleteFrom('admin_log').execute())
    await call('POST', 'shop.Unit/edit', { id, name: 'Pair' })
    await call('POST', 'shop.Unit/edit', { id, version: 99, name: 'Pair 2' })
    await call('POST', 'shop.Unit/add', { name: '' })
    await call('DELETE', 'shop.Unit/del?ids[]=999999')
    await call('GET', 'shop.Unit/index')
    await call('GET', `shop.Unit/edit?id=${String(id)}`)
    await call('GET', 'shop.Unit/export')
    expect(await log()).toEqual([])
  })

  it('has the sign-in with its account, the upload with its file, but no password', async () => {
    await running.send('POST', '/admin/Index/login', { payload: { username: 'admin', password, keep: true } })
    const bytes = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const boundary = 'x-audit'
    const head =
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; ` +
      `filename="red.png"\r\ncontent-type: image/png\r\n\r\n`
    const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
    expect(
      await running.send('POST', '/admin/ajax/upload?topic=audit', {
        token,
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        payload,
      }),
    ).toMatchObject({ code: 1 })
    const [signIn, upload] = await log()
    expect(signIn).toMatchObject({ admin_id: 1, username: 'admin', url: '/admin/Index/login' })
    expect(JSON.parse(String(signIn!['data']))).toMatchObject({ username: 'admin', password: '***' })
    expect(JSON.parse(String(upload!['data']))).toMatchObject({ topic: 'audit', name: 'red.png' })
    expect(JSON.stringify(await log())).not.toContain(password)
  })

  it('has an entry of wrong passwords and refused writes, few and without what was sent (T13)', async () => {
    const titles = async () => (await log()).map((row) => String(row['title']).split('\n')[1])
    const wrong = (username: string) =>
      running.send('POST', `/admin/Index/login?x=${canary}`, { payload: { username, password: canary } })
    await wrong('admin')
    await wrong(canary.slice(0, 30))
    const [known, unknown] = await log()
    expect(known).toMatchObject({ admin_id: 1, username: 'admin', url: '/admin/Index/login', data: '{}' })
    expect(unknown).toMatchObject({ admin_id: null, username: '', url: '/admin/Index/login', data: '{}' })
    expect(await titles()).toEqual(Array.from({ length: 2 }, () => 'Sign-in refused: wrong password'))
    await running.database.write((trx) => trx.deleteFrom('admin_log').execute())
    const change = { current_password: canary, password: `${canary}-new-1` }
    expect(await call('POST', 'routine.AdminInfo/password', change)).toMatchObject({ code: 0 })
    expect(await call('POST', 'auth.Admin/edit', { id: 1, status: 0 })).toMatchObject({ code: 0 })
    expect(await titles()).toEqual(['Refused: wrong current password', 'Refused: no right'])
    for (let tries = 0; tries < 30; tries += 1) await call('POST', 'auth.Admin/edit', { id: 1, status: 0 })
    expect((await titles()).filter((title) => title === 'Refused: no right')).toHaveLength(20)
    expect(JSON.stringify(await log())).not.toContain(canary)
    await running.database.write((trx) => trx.deleteFrom('throttle').execute())
  })

  it('is atomic: a write whose entry cannot be stored is not done', async () => {
    const {
      data: { id },
    } = await call('POST', 'shop.Unit/add', { name: 'Stays' })
    const other = (await call('POST', 'shop.Unit/add', { name: 'Stays, too' })).data['id']
    const rows = () => running.database.query.selectFrom('shop_unit').selectAll().orderBy('id').execute()
    const before = await rows()
    await running.database.write((trx) => sql`alter table admin_log rename to admin_log_away`.execute(trx))
    try {
      expect((await call('POST', 'shop.Unit/add', { name: 'Lost' })).status).toBe(500)
      expect((await call('POST', 'shop.Unit/edit', { id, name: 'Lost' })).status).toBe(500)
      expect((await call('POST', 'shop.Unit/sortable', { id, targetId: other })).status).toBe(500)
      expect((await call('DELETE', `shop.Unit/del?ids[]=${String(id)}`)).status).toBe(500)
      expect(
        (await running.send('POST', '/admin/Index/login', { payload: { username: 'admin', password } })).status,
      ).toBe(500)
    } finally {
      await running.database.write((trx) => sql`alter table admin_log_away rename to admin_log`.execute(trx))
    }
    expect(await rows()).toEqual(before)
    expect((await call('POST', 'shop.Unit/edit', { id, name: 'Done' })).code).toBe(1)
  })

  it('tells of every record what its fields were and became, by name and without secrets', async () => {
    const idOf = async (path: string, body: object) => Number((await call('POST', path, body)).data['id'])
    const [acme, nuts] = [
      await idOf('shop.Brand/add', { name: 'Acme' }),
      await idOf('shop.Brand/add', { name: 'Nuts' }),
    ]
    const id = await idOf('shop.Product/add', { product_no: 'H1', name: 'Rice', price: '1.5', brand_id: acme })
    const historyOf = async (record: number) =>
      (await call('GET', `shop.Product/history?id=${record}`)).data['list'] as readonly HistoryEntry[]
    await call('POST', 'shop.Product/edit', { id, name: 'Brown rice', price: '2.25', brand_id: nuts })
    await call('POST', 'shop.Product/edit', { id, name: 'Brown rice' })
    const long = 'x'.repeat(480)
    await call('POST', 'shop.Product/edit', { id, remark: long })
    const [noted, edited, added] = await historyOf(id)
    expect(added).toMatchObject({ action: 'add', changes: [] })
    expect(edited).toMatchObject({ action: 'edit', who: expect.stringMatching(/\w/) })
    expect(edited!.changes).toEqual(
      expect.arrayContaining([
        { field: 'name', before: 'Rice', after: 'Brown rice' },
        { field: 'price', before: '1.5000', after: '2.2500' },
        { field: 'brand_id', before: acme, after: nuts, names: ['Acme', 'Nuts'] },
      ]),
    )
    expect(edited!.changes).toHaveLength(3)
    expect(noted!.changes).toEqual([{ field: 'remark', before: '', after: long }])
    expect(await historyOf(id)).toHaveLength(3)
    // A field the caller may not see is not in the history either.
    const admin = (await call('GET', 'auth.Admin/index')).data['list'] as readonly Record<string, unknown>[]
    const own = Number(admin[0]!['id'])
    await call('POST', 'auth.Admin/edit', { id: own, motto: 'Onward' })
    const told = (await call('GET', `auth.Admin/history?id=${own}`)).data['list'] as readonly HistoryEntry[]
    expect(told[0]!.changes).toEqual([{ field: 'motto', before: expect.anything(), after: 'Onward' }])
    expect(JSON.stringify(told)).not.toMatch(/password|salt/i)
  })

  it('S16: shows no changes in a history that the client made up', async () => {
    const changes = { name: ['Never', 'Ever'], motto: ['Never', 'Ever'] }
    const unit = (await call('POST', 'shop.Unit/add', { name: 'Plain', changes })).data['id']
    const admin = (
      await call('POST', 'auth.Admin/add', { username: 'made_up', password, nickname: 'M', group_arr: [1], changes })
    ).data['id']
    const { code } = await call('POST', 'auth.Admin/edit', { id: admin, password: `${password}2`, changes })
    expect(code).toBe(1)
    for (const path of [`shop.Unit/history?id=${String(unit)}`, `auth.Admin/history?id=${String(admin)}`]) {
      const list = (await call('GET', path)).data['list'] as readonly HistoryEntry[]
      expect(list.length).toBeGreaterThan(0)
      expect(list.flatMap((entry) => entry.changes)).toEqual([])
    }
  })

  it("is read in the reader's language, found by either, and deleted by nobody while it is stored", async () => {
    await call('POST', 'shop.Unit/add', { name: 'Read' })
    const titles = async (language: string, query = '') =>
      (
        await running.send<{ list: { title: string }[] }>('GET', `/admin/auth.AdminLog/index?${query}`, {
          token,
          headers: { 'think-lang': language },
        })
      ).data.list.map((row) => row.title)
    expect(await titles('en')).toEqual(['Units: add'])
    expect(await titles('zh-cn')).toEqual(['计量单位-添加'])
    for (const language of ['en', 'zh-cn'])
      for (const word of ['Units', '单位'])
        expect(await titles(language, `quickSearch=${encodeURIComponent(word)}`)).toHaveLength(1)
    const [row] = await log()
    const remove = () => call('DELETE', `auth.AdminLog/del?ids[]=${String(row!['id'])}`)
    expect(await remove()).toMatchObject({
      code: 0,
      msg: expect.stringMatching(/^Log entries cannot be deleted while .*: 1 of your selection/),
    })
    expect((await log()).map(({ id }) => id)).toEqual([row!['id']])
    // The settings of an hour ago and the age of an entry decide together.
    await call('POST', 'routine.Config/edit', { log_days: '30' })
    expect((await remove()).msg).toMatch(/^Log entries of the last 30 days cannot be deleted: 1 of your selection/)
    const shortened = (await log()).at(-1)
    expect(JSON.parse(String(shortened!['data']))).toMatchObject({ shortened: { log_days: { from: 0, to: 30 } } })
    await call('POST', 'routine.Config/edit', { log_days: '0' })
    expect((await call('POST', 'auth.AdminLog/add', { title: 'forged' })).status).toBe(404)
    expect((await call('POST', 'auth.AdminLog/edit', { id: row!['id'], title: 'forged' })).status).toBe(404)
  })

  it('has one row for an import of many portions, stored with the written portions', async () => {
    const all = await models()
    const unit = all.find((model) => model.id === 'shop/unit')!
    const scope = scopeOn(running.database, all, {
      audit: createAudit({
        actor: { id: 1, username: 'admin' },
        url: 'test',
        ip: '',
        agent: '',
        params: () => ({ map: '' }),
      }),
    })
    const csv = async function* (from: number, to: number): AsyncGenerator<Uint8Array, void> {
      yield Buffer.from(`name\n${Array.from({ length: to - from }, (_one, at) => `unit ${from + at}`).join('\n')}\n`)
    }
    expect(await importRows(scope, unit, { source: csv(0, 450), dryRun: true })).toMatchObject({ created: 450 })
    expect(await log()).toEqual([])
    await importRows(scope, unit, { source: csv(0, 450) })
    expect((await log()).map((row) => JSON.parse(String(row['data'])))).toEqual([{ map: '', created: 450, updated: 0 }])
    await importRows(scope, unit, { source: csv(0, 450) })
    expect(await log()).toHaveLength(1)
    const failing = { ...scope, audit: () => Promise.reject(new Error('no log')) }
    await expect(importRows(failing, unit, { source: csv(450, 460) })).rejects.toThrow('no log')
    expect(
      await running.database.query.selectFrom('shop_unit').select('id').where('name', '=', 'unit 450').execute(),
    ).toEqual([])
  })
})
