/** The realtime hub: tickets, topics, rights, limits and presence, against a listening server. */
import { connect as connectTcp } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hintTopic, publishTopic, recheckTopic } from '../../../runtime/server/db/index.ts'
import { bumpAccessVersion } from '../../../runtime/server/operation/access/access-version.ts'
import { publishNotice } from '../../../runtime/server/identity/notifications/publish.ts'
import { moduleEngines } from '../../support/databases.ts'
import { connect, fetchTopic, getTicket, openSocket } from './hub-client.ts'
import { runScenario } from './follow.ts'
import { createRoomTable, openHubApp, roomRights, speak, type HubApp } from './rooms.ts'

describe.each(moduleEngines)('the realtime hub on $name', (engine) => {
  let app: HubApp
  let boss: number
  let clerk: number
  beforeAll(async () => {
    app = await openHubApp(engine, {
      hubLimits: { sessionCheckMs: 30, maxPerAccount: 6, maxTopics: 4, beatMs: 40 },
    })
    await app.database.write(createRoomTable)
    boss = await app.account('boss', [await app.group('bosses', '*')])
    clerk = await app.account('clerk', [await app.group('clerks', ['shop/brand/index', 'shop/brand/edit'])])
  })
  afterAll(() => app?.dispose())

  it('tells subscribers what was committed, in order, and nothing of what was rolled back', async () => {
    const client = await connect(await app.site(clerk))
    expect(await client.subscribe('room:1')).toMatchObject({ type: 'subscribed', head: 0 })
    await app.database.write((trx) => speak(trx, 'room:1', 'one'))
    await expect(
      app.database.write(async (trx) => {
        await speak(trx, 'room:1', 'lost')
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    await app.database.write((trx) => speak(trx, 'room:1', 'two', false))
    await client.until((frame) => frame.type === 'event' && frame.seq === 2)
    expect(client.frames.filter((frame) => frame.type === 'event' && frame.seq !== undefined)).toEqual([
      { type: 'event', topic: 'room:1', seq: 1, data: 'one' },
      { type: 'event', topic: 'room:1', seq: 2 },
    ])
    expect(await fetchTopic(await app.site(clerk), 'room:1', 1)).toEqual({
      head: 2,
      entries: [{ seq: 2, data: 'two' }],
      more: false,
    })
    const late = await connect(await app.site(boss))
    expect(await late.subscribe('room:1')).toMatchObject({ head: 2 })
    late.send({ type: 'send', topic: 'room:1', data: { typing: true } })
    expect(await client.until(({ type }) => type === 'message')).toMatchObject({ data: { typing: true } })
    client.socket.terminate()
    late.socket.terminate()
  })

  it('T64 a ticket opens one socket, of the page that asked for it, and no terminal', async () => {
    const page = await app.site(clerk, app.address)
    const ticket = await getTicket(page)
    await expect(openSocket({ address: app.address, origin: 'http://localhost:1' }, ticket)).rejects.toThrow('401')
    await expect(openSocket({ address: app.address }, ticket)).rejects.toThrow('401')
    const client = await openSocket(page, ticket)
    client.socket.terminate()
    await expect(openSocket(page, ticket)).rejects.toThrow('401')
    await expect(openSocket(page, await app.token(clerk))).rejects.toThrow('401')
    const lasting = await getTicket(page)
    await app.database.write((trx) =>
      trx
        .updateTable('token')
        .set({ expire_time: Math.floor(Date.now() / 1000) - 1 })
        .where('type', '=', 'admin-ticket')
        .execute(),
    )
    await expect(openSocket(page, lasting)).rejects.toThrow('401')
  })

  it('T64 a ticket lives for half a minute', async () => {
    await getTicket(await app.site(clerk))
    const row = await app.database.query
      .selectFrom('token')
      .select(['create_time', 'expire_time'])
      .where('type', '=', 'admin-ticket')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(Number(row['expire_time']) - Number(row['create_time'])).toBe(30)
  })

  it('T40 pages of other sites open no socket', async () => {
    const page = await app.site(clerk, 'https://evil.example')
    // Their page cannot even ask for a ticket; with one of another page it still is refused.
    await expect(getTicket(page)).rejects.toThrow()
    const ticket = await getTicket(await app.site(clerk, app.address))
    await expect(openSocket(page, ticket)).rejects.toThrow('403')
  })

  it('T12 unknown and forbidden topics are refused alike, to subscribers and to fetches', async () => {
    const client = await connect(await app.site(clerk))
    const refused = []
    for (const topic of ['nothing:1', 'plain', 'room:secret', `notice:${boss}`, 'list:system/admin', 'list:no/table'])
      refused.push(await client.subscribe(topic))
    expect(new Set(refused.map((frame) => JSON.stringify({ ...frame, topic: '' })))).toHaveLength(1)
    expect(refused[0]).toMatchObject({ type: 'refused', reason: 'forbidden' })
    for (const topic of ['nothing:1', 'room:secret', `notice:${boss}`])
      await expect(fetchTopic(await app.site(clerk), topic, 0)).rejects.toThrow('refused with 0')
    expect(await client.subscribe(`notice:${clerk}`)).toMatchObject({ type: 'subscribed' })
    expect(await client.subscribe('list:shop/brand')).toMatchObject({ type: 'subscribed' })
    client.socket.terminate()
  })

  it('T33 a connection ends with its session, and topics with the right to them', async () => {
    const leaver = await app.account('leaver', [await app.group('leavers', ['shop/brand/index'])])
    const client = await connect(await app.site(leaver))
    await client.subscribe('list:shop/brand')
    await client.subscribe('room:33')
    await app.database.write(async (trx) => {
      await bumpAccessVersion(trx)
      await trx.updateTable('admin').set({ group_arr: '[]' }).where('id', '=', leaver).execute()
    })
    expect(await client.until((frame) => frame.type === 'refused' && frame.topic === 'list:shop/brand')).toMatchObject({
      reason: 'forbidden',
    })
    roomRights.isOpenToAll = false
    await app.database.write(async () => recheckTopic('room:33'))
    await client.until((frame) => frame.type === 'refused' && frame.topic === 'room:33')
    roomRights.isOpenToAll = true
    await app.post(leaver, 'Index/logout', {})
    expect(await client.untilClosed()).toBe(4401)
    app.forget(leaver)
    const again = await connect(await app.site(leaver))
    await app.database.write((trx) => trx.updateTable('admin').set({ status: 0 }).where('id', '=', leaver).execute())
    expect(await again.untilClosed()).toBe(4401)
  })

  it('T12 T33 T65 a stream is for those who may read its topic, for as long as they may, and has limits', async () => {
    const site = await app.site(clerk)
    const stream = async (topic: string) => openSocket(site, await getTicket(site), { topic })
    for (const topic of ['room:secret', 'list:shop/brand', 'nothing:1', ''])
      await expect(stream(topic)).rejects.toThrow('404')
    // Visitors have streams only where a topic says so.
    await expect(openSocket(site, '', { topic: 'room:7' })).rejects.toThrow('401')
    const echo = await stream('room:7')
    const answers: string[] = []
    echo.socket.on('message', (raw: Buffer) => answers.push(String(raw)))
    for (const text of ['one', 'two', 'three']) echo.socket.send(Buffer.from(text))
    await vi.waitFor(() => expect(answers).toEqual(['one', 'two', 'three'].map((text) => `${text} of 7 true`)))
    roomRights.isOpenToAll = false
    await app.database.write(async () => recheckTopic('room:7'))
    expect(await echo.untilClosed()).toBe(4403)
    roomRights.isOpenToAll = true
    const failing = await stream('room:7')
    failing.socket.send('a text')
    expect(await failing.untilClosed()).toBe(1011)
    const huge = await stream('room:7')
    huge.socket.send(Buffer.alloc(2 * 1024 * 1024))
    expect(await huge.untilClosed()).toBe(1009)
    const fast = await stream('room:7')
    for (let count = 0; count < 200; count += 1) fast.socket.send(Buffer.from('x'))
    expect(await fast.untilClosed()).toBe(1008)
  })

  it('T65 frames, topics and connections are limited', async () => {
    const site = await app.site(clerk)
    const talker = await connect(site)
    for (let count = 0; count < 200; count++) talker.send({ type: 'ping' })
    expect(await talker.untilClosed()).toBe(1008)
    const large = await connect(site)
    large.socket.send(JSON.stringify({ type: 'send', topic: 'x'.repeat(70_000), data: 1 }))
    expect(await large.untilClosed()).toBe(1009)
    const strange = await connect(site)
    strange.socket.send('{"type":"ping","__proto__":{}}')
    expect(await strange.untilClosed()).toBe(1008)
    const reader = await connect(site)
    for (const room of [1, 2, 3, 4]) await reader.subscribe(`room:${room}`)
    expect(await reader.subscribe('room:5')).toMatchObject({ type: 'refused', reason: 'too_many' })
    const others = [reader]
    for (let count = 1; count < 6; count++) others.push(await connect(site))
    await expect(connect(site)).rejects.toThrow('503')
    others[5]!.socket.terminate()
    await expect
      .poll(() =>
        connect(site).then(
          (client) => others.push(client),
          () => 0,
        ),
      )
      .toBe(7)
    others.forEach(({ socket }) => socket.terminate())
  })

  it('T65 a client that does not read is let go', async () => {
    const slow = await connect(await app.site(boss))
    await slow.subscribe('room:65')
    slow.socket.pause()
    const text = 'x'.repeat(500_000)
    let isLost = false
    slow.socket.on('close', () => (isLost = true))
    // The systems between the two buffer an unknown size.
    for (let count = 0; count < 200 && !isLost; count++) {
      await app.database.write(async (trx) => void (await publishTopic(trx, 'room:65', text)))
      if (count > 40) slow.socket.resume()
    }
    expect(await slow.untilClosed()).not.toBe(1000)
  })

  it('T76 a request that offers another protocol is answered like any other, its body included', async () => {
    const { port } = new URL(app.address)
    const body = JSON.stringify({ username: 'nobody', password: 'nothing' })
    const socket = connectTcp(Number(port), '127.0.0.1')
    let text = ''
    socket.on('data', (data) => (text += String(data)))
    const upgrade = 'Host: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n'
    socket.write(`GET /healthz HTTP/1.1\r\n${upgrade}\r\n`)
    await expect.poll(() => text).toMatch(/^HTTP\/1\.1 200 OK[^]*"status":"ok"/)
    text = ''
    const length = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
    socket.write(`POST /admin/Index/login HTTP/1.1\r\n${upgrade}${length}\r\n${body}`)
    await expect.poll(() => text).toMatch(/^HTTP\/1\.1 200 OK[^]*"code":0/)
    socket.destroy()
    expect((await fetch(`${app.address}/ws`)).status).toBe(426)
  })

  it('shows who else has a record open, and that it was changed', async () => {
    const { data } = await app.post<{ id: number }>(boss, 'shop.Brand/add', { name: 'Watched' })
    const topic = `record:shop/brand:${data.id}`
    const watch = async (admin: number) =>
      (
        await app.get<{ version: number | null; viewers: string[] }>(
          admin,
          `Live/record?entity=shop/brand&id=${data.id}`,
        )
      ).data
    const [mine, other] = [await connect(await app.site(clerk)), await connect(await app.site(boss))]
    await mine.subscribe(topic)
    await expect.poll(() => watch(boss)).toEqual({ version: 1, viewers: ['clerk'] })
    await other.subscribe(topic)
    await mine.until(({ type }) => type === 'event')
    await expect.poll(() => watch(clerk)).toEqual({ version: 1, viewers: ['boss'] })
    await app.post(boss, 'shop.Brand/edit', { id: data.id, name: 'Changed' })
    await expect.poll(() => watch(clerk)).toEqual({ version: 2, viewers: ['boss'] })
    other.socket.terminate()
    await expect.poll(() => watch(clerk)).toEqual({ version: 2, viewers: [] })
    await app.del(boss, 'shop.Brand/del', [data.id])
    await expect.poll(async () => (await watch(boss)).version).toBeNull()
    mine.socket.terminate()
    await expect
      .poll(async () => (await app.database.query.selectFrom('record_viewer').select('id').execute()).length)
      .toBe(0)
  })

  it('takes a killed process out of those who look at a record', async () => {
    const client = await connect(await app.site(clerk))
    await app.database.write((trx) =>
      trx
        .insertInto('record_viewer')
        .values({ entity: 'shop/brand', record_id: 1, admin_id: clerk, connection: 'gone', seen_time: 1, version: 1 })
        .execute(),
    )
    await expect
      .poll(async () => (await app.database.query.selectFrom('record_viewer').select('id').execute()).length)
      .toBe(0)
    client.socket.terminate()
  })

  it('tells hints of one moment as one, and takes their numbers after the commit', async () => {
    const client = await connect(await app.site(boss))
    await client.subscribe('room:hints')
    const feed = app.database.topics
    await app.database.write(async () => hintTopic('room:hints'))
    await feed.flush()
    await app.database.write(async () => {
      hintTopic('room:hints')
      hintTopic('room:hints')
    })
    await feed.flush()
    client.send({ type: 'ping' })
    await client.until(({ type }) => type === 'pong')
    expect(client.frames.filter((frame) => frame.type === 'event' && frame.seq !== undefined)).toEqual([
      { type: 'event', topic: 'room:hints', seq: 1 },
      { type: 'event', topic: 'room:hints', seq: 2 },
    ])
    client.socket.terminate()
  })

  it('tells open lists of every write of their table', async () => {
    const client = await connect(await app.site(clerk))
    await client.subscribe('list:shop/brand')
    const heard = async (work: () => Promise<unknown>): Promise<void> => {
      const before = client.frames.length
      await work()
      await expect.poll(() => client.frames.slice(before).some(({ type }) => type === 'event')).toBe(true)
    }
    const { data } = await app.post<{ id: number }>(boss, 'shop.Brand/add', { name: 'Listed' })
    await client.until(({ type }) => type === 'event')
    await heard(() => app.post(boss, 'shop.Brand/edit', { id: data.id, name: 'Renamed' }))
    await heard(() => app.del(boss, 'shop.Brand/del', [data.id]))
    client.socket.terminate()
  })

  it('tells an account of its notices', async () => {
    const client = await connect(await app.site(clerk))
    await client.subscribe(`notice:${clerk}`)
    const texts = { 'zh-cn': '到货', en: 'Goods have arrived' }
    await publishNotice(app.database, { to: { admins: [clerk] }, title: texts, content: texts })
    await client.until(({ type }) => type === 'event')
    client.socket.terminate()
  })
})

describe.each(moduleEngines)('clients of the hub on $name', (engine) => {
  it('all have what the table has, each entry once and in order, whatever breaks', async () => {
    await runScenario(engine, { seed: 54, clients: 4, entries: 60, cutShare: 0.2 })
  })
})

describe('signs of life of the hub', () => {
  it('asks the database nothing while nobody is connected', async () => {
    const app = await openHubApp(moduleEngines[0]!, { hubLimits: { pollMs: 10, sessionCheckMs: 10, beatMs: 10 } })
    try {
      const site = await app.site(await app.account('boss', [await app.group('bosses', '*')]))
      const version = vi.spyOn(app.database, 'version')
      const client = await connect(site)
      await expect.poll(() => version.mock.calls.length).toBeGreaterThan(2)
      client.socket.terminate()
      await expect
        .poll(async () => {
          version.mockClear()
          await delay(50)
          return version.mock.calls.length
        })
        .toBe(0)
    } finally {
      await app.dispose()
    }
  })

  it('T65 a client that shows none is let go', async () => {
    const app = await openHubApp(moduleEngines[0]!, { hubLimits: { heartbeatMs: 200 } })
    try {
      const site = await app.site(await app.account('boss', [await app.group('bosses', '*')]))
      const dead = await openSocket(site, await getTicket(site), { autoPong: false })
      expect(await dead.untilClosed()).toBe(1006)
    } finally {
      await app.dispose()
    }
  })
})
