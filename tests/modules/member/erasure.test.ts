/** Deleting a member: consequences before, everything in one transaction, and the data to take along. */
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  OperationError,
  publishTopic,
  type MemberErasure,
  type Scope,
  type ServerModule,
  type TopicKind,
  type Transaction,
} from 'tablewright/server'
import { mail } from '#generated/mail/index.ts'
import { member } from '#generated/member/index.ts'
import { sms } from '#generated/sms/index.ts'
import { system } from '#generated/system/index.ts'
import { mailServer } from '../../../runtime/modules/mail/server/index.ts'
import { changeAsset } from '../../../runtime/modules/member/server/assets.ts'
import { checkInToday } from '../../../runtime/modules/member/server/centre/check-in.ts'
import { memberServer } from '../../../runtime/modules/member/server/index.ts'
import { memberAccounts } from '../../../runtime/modules/member/server/session/accounts.ts'
import { smsServer } from '../../../runtime/modules/sms/server/index.ts'
import { upsertAttachment } from '../../../runtime/server/files/attachments.ts'
import { openMemberSession } from '../../../runtime/server/identity/session/member-sessions.ts'
import { createRegistry } from '../../../runtime/server/core/models/registry.ts'
import { openSocket } from '../../server/hub/hub-client.ts'
import { openTestApp, type TestApp } from '../../server/access/access-app.ts'
import { models } from '../../server/http/running-app.ts'
import { moduleEngines } from '../../support/databases.ts'
import { shop } from '../../support/shop.ts'
import { partOf } from '../../support/part-of.ts'
import { assetProblems } from './assets.ts'

/** Another module: the members whom it refuses or fails to erase, and those it has erased. */
const orders = { refuses: new Set<number>(), fails: new Set<number>(), erased: [] as number[] }
const shopErasure: MemberErasure = {
  describe: async (_scope, id) => ({
    lines: ['Orders stay without the name.'],
    refusals: orders.refuses.has(id) ? ['An order is not paid.'] : [],
  }),
  export: async (_scope, id) => [{ name: 'shop/order', rows: [{ id: 1, buyer: id }] }],
  async erase(_call, id) {
    orders.erased.push(id)
    if (orders.fails.has(id)) throw new OperationError('in_use')
  },
}
/** `basket:7`: of one member. */
const baskets: TopicKind = { name: 'basket', mayRead: async ({ member, key }) => member?.id === Number(key) }
const shopServer: ServerModule = { name: 'shop', memberErasure: shopErasure, topics: [baskets] }
/** A file of a member that is not on the disk. */
const pictureOf = (memberId: number, url: string) => ({
  topic: 'avatar',
  admin_id: null,
  user_id: memberId,
  url,
  width: 1,
  height: 1,
  name: 'picture.png',
  size: 1,
  mimetype: 'image/png',
  quote: 1,
  storage: `local/member/${memberId}`,
  sha1: url.padEnd(40, '0').slice(0, 40),
  create_time: 1,
  last_upload_time: 1,
  version: 1,
})
const addPicture = (trx: Transaction, memberId: number, url: string) =>
  trx.insertInto('attachment').values(pictureOf(memberId, url)).execute()

const manifests = [shop.manifest, member, mail, sms, system]

describe.each(moduleEngines)('the data of a member on $name', (engine) => {
  let app: TestApp
  let root = 0
  let scope: Scope
  beforeAll(async () => {
    const servers = [shopServer, memberServer, mailServer, smsServer]
    app = await openTestApp(engine, { servers, hubLimits: { sessionCheckMs: 30 } }, manifests)
    root = await app.account('root', [await app.group('root', '*')])
    scope = partOf<Scope>({
      database: app.database,
      registry: createRegistry(await models(manifests)),
      language: 'en',
      actor: null,
    })
  })
  afterAll(() => app?.dispose())

  let count = 0
  /** A member with something in every table, and a token. */
  const person = async (name: string, money = 0) => {
    count += 1
    const { data, msg } = await app.post<{ id: number }>(root, 'user.User/add', {
      username: name,
      nickname: `The ${name}`,
      password: 'long enough 7',
      group_id: 1,
      gender: 1,
      email: `${name}@example.com`,
      mobile: `1390000${1000 + count}`,
      motto: `motto of ${name}`,
    })
    if (!data.id) throw new Error(msg)
    const user_id = data.id
    const settings = {
      session: { accessLife: 600, refreshLife: 600, idleMinutes: 0, maxDays: 1, requiresFactor: false },
    }
    return app.database.write(async (trx) => {
      const change = { userId: user_id, memo: 'test', source: 'adjust' as const }
      await changeAsset({ scope, trx }, { ...change, asset: 'score', amount: 5, sn: count })
      await changeAsset({ scope, trx }, { ...change, asset: 'money', amount: 1250, sn: count * 2 })
      if (money === 0)
        await changeAsset({ scope, trx }, { ...change, asset: 'money', amount: -1250, sn: count * 2 + 1 })
      const common = { create_time: 1, version: 1 }
      await trx
        .insertInto('user_check_in')
        .values({ user_id, day: '2026-01-01', score: 5, ...common })
        .execute()
      await trx
        .insertInto('user_notice')
        .values({ user_id, kind: 'money', details: '{}', ...common })
        .execute()
      const message = { event: 'x', status: 1, attempts: 1, secret: 0, ...common }
      await trx
        .insertInto('mail_log')
        .values({ recipient: `${name.toUpperCase()}@example.com`, subject: `for ${name}`, text: 'x', ...message })
        .execute()
      await trx
        .insertInto('sms_log')
        .values({ mobile: `1390000${1000 + count}`, content: `for ${name}`, ...message })
        .execute()
      const visitor = { ip: '127.0.0.1', device: 'test', rotates: true }
      return {
        id: user_id,
        token: (await openMemberSession(trx, settings, { id: user_id, visitor, keep: false })).token,
      }
    })
  }
  const rows = async (table: string, column: string, value: number | string) =>
    app.database.query.selectFrom(table).selectAll().where(column, '=', value).execute()
  const erase = (id: number, more: object = {}) =>
    app.post<{ reason?: string }>(root, 'user.User/erase', { id, reason: 'asked for it', ...more })

  it('T20: says before what happens, and refuses with every reason', async () => {
    const { id } = await person('ada', 1)
    orders.refuses.add(id)
    const { data } = await app.get<{ lines: string[]; refusals: string[] }>(root, `user.User/consequences?id=${id}`)
    expect(data.refusals).toEqual([
      'An order is not paid.',
      'The account has a balance of 12.50. Pay it out or adjust it first.',
    ])
    expect(data.lines).toEqual(
      expect.arrayContaining([
        'Orders stay without the name.',
        'Mails to the address of the member that are deleted: 1.',
        'SMS to the number of the member that are deleted: 1.',
        'Entries of balance and score that stay without the name, because ledgers never change: 2.',
        'Check-ins that are deleted: 1.',
      ]),
    )
    expect(await erase(id)).toMatchObject({ code: 0, msg: data.refusals.join(' '), data: { reason: 'bad_state' } })
    expect(await app.row('user', id)).toMatchObject({ username: 'ada', status: 'enable', erased_time: null })
    expect(orders.erased).not.toContain(id)
    expect((await app.get(root, 'user.User/consequences?id=999999')).data).toMatchObject({ reason: 'not_found' })
    const reader = await app.account('reader', [await app.group('reader', ['user/user/index'])])
    expect((await app.get(reader, `user.User/consequences?id=${id}`)).code).toBe(401)
    for (const path of ['user.User/erase', 'user.User/exportData'])
      expect((await app.post(reader, path, { id, reason: 'x' })).code).toBe(401)
    expect((await app.del(reader, 'user.User/del', [id])).code).toBe(401)
  })

  it('T22: refuses what names no member, with a sentence', async () => {
    const { id } = await person('lena')
    const bodies = [{}, { id: 0 }, { id: -1 }, { id: 1.5 }, { id: 'x' }, { id: null }, { id: [id] }, { id, more: 1 }]
    for (const body of [...bodies, { id: '1'.repeat(30) }]) {
      const answers = [
        await app.post(root, 'user.User/exportData', body),
        await app.post(root, 'user.User/erase', { reason: 'x', ...body }),
      ]
      for (const { code, msg } of answers)
        expect({ body, code, isSaid: msg !== '' }).toEqual({ body, code: 0, isSaid: true })
    }
    for (const query of ['', 'id=', 'id=0', 'id=x', 'id=1e9', `id=${id}&more=1`])
      expect({ query, code: (await app.get(root, `user.User/consequences?${query}`)).code }).toEqual({ query, code: 0 })
    for (const reason of ['', ' ', null, 7, {}])
      expect({ reason, code: (await erase(id, { reason })).code }).toEqual({ reason, code: 0 })
    for (const ids of [[], [0], [999_999], Array.from({ length: 101 }, () => id)])
      expect({ ids, code: (await app.del(root, 'user.User/del', ids)).code }).toEqual({ ids, code: 0 })
    expect(await app.row('user', id)).toMatchObject({ username: 'lena', erased_time: null })
  })

  it('takes back everything when one module cannot', async () => {
    const { id } = await person('bob')
    orders.fails.add(id)
    expect(await erase(id)).toMatchObject({ code: 0, data: { reason: 'in_use' } })
    expect(await app.row('user', id)).toMatchObject({ username: 'bob', email: 'bob@example.com' })
    expect(await rows('user_check_in', 'user_id', id)).toHaveLength(1)
    expect(await rows('mail_log', 'recipient', 'BOB@example.com')).toHaveLength(1)
  })

  it('T10, T33, T85: leaves nothing that says who it was, ends the sessions, and keeps the books', async () => {
    const { id, token } = await person('carla')
    const other = await person('dora')
    await app.database.write(async (trx) => {
      const log = {
        entity: 'member/user',
        record_id: id,
        data_table: 'user',
        primary_key: 'id',
        create_time: 1,
        version: 1,
      }
      const account = { username: 'root', ip: '', useragent: '' }
      const entry = { title: 'carla', ...log, ...account }
      await trx
        .insertInto('data_recycle_log')
        .values({ ...entry, data: '{"email":"carla@example.com"}', is_restore: 0 })
        .execute()
    })
    const pictures = { own: '/storage/avatar/own.png', shared: '/storage/avatar/shared.png' }
    for (const url of Object.values(pictures)) await app.database.write((trx) => addPicture(trx, id, url))
    await app.database.write(async (trx) => {
      await trx.updateTable('user').set({ avatar: pictures.own }).where('id', '=', id).execute()
      await trx.updateTable('user').set({ avatar: pictures.shared }).where('id', '=', other.id).execute()
    })
    const signedIn = (bearer: string) =>
      app.running.send('GET', '/api/user/index', { headers: { 'ba-user-token': bearer } })
    expect((await signedIn(token)).code).toBe(1)
    const versions = await app.row('user', id)
    expect(await erase(id, { version: versions?.['version'] })).toMatchObject({ code: 1 })
    expect(orders.erased).toContain(id)
    const row = await app.row('user', id)
    expect(row).toMatchObject({
      username: `erased_${id.toString(36)}`,
      nickname: `Deleted member ${id}`,
      email: null,
      mobile: null,
      motto: null,
      status: 'disable',
      erased_time: expect.any(Number) as number,
    })
    expect((await signedIn(token)).code).toBe(302)
    expect(await rows('attachment', 'url', pictures.own)).toEqual([])
    expect(await rows('attachment', 'url', pictures.shared)).toMatchObject([{ user_id: null }])
    for (const [table, column, value] of [
      ['user_check_in', 'user_id', id],
      ['user_notice', 'user_id', id],
      ['session', 'user_id', id],
      ['mail_log', 'recipient', 'CARLA@example.com'],
      ['data_recycle_log', 'record_id', id],
    ] as const)
      expect({ table, rows: await rows(table, column, value) }).toEqual({ table, rows: [] })
    expect(await rows('user_money_log', 'user_id', id)).toHaveLength(2)
    for (const table of [
      'user',
      'user_money_log',
      'user_score_log',
      'mail_log',
      'sms_log',
      'user_notice',
      'attachment',
    ])
      expect(JSON.stringify(await app.database.query.selectFrom(table).selectAll().execute())).not.toContain('carla')
    expect(await rows('user_check_in', 'user_id', other.id)).toHaveLength(1)
    expect((await signedIn(other.token)).code).toBe(1)
    expect(await assetProblems(app.database)).toEqual([])
    const [entry] = await app.database.query
      .selectFrom('admin_log')
      .selectAll()
      .where('entity', '=', 'member/user')
      .where('record_id', '=', id)
      .where('action', '=', 'erase')
      .execute()
    expect(entry).toMatchObject({ username: 'root' })
    // Nobody brings the account back or changes its books.
    expect(await erase(id)).toMatchObject({ code: 0, msg: 'This member was deleted' })
    expect(await app.post(root, 'user.User/edit', { id, status: 'enable' })).toMatchObject({ code: 0 })
    expect(await app.post(root, 'user.User/adjustMoney', { id, amount: '1', memo: 'x' })).toMatchObject({ code: 0 })
    for (const [log, asset] of [
      ['user.MoneyLog', 'money'],
      ['user.ScoreLog', 'score'],
    ] as const)
      expect(await app.post(root, `${log}/add`, { user_id: id, [asset]: '1', memo: 'x' })).toMatchObject({
        code: 0,
        msg: 'This member was deleted.',
        data: { reason: 'bad_state' },
      })
    // The name and the address are free again.
    expect((await person('carla2')).id).toBeGreaterThan(id)
  })

  it('T85: is deleted once, and a request that began before leaves nothing in the empty account', async () => {
    const { id } = await person('hana')
    orders.erased.length = 0
    const answers = await Promise.all(Array.from({ length: 5 }, () => erase(id)))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([0, 0, 0, 0, 1])
    expect(orders.erased).toEqual([id])
    const own = { ...scope, actor: null, member: { id }, members: memberAccounts }
    expect(await app.database.write((trx) => memberAccounts.lock(trx, id))).toBe(false)
    await expect(checkInToday(own, id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(upsertAttachment(own, pictureOf(id, '/storage/default/late.png'))).rejects.toMatchObject({
      code: 'upload.account',
    })
    expect(await rows('attachment', 'user_id', id)).toEqual([])
  })

  it('T33: a connection gets the topics of its member, and ends with the session', async () => {
    const [{ id, token }, other] = [await person('ines'), await person('jana')]
    await app.running.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.running.app.server.address() as AddressInfo
    const open = async (bearer: string) => {
      const headers = { 'ba-user-token': bearer }
      const { data } = await app.running.send<{ ticket: string }>('POST', '/api/Live/ticket', { headers })
      return openSocket({ address: `http://127.0.0.1:${port}` }, data.ticket)
    }
    const [socket, stays] = [await open(token), await open(other.token)]
    expect(await socket.subscribe(`basket:${id}`)).toMatchObject({ type: 'subscribed' })
    // Neither topics of others nor those of the administrator with the same id are read.
    for (const topic of [`basket:${other.id}`, `notice:${id}`, 'list:member/user', `record:member/user:${id}`])
      expect(await socket.subscribe(topic)).toMatchObject({ type: 'refused', reason: 'forbidden' })
    await app.database.write((trx) => publishTopic(trx, `basket:${id}`, { total: 3 }))
    expect(await socket.until(({ type }) => type === 'event')).toMatchObject({ seq: 1, data: { total: 3 } })
    expect(await erase(id)).toMatchObject({ code: 1 })
    expect(await socket.untilClosed()).toBe(4401)
    expect(stays.closed()).toBeNull()
    stays.socket.terminate()
  })

  it('is deleted by clients that delete records of a list, several at once or none', async () => {
    const [first, second] = [await person('eve'), await person('fay', 1)]
    expect((await app.del(root, 'user.User/del', [first.id, second.id])).code).toBe(0)
    expect(await app.row('user', first.id)).toMatchObject({ username: 'eve' })
    expect(await app.del(root, 'user.User/del', [first.id])).toMatchObject({ code: 1 })
    expect(await app.row('user', first.id)).toMatchObject({ email: null })
  })

  it('can be taken along, by administrators and by the member, and by nobody else', async () => {
    const { id, token } = await person('gwen')
    const before = await app.database.query.selectFrom('admin_log').select('id').execute()
    const { data } = await app.running.send<Record<string, Record<string, unknown>[]>>(
      'POST',
      '/admin/user.User/exportData',
      { token: await app.token(root), headers: { 'idempotency-key': 'take along' }, payload: { id } },
    )
    expect(Object.keys(data).sort()).toEqual(
      [
        'mail/log',
        'member/check_in',
        'member/money_log',
        'member/notice',
        'member/score_log',
        'member/user',
        'shop/order',
        'sms/log',
        'system/attachment',
        'system/session',
      ].sort(),
    )
    expect(data['member/user']).toMatchObject([{ id, username: 'gwen', email: 'gwen@example.com' }])
    expect(data['member/money_log']).toHaveLength(2)
    expect(data['mail/log']).toMatchObject([{ subject: 'for gwen' }])
    expect(data['shop/order']).toEqual([{ id: 1, buyer: id }])
    // The answer is stored nowhere: a client that repeats the request gets the data as they are then.
    expect(await rows('idempotency', 'route', 'user.user/exportdata')).toEqual([])
    const text = JSON.stringify(data)
    for (const secret of ['argon2', 'password', 'sealed', 'ada', 'dora@']) expect(text).not.toContain(secret)
    const after = await app.database.query
      .selectFrom('admin_log')
      .select(['id', 'title', 'data'])
      .orderBy('id', 'desc')
      .execute()
    expect(after.length).toBe(before.length + 1)
    expect(String(after[0]?.['title'])).toContain('Export data')
    const own = await app.running.send('POST', '/api/account/exportData', {
      headers: { 'ba-user-token': token },
      payload: { id: id - 1 },
    })
    expect(own.data).toMatchObject({ 'member/user': [{ id }] })
    expect((await app.running.send('POST', '/api/account/exportData', { payload: { id } })).code).toBe(302)
  })
})
