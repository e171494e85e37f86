/** Alarms by hand, by import and by devices: once each, at the right time, from those who may report. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { face } from '#generated/face/index.ts'
import type { Scope } from '#generated/face/server.ts'
import { system } from '#generated/system/index.ts'
import { nowSeconds, runAt } from '../../../runtime/server/core/clock.ts'
import { createRegistry } from '../../../runtime/server/core/models/registry.ts'
import { models } from '../../server/http/running-app.ts'
import { partOf } from '../../support/part-of.ts'
import { timeOfEvent } from '../../../runtime/modules/face/server/devices/report.ts'
import { alarmTimes, hazardTimes, inspectionTimes } from '../../../runtime/modules/face/server/checks.ts'
import { markSilentDevices } from '../../../runtime/modules/face/server/devices/watch.ts'
import { moduleEngines } from '../../support/databases.ts'
import { form } from '../../support/multipart.ts'
import { openFace, type FaceSite } from './face-site.ts'

describe.each(moduleEngines)('fire alarms on $name', (engine) => {
  let site: FaceSite
  beforeAll(async () => {
    site = await openFace(engine)
  })
  afterAll(() => site?.dispose())

  const now = nowSeconds()
  const add = async (page: string, body: object): Promise<number> => {
    const answer = await site.app.post<{ id: number }>(site.root, `face.${page}/add`, body)
    expect(answer).toMatchObject({ code: 1 })
    return answer.data.id
  }
  let devices = 0
  const newDevice = async () => {
    devices++
    const id = await add('FireDevice', {
      device_no: `N${devices}`,
      name: 'Detector',
      kind: 1,
      building: 'Hall',
      floor: '2F',
      place: 'Stairs',
    })
    const { data } = await site.app.post<{ token: string }>(site.root, 'face.FireDevice/issueToken', { id })
    return { id, token: data.token }
  }
  const alarmsOf = (device: number) =>
    site.app.database.query
      .selectFrom('face_fire_alarm')
      .selectAll()
      .where('device_id', '=', device)
      .orderBy('id')
      .execute()
  const device = (id: number) => site.app.row('face_fire_device', id)

  it('F5 are stored once, however often and at once a device reports them', async () => {
    const { id, token } = await newDevice()
    const events = Array.from({ length: 5 }, (_event, seq) => ({ seq, time: now, level: (seq % 3) + 1 }))
    expect(await site.report(token, { clock: now, events })).toMatchObject({
      status: 200,
      code: 1,
      data: { added: 5, duplicates: 0 },
    })
    expect(await device(id)).toMatchObject({ status: 1, last_seen: expect.anything() })
    const replays = await Promise.all(Array.from({ length: 6 }, () => site.report(token, { clock: now, events })))
    for (const replay of replays) expect(replay.data).toEqual({ added: 0, duplicates: 5 })
    const part = [
      { seq: 4, time: now },
      { seq: 5, time: now },
      { seq: 5, time: now - 1, level: 3 },
    ]
    expect((await site.report(token, { clock: now, events: part })).data).toEqual({ added: 1, duplicates: 2 })
    const rows = await alarmsOf(id)
    expect(rows.map(({ device_seq, level }) => [Number(device_seq), level])).toEqual(
      [0, 1, 2, 3, 4, 5].map((seq) => [seq, seq === 5 ? 1 : (seq % 3) + 1]),
    )
    expect(rows[0]).toMatchObject({ building: 'Hall', floor: '2F', place: 'Stairs', status: 0, source: 2 })
    // A deleted one does not come back, and another device has sequences of its own.
    expect(await site.app.del(site.root, 'face.FireAlarm/del', [Number(rows[0]!['id'])])).toMatchObject({ code: 1 })
    expect((await site.report(token, { clock: now, events })).data).toEqual({ added: 0, duplicates: 5 })
    const other = await newDevice()
    expect((await site.report(other.token, { clock: now, events })).data).toEqual({ added: 5, duplicates: 0 })
  })

  it('have the time of the server where the clock of the device is wrong', async () => {
    const report = async (skew: number, age: number) => {
      const { id, token } = await newDevice()
      const moment = nowSeconds()
      const answer = await site.report(token, {
        clock: Math.max(0, moment + skew),
        events: [{ seq: 1, time: Math.max(0, moment + skew - age) }],
      })
      expect(answer).toMatchObject({ status: 200 })
      const [row] = await alarmsOf(id)
      const seconds = Number(row!['occurred']) - (moment - age)
      return { isRight: Math.abs(seconds) < 120, late: row!['late'], time_suspect: row!['time_suspect'] }
    }
    const right = { isRight: true, late: 0, time_suspect: 0 }
    expect(await report(0, 0)).toEqual(right)
    expect(await report(60, 0)).toEqual(right)
    // Two hours ahead or behind, and sent a day later.
    for (const skew of [7200, -7200]) expect(await report(skew, 0)).toEqual({ ...right, time_suspect: 1 })
    expect(await report(0, 86_400)).toEqual({ ...right, late: 1 })
    expect(await report(7200, 86_400)).toEqual({ ...right, late: 1, time_suspect: 1 })
    // A clock that starts at 1970, and an event that is later than the report.
    expect(await report(-nowSeconds(), 0)).toEqual({ ...right, time_suspect: 1 })
    expect(timeOfEvent({ time: 9000 }, 1000, 1000)).toEqual({ occurred: 1000, isLate: false, isSuspect: true })
    expect(timeOfEvent({ time: 0 }, 5000, 1000)).toMatchObject({ occurred: 1000, isSuspect: true })
  })

  it('T30 T35 come from devices with a token that is in force, so many in a minute', async () => {
    const { id, token } = await newDevice()
    expect(token).toMatch(/^twd_[A-Za-z0-9_-]{43}$/)
    expect((await device(id))?.['token_hash']).toBe(createHash('sha256').update(token).digest('hex'))
    const answers = await Promise.all([
      site.app.get(site.root, `face.FireDevice/edit?id=${id}`),
      site.app.get(site.root, 'face.FireDevice/index'),
    ])
    for (const { text } of answers) expect(text).not.toMatch(/token_hash|[0-9a-f]{64}/)
    expect(
      await site.app.get(
        site.root,
        'face.FireDevice/index?search[0][field]=token_hash&search[0][operator]=NOT%20NULL&search[0][val]=1',
      ),
    ).toMatchObject({
      data: { reason: 'bad_query' },
    })
    const log = JSON.stringify(await site.app.database.query.selectFrom('admin_log').selectAll().execute())
    expect(log).not.toContain(token)
    const report = (with_: string) => site.report(with_, { clock: now, events: [] })
    const hash = String((await device(id))?.['token_hash'])
    for (const wrong of ['', 'twd_', `${token}x`, token.slice(4), hash, `twd_${hash.slice(0, 43)}`])
      expect(await report(wrong)).toMatchObject({ status: 401, code: 0, data: null })
    expect(await report(token)).toMatchObject({ status: 200, data: { added: 0, duplicates: 0 } })
    // A new token ends the one before, and is not repeated for a repeated request.
    const headers = { 'think-lang': 'en', 'x-tablewright': '1', 'idempotency-key': 'again' }
    const issue = async () =>
      (
        await site.app.running.send<{ token: string }>('POST', '/admin/face.FireDevice/issueToken', {
          token: await site.app.token(site.root),
          headers,
          payload: { id },
        })
      ).data.token
    const [second, third] = [await issue(), await issue()]
    expect(second).not.toBe(third)
    const responses = JSON.stringify(await site.app.database.query.selectFrom('idempotency').selectAll().execute())
    expect(responses).not.toContain('twd_')
    expect([(await report(token)).status, (await report(second)).status, (await report(third)).status]).toEqual([
      401, 401, 200,
    ])
    const replies = await Promise.all(Array.from({ length: 70 }, () => report(third)))
    expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThan(5)
    expect(replies.find(({ status }) => status === 429)?.msg).toMatch(/Try again in \d+ seconds/)
    expect(await site.app.post(site.root, 'face.FireDevice/revokeToken', { id })).toMatchObject({ code: 1 })
    expect((await report(third)).status).toBe(401)
    expect(await site.app.post(site.root, 'face.FireDevice/revokeToken', { id })).toMatchObject({
      code: 0,
      msg: 'This device has no token.',
    })
    expect(await site.app.post(site.root, 'face.FireDevice/issueToken', { id: 999_999 })).toMatchObject({ code: 0 })
    const guard = await site.app.account('guard', [await site.app.group('guards', ['face/fireDevice/index'])])
    expect(await site.app.post(guard, 'face.FireDevice/issueToken', { id })).toMatchObject({ code: 401 })
  })

  it('refuse bad reports, and say what is wrong with which part', async () => {
    const { id, token } = await newDevice()
    const bad: readonly (readonly [unknown, string])[] = [
      ['', 'body'],
      ['{', 'body'],
      ['[]', 'body'],
      ['null', 'body'],
      [{}, 'clock'],
      [{ clock: 'now' }, 'clock'],
      [{ clock: -1, events: [] }, 'clock'],
      [{ clock: 1.5, events: [] }, 'clock'],
      [{ clock: now, events: {} }, 'events'],
      [{ clock: now, events: Array.from({ length: 101 }, (_event, seq) => ({ seq, time: now })) }, 'events'],
      [{ clock: now, events: [null] }, 'events.0.seq'],
      [{ clock: now, events: [{ seq: '1', time: now }] }, 'events.0.seq'],
      [{ clock: now, events: [{ seq: 1, time: 1e15 }] }, 'events.0.time'],
      [{ clock: now, events: [{ seq: 1, time: now, level: 4 }] }, 'events.0.level'],
      [
        {
          clock: now,
          events: [
            { seq: 1, time: now },
            { seq: 2, time: now, place: 'x'.repeat(129) },
          ],
        },
        'events.1.place',
      ],
      [{ clock: now, events: [], device_id: 1 }, 'device_id'],
      [{ clock: now, events: [{ seq: 1, time: now, building: 'B' }] }, 'events.0.building'],
    ]
    for (const [body, part] of bad) {
      const answer = await site.report(token, body)
      expect([body, answer.status, Object.keys((answer.data?.['errors'] ?? {}) as object)]).toEqual([
        body,
        400,
        expect.arrayContaining([part]),
      ])
    }
    expect((await site.report(token, '{', 'zh-cn')).msg).toMatch(/请求内容/)
    expect(await alarmsOf(id)).toEqual([])
  })

  it('go from open to handling to closed, are dismissed as false, and are reopened with a reason', async () => {
    const { app, root } = site
    const id = await add('FireAlarm', { building: 'Hall', level: 2, occurred: now - 60 })
    const run = (action: string, body = {}) => app.post(root, `face.FireAlarm/${action}`, { id, ...body })
    const row = () => app.row('face_fire_alarm', id)
    expect(await run('close', { outcome: 'done' })).toMatchObject({ code: 0, data: { reason: 'bad_state' } })
    expect(await run('handle')).toMatchObject({ code: 1 })
    expect(await row()).toMatchObject({ status: 1, handler_id: root, closed: null, false_alarm: 0 })
    expect(await run('dismiss', { outcome: 'dust' })).toMatchObject({ code: 0 })
    expect(await run('close', { outcome: 'put out' })).toMatchObject({ code: 1 })
    expect(await row()).toMatchObject({ status: 2, outcome: 'put out', false_alarm: 0 })
    expect(await run('reopen')).toMatchObject({ code: 0 })
    expect(await run('reopen', { reason: 'smoke again' })).toMatchObject({ code: 1 })
    expect(await row()).toMatchObject({ status: 1, closed: null })
    const other = await add('FireAlarm', { building: 'Hall', level: 1, occurred: now })
    expect(await app.post(root, 'face.FireAlarm/dismiss', { id: other, outcome: 'dust' })).toMatchObject({ code: 1 })
    expect(await app.row('face_fire_alarm', other)).toMatchObject({ status: 2, false_alarm: 1 })
    expect(
      await app.post(root, 'face.FireAlarm/add', { building: 'Hall', level: 1, occurred: now + 9000 }),
    ).toMatchObject({
      data: { errors: { occurred: expect.stringContaining('future') } },
    })
    const hazard = await add('FireHazard', {
      title: 'Blocked',
      building: 'Hall',
      level: 1,
      found: now - 99,
      due: now + 99,
    })
    expect(await app.post(root, 'face.FireHazard/fix', { id: hazard, outcome: 'cleared' })).toMatchObject({ code: 1 })
    expect((await app.get<{ row: object }>(root, `face.FireHazard/edit?id=${hazard}`)).data.row).toMatchObject({
      standing: 2,
    })
    expect(await app.post(root, 'face.FireHazard/reopen', { id: hazard, reason: 'again' })).toMatchObject({ code: 1 })
    const round = await add('FireInspection', { title: 'Round', building: 'Hall', plan: now })
    expect(await app.post(root, 'face.FireInspection/finish', { id: round, result: 2 })).toMatchObject({ code: 1 })
    expect(await app.row('face_fire_inspection', round)).toMatchObject({ status: 1, result: 2, inspector_id: root })
    expect(await app.post(root, 'face.FireInspection/reopen', { id: round, reason: 'again' })).toMatchObject({
      code: 1,
    })
    const budget = { year: '2026', month: 3, purpose: 'Drill', planned: '10.00' }
    await add('FireBudget', budget)
    expect(await app.post(root, 'face.FireBudget/add', budget)).toMatchObject({ code: 0 })
    for (const check of [alarmTimes, hazardTimes, inspectionTimes])
      expect((await check.find({ database: app.database } as never, 10)).list).toEqual([])
  })

  it('are imported, and told to those who may handle them unless they are history', async () => {
    const { app, root } = site
    const notices = async () =>
      Number(
        (
          await app.database.query
            .selectFrom('notice')
            .select(({ fn }) => fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        )['n'],
      )
    const before = await notices()
    const lines = [
      'building,level,occurred',
      'Imported,Serious,2025-03-01 10:00:00',
      'Imported,Minor,2025-04-01 10:00:00',
      'Imported,None,x',
    ]
    const { payload, headers } = form([
      { name: 'map', bytes: JSON.stringify({ building: 'building', level: 'level', occurred: 'occurred' }) },
      { file: 'alarms.csv', type: 'text/csv', bytes: lines.join('\n') },
    ])
    const answer = await app.running.send('POST', '/admin/face.FireAlarm/import', {
      token: await app.token(root),
      headers: { ...headers, 'think-lang': 'en', 'x-tablewright': '1' },
      payload,
    })
    expect(answer).toMatchObject({ code: 1, data: { created: 2, refused: 1 } })
    const rows = await app.database.query
      .selectFrom('face_fire_alarm')
      .selectAll()
      .where('building', '=', 'Imported')
      .execute()
    expect(rows.map(({ source, level, status }) => [source, level, status])).toEqual([
      [1, 2, 0],
      [1, 1, 0],
    ])
    expect(await notices()).toBe(before)
    await add('FireAlarm', { building: 'Hall', level: 1, occurred: now })
    expect(await notices()).toBe(before + 1)
  })

  it('leave devices that are silent offline, until they report again', async () => {
    const { id, token } = await newDevice()
    const scope = partOf<Scope>({
      database: site.app.database as never,
      registry: createRegistry(await models([face, system])),
      settings: partOf<Scope['settings']>({ own: { face_offline_minutes: 60 }, timeZone: 'Asia/Shanghai' }),
      language: 'en',
      actor: null,
      validators: async () => null,
    })
    const watch = () => site.app.database.write((trx) => markSilentDevices(scope, trx as never))
    expect(await site.report(token, { clock: now, events: [] })).toMatchObject({ status: 200 })
    await watch()
    expect(await device(id)).toMatchObject({ status: 0 })
    await runAt(now + 3700, watch)
    expect(await device(id)).toMatchObject({ status: 3 })
    await site.report(token, { clock: now, events: [] })
    expect(await device(id)).toMatchObject({ status: 0 })
  })
})
