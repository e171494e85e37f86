/**
 * Clearing caches is real: what a process keeps is read anew, also by other processes, and rows whose time is over go.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endRetention, engines } from '../../support/databases.ts'
import { openTestApp, type TestApp } from '../access/access-app.ts'

describe.each(engines)('clearing caches on $name', (engine) => {
  let app: TestApp
  let viewer: number
  beforeAll(async () => {
    app = await openTestApp(engine)
    viewer = await app.account('viewer', [await app.group('viewers', ['shop/brand/index'])])
  })
  afterAll(() => app.dispose())

  const clear = (admin = 1, type = 'tp') => app.post<{ reason?: string }>(admin, 'ajax/clearCache', { type })

  it('rights that were changed past the server are in force afterwards', async () => {
    const { database } = app
    expect(await app.get(viewer, 'shop.Brand/index')).toMatchObject({ code: 1 })
    // As somebody does by hand in the database: no stamp is counted up, so every process goes on with what it knows.
    await database.write((trx) =>
      trx.updateTable('admin_rule').set({ status: 0 }).where('name', '=', 'shop/brand').execute(),
    )
    expect(await app.get(viewer, 'shop.Brand/index')).toMatchObject({ code: 1 })
    expect(await clear()).toMatchObject({ code: 1, msg: 'Cache cleared' })
    expect(await app.get(viewer, 'shop.Brand/index')).toMatchObject({ code: 401 })
    await database.write((trx) =>
      trx.updateTable('admin_rule').set({ status: 1 }).where('name', '=', 'shop/brand').execute(),
    )
    await clear(1, 'all')
    expect(await app.get(viewer, 'shop.Brand/index')).toMatchObject({ code: 1 })
  })

  it('so are settings', async () => {
    const name = async () =>
      (await app.get<{ siteConfig: { siteName: string } }>(1, 'Index/index')).data.siteConfig.siteName
    await app.post(1, 'routine.Config/edit', { site_name: 'Before' })
    expect(await name()).toBe('Before')
    await app.database.write((trx) =>
      trx.updateTable('config').set({ value: 'After' }).where('name', '=', 'site_name').execute(),
    )
    await clear()
    expect(await name()).toBe('After')
  })

  it('removes expired captchas, counters and tokens only, and logs it', async () => {
    const { database } = app
    const now = Math.floor(Date.now() / 1000)
    await endRetention(database)
    await database.write(async (trx) => {
      for (const [key, end] of [
        ['old', now - 10],
        ['new', now + 600],
      ] as const) {
        await trx
          .insertInto('captcha')
          .values({ key, captcha: '{}', expire_time: end, create_time: now, version: 1 })
          .execute()
        await trx.insertInto('throttle').values({ key, count: 1, expire_time: end, version: 1 }).execute()
      }
      for (const [hash, end] of [
        ['a', now - 3 * 86_400],
        ['b', now - 60],
      ] as const) {
        await trx
          .insertInto('token')
          .values({
            token_hash: hash.repeat(64),
            type: 'admin',
            admin_id: viewer,
            expire_time: end,
            create_time: now,
            version: 1,
          })
          .execute()
      }
    })
    expect(await clear()).toMatchObject({ code: 1 })
    for (const table of ['captcha', 'throttle'])
      expect((await database.query.selectFrom(table).select('key').execute()).map((row) => row['key'])).toEqual(['new'])
    const hashes = (await database.query.selectFrom('token').select('token_hash').execute()).map(
      (row) => String(row['token_hash'])[0],
    )
    expect(hashes).toContain('b')
    expect(
      await database.query.selectFrom('token').select('id').where('token_hash', '=', 'a'.repeat(64)).executeTakeFirst(),
    ).toBeUndefined()
    const last = await database.query
      .selectFrom('admin_log')
      .select(['title', 'url'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(last).toMatchObject({
      url: '/admin/ajax/clearCache',
      title: expect.stringContaining('Clear caches') as string,
    })
  })

  it('is for super admins, and clears what there is only', async () => {
    expect(await clear(viewer)).toMatchObject({
      status: 200,
      code: 401,
      msg: 'Only super administrators can clear the cache.',
    })
    for (const type of ['', 'storage', 'x'])
      expect(await clear(1, type)).toMatchObject({ status: 200, code: 0, data: { reason: 'invalid' } })
  })
})
