/** What limits count under, and how long they make somebody wait. */
import { sql, type SqlBool } from 'kysely'
import { afterAll, beforeAll, describe, expect, expectTypeOf, it, vi } from 'vitest'
import { system } from '#generated/system/index.ts'
import type { SystemDatabase } from '../../../runtime/server/operation/access/system-tables.ts'
import { limitKey, type LimitKey } from '../../../runtime/server/operation/limits/limit-key.ts'
import { countMessage } from '../../../runtime/server/operation/limits/messages.ts'
import { addressPrefix, readIpAddress } from '../../../runtime/server/operation/limits/ip-network.ts'
import { advanceRetention } from '../../../runtime/server/operation/limits/retention.ts'
import { countTry, purgeThrottles, signInRule } from '../../../runtime/server/operation/limits/throttle.ts'
import { removeFreeRows } from '../../../runtime/server/db/index.ts'
import { defaultSettings } from '../../../runtime/server/settings/settings.ts'
import { withQuota } from '../../../runtime/server/files/quota.ts'
import type { UploadError } from '../../../runtime/server/files/upload-error.ts'
import { engines, type TestDatabase } from '../../support/databases.ts'
import { models } from '../http/running-app.ts'

const day = 86_400_000

describe.each(engines)('limits on $name', (engine) => {
  let opened: TestDatabase
  let database: SystemDatabase
  beforeAll(async () => {
    opened = await engine.open(await models([system]))
    database = opened
  })
  afterAll(() => opened.dispose())

  it('stores the newest names that nobody has, and counters of accounts beside them', async () => {
    const [old, own] = [
      limitKey('test', { kind: 'admin', account: null, name: 'old' }),
      limitKey('test', { kind: 'admin', id: 7 }),
    ]
    await countTry(database, [old, own], signInRule)
    // As if so many had come after them.
    await database.write((trx) =>
      trx
        .updateTable('throttle')
        .set(({ eb }) => ({ id: eb('id', '-', 300_000) }))
        .execute(),
    )
    const fresh = limitKey('test', { kind: 'admin', account: null, name: 'new' })
    await countTry(database, [fresh], signInRule)
    const rows = await database.query.selectFrom('throttle').select('key').execute()
    const keys = new Set<string>(rows.map(({ key }) => key))
    expect([old, own, fresh].map((key) => keys.has(key))).toEqual([false, true, true])
  })

  it('forgets what an account uploaded on a day that the clock reached too early', async () => {
    const start = Date.now()
    const settings = { ...defaultSettings({ version: '0', uploadFolder: '' }), timeZone: 'UTC' }
    const upload = { ...settings.upload, dailyQuota: 1, dailyFiles: 2 }
    const scope = { database, settings: { ...settings, upload }, actor: { id: 7 } }
    const send = (days: number, bytes: number) => {
      vi.setSystemTime(start + days * day)
      return withQuota(scope, bytes, async () => 'stored').catch((error: UploadError) => error.code)
    }
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      expect([await send(3, 700_000), await send(3, 700_000)]).toEqual(['stored', 'upload.quota'])
      expect([await send(0, 1000), await send(0, 1000), await send(0, 1000)]).toEqual([
        'stored',
        'stored',
        'upload.count',
      ])
      expect([await send(3, 700_000), await send(3, 700_000)]).toEqual(['stored', 'upload.quota'])
    } finally {
      vi.useRealTimers()
    }
  })

  it('purges by checks a day apart, and by none that a clock made which was ahead', async () => {
    const start = Date.now()
    const key = limitKey('test', { kind: 'admin', id: 8 })
    const check = (days: number) => {
      vi.setSystemTime(start + days * day)
      return database.write(async (trx) => {
        await advanceRetention(trx)
        await purgeThrottles(trx)
      })
    }
    const isStored = async (): Promise<boolean> =>
      (await database.query.selectFrom('throttle').select('id').where('key', '=', key).execute()).length === 1
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      await countTry(database, [key], signInRule)
      for (const days of [0, 400, 401, 402]) {
        await check(days)
        // The second check after the jump agrees with the first one.
        if (days === 401) expect(await isStored()).toBe(false)
      }
      vi.setSystemTime(start)
      await countTry(database, [key], signInRule)
      for (const days of [0, 300, 0.001, 300, 0.002]) await check(days)
      expect(await isStored()).toBe(true)
      for (const days of [1.6, 2.7, 3.8]) await check(days)
      expect(await isStored()).toBe(false)
    } finally {
      vi.useRealTimers()
    }
  })

  it('purges beside whoever has a row locked, without waiting', async () => {
    const keys = [1, 2, 3].map((id) => limitKey('purged', { kind: 'admin', id }))
    const rows = keys.map((key) => ({ key, count: 1, expire_time: 1, version: 1 }))
    await database.write((trx) => trx.insertInto('throttle').values(rows).execute())
    const purge = () => database.write((trx) => removeFreeRows(trx, 'throttle', sql<SqlBool>`expire_time = 1`))
    let release = (): void => undefined
    const isReleased = new Promise<void>((resolve) => (release = resolve))
    let isLocked = false
    const holder = database.write(async (trx) => {
      await trx.updateTable('throttle').set({ count: 2 }).where('key', '=', keys[1]!).execute()
      isLocked = true
      // One transaction writes at a time on SQLite.
      if (engine.name === 'postgresql') await isReleased
    })
    await expect.poll(() => isLocked).toBe(true)
    expect(await purge()).toBe(engine.name === 'postgresql' ? 2 : 3)
    release()
    await holder
    expect(await purge()).toBe(engine.name === 'postgresql' ? 1 : 0)
  })

  it('counts a message only when it may be sent, and keeps those of known places apart (T37)', async () => {
    const start = Date.now()
    const sent = (minute: number, more: Partial<Parameters<typeof countMessage>[1]> = {}) => {
      vi.setSystemTime(start + minute * 60_000)
      const message = { ip: '192.0.2.1', isKnownPlace: false, to: [{ receiver: 'ann@example.com' }], event: 'test' }
      return countMessage(database, { ...message, ...more })
    }
    vi.useFakeTimers({ now: start, toFake: ['Date'] })
    try {
      for (let index = 0; index < 5; index += 1) expect(await sent(2 * index)).toBe(0)
      for (let index = 0; index < 30; index += 1) expect(await sent(10 + index)).toBeGreaterThan(0)
      // None of the thirty counted for the network, which has fifteen left.
      for (let index = 0; index < 15; index += 1)
        expect(await sent(40, { to: [{ receiver: `${index}@example.com` }] })).toBe(0)
      expect(await sent(40, { to: [{ receiver: 'last@example.com' }] })).toBeGreaterThan(0)
      for (let index = 0; index < 5; index += 1) expect(await sent(75 + 2 * index, { ip: `198.18.${index}.1` })).toBe(0)
      expect(await sent(300, { ip: '198.18.9.1' })).toBeGreaterThan(3600)
      expect(await sent(300, { ip: '198.18.9.1', isKnownPlace: true })).toBe(0)
      // The messages of the site in a day; then some are left for each hour.
      const other = (index: number) => ({
        ip: `198.19.${index}.1`,
        to: [{ receiver: `b${index}@example.com` }],
        perDay: 3,
      })
      for (let index = 0; index < 3; index += 1) expect(await sent(400, other(index))).toBe(0)
      expect(await sent(400, other(3))).toBe(3600)
      expect(await sent(400, { ...other(4), isKnownPlace: true })).toBe(0)
      expect(await sent(461, other(5))).toBe(0)
      expect(await sent(461, other(6))).toBe(3600)
    } finally {
      vi.useRealTimers()
    }
  })
})

it('keys are made of what stands in the source and of subjects that are brought into one form', () => {
  type Key = Parameters<typeof countTry>[1][number]
  expectTypeOf<Key>().toEqualTypeOf<LimitKey>()
  expectTypeOf<string>().not.toExtend<LimitKey>()
  const purpose = (text: string) => `of ${text}` as const
  // @ts-expect-error -- a text that was put together is no purpose
  expect(limitKey(purpose('x'))).toHaveLength(64)
})

describe('neighbourhoods of addresses', () => {
  it.each([
    ['203.0.113.9', '203.0.113'],
    ['::ffff:203.0.113.9', '203.0.113'],
    ['::FFFF:cb00:7109', '203.0.113'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:0DB8:0000:0000:1:2:3:4', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0'],
    ['nonsense', 'nonsense'],
    ['', ''],
  ])('%s lies in %s', (one, prefix) => expect(addressPrefix(one)).toBe(prefix))
})

describe('addresses that a proxy names', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    [' 203.0.113.9:4711 ', '203.0.113.9'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:DB8::1]:443', '2001:DB8::1'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['[::ffff:203.0.113.9]:80', '203.0.113.9'],
    ['[fe80::1%eth0]:80', 'fe80::1'],
    ['203.0.113.9:', null],
    ['203.0.113.9:70000', null],
    ['203.0.113.9:80:80', null],
    ['203.0.113.256', null],
    ['203.0.113', null],
    ['[203.0.113.9]:80', null],
    ['[2001:db8::1', null],
    ['unknown', null],
    ['_hidden', null],
    ['', null],
  ])('%s is %s', (text, address) => expect(readIpAddress(text)).toBe(address))
})
