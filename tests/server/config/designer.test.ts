/** When a site has the designer, whatever would do its work. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOtherServers } from '../../../runtime/server/ops/designer/other-servers.ts'
import type { DesignerObstacle, SiteDesigner } from '../../../runtime/server/ops/designer/designer.ts'
import { metaTable } from '../../../runtime/server/db/ownership.ts'
import { engines } from '../../support/databases.ts'
import { openTestApp, type TestApp } from '../access/access-app.ts'

describe.each(engines)('the designer of a site on $name', (engine) => {
  let app: TestApp
  let boss = 0
  let obstacle: DesignerObstacle | null = null
  let isAlone = true
  let restarts = 0
  const methods: string[] = []
  const designer: SiteDesigner = {
    obstacle: () => obstacle,
    isAlone: async () => isAlone,
    ask: async (method) => {
      methods.push(method)
      return { ok: true, data: { words: [] } }
    },
    restart: () => restarts++,
    close: async () => undefined,
  }
  beforeAll(async () => {
    app = await openTestApp(engine, { designer })
    boss = await app.account('boss', [await app.group('root', '*')])
  })
  afterAll(() => app.dispose())

  it('T23 is there once a super administrator has switched it on', async () => {
    expect((await app.get(boss, 'crud.Crud/history')).msg).toMatch(/designer is off/)
    expect(methods).toEqual([])
    expect((await app.post(boss, 'routine.Config/edit', { designer: true })).code).toBe(1)
    expect((await app.get(boss, 'crud.Crud/history')).code).toBe(1)
  })

  it('T23 is for super administrators only, and not where the server has none', async () => {
    const ann = await app.account('ann', [await app.group('designers', ['crud/crud/index'])])
    expect(await app.get(ann, 'crud.Crud/history')).toMatchObject({ code: 401, msg: expect.stringMatching(/super/i) })
    const other = await openTestApp(engine)
    try {
      const root = await other.account('root', [await other.group('root', '*')])
      expect((await other.get(root, 'crud.Crud/history')).msg).toMatch(/designer is off/)
    } finally {
      await other.dispose()
    }
  })

  it('refuses to apply with the reason, and restarts nothing then', async () => {
    const apply = () => app.post(boss, 'crud.Crud/apply', { operations: [] })
    for (const [reason, says] of [
      ['packages', /packages for building/],
      ['read_only', /cannot be written/],
      ['production', /NODE_ENV=production/],
    ] as const) {
      obstacle = reason
      expect((await apply()).msg).toMatch(says)
      expect((await app.get(boss, 'crud.Crud/index')).data['obstacle']).toMatch(says)
    }
    obstacle = null
    isAlone = false
    expect((await apply()).msg).toMatch(/Another server/)
    expect(restarts).toBe(0)
    expect(methods).not.toContain('apply')
  })

  it('counts the servers that still renew their entry, or whose process is there', async () => {
    const { database } = app
    const [own, other] = [createOtherServers(database), createOtherServers(database)]
    await own.join()
    expect(await own.areThere()).toBe(false)
    await other.join()
    expect(await own.areThere()).toBe(true)
    await other.leave()
    expect(await own.areThere()).toBe(false)
    const now = Math.floor(Date.now() / 1000)
    const entries: readonly (readonly [host: string, pid: number, time: number, isThere: boolean])[] = [
      ['elsewhere', 1, now, true],
      ['elsewhere', 1, now - 1000, false],
    ]
    for (const [host, pid, time, isThere] of entries) {
      const value = JSON.stringify({ host, pid, time })
      await database.write((trx) => trx.insertInto(metaTable).values({ key: 'server:x', value }).execute())
      expect(await own.areThere()).toBe(isThere)
      await database.write((trx) => trx.deleteFrom(metaTable).where('key', '=', 'server:x').execute())
    }
    await own.leave()
  })
})
