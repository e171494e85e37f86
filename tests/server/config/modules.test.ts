/** The page of modules: what it shows, and what is gone while a module is switched off. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { member } from '#generated/member/index.ts'
import { pay } from '#generated/pay/index.ts'
import { system } from '#generated/system/index.ts'
import { memberServer } from '../../../runtime/modules/member/server/index.ts'
import { payServer } from '../../../runtime/modules/pay/server/index.ts'
import { engines } from '../../support/databases.ts'
import { openTestApp, type TestApp } from '../access/access-app.ts'

interface Installed {
  readonly uid: string
  readonly state: number
  readonly fixed: boolean
  readonly entities: readonly { readonly id: string }[]
  readonly routes: readonly string[]
  readonly needs: readonly { readonly uid: string }[]
  readonly neededBy: readonly { readonly uid: string }[]
}

describe.each(engines)('the page of modules on $name', (engine) => {
  let app: TestApp
  let [boss, editor] = [0, 0]
  beforeAll(async () => {
    app = await openTestApp(engine, { servers: [memberServer, payServer] }, [member, pay, system])
    boss = await app.account('boss', [await app.group('bosses', '*')])
    const nodes = ['index', 'changeState'].map((action) => `moduleStore/moduleStore/${action}`)
    editor = await app.account('editor', [await app.group('editors', [...nodes, 'user/user/index'])])
  })
  afterAll(() => app.dispose())

  const change = (uid: string, state: unknown, admin = boss) => app.post(admin, 'module/changeState', { uid, state })
  const installed = async () =>
    (await app.get<{ installed: readonly Installed[] }>(boss, 'module/index')).data.installed
  const menuOf = async (admin: number) => JSON.stringify((await app.get(admin, 'Index/index')).data['menus'])

  it('lists what is installed with what it consists of', async () => {
    const modules = await installed()
    expect(modules.map(({ uid, state, fixed }) => [uid, state, fixed])).toEqual([
      ['member', 1, false],
      ['pay', 1, false],
      ['system', 1, true],
    ])
    const [members, payments] = modules
    expect(payments?.needs.map(({ uid }) => uid)).toEqual(['member'])
    expect(members?.neededBy.map(({ uid }) => uid)).toEqual(['pay'])
    expect(payments?.entities.map(({ id }) => id)).toContain('pay/log')
    expect(members?.routes.length).toBeGreaterThan(5)
    const { data } = await app.get<{ rows: number; bytes: number }>(boss, 'module/data?uid=system')
    expect(data.rows).toBeGreaterThan(10)
    expect(data.bytes).toBeGreaterThan(4096)
  })

  it('T24 switches a module off and on: menu, routes, and nothing of its data', async () => {
    const rows = async () => (await app.get<{ rows: number }>(boss, 'module/data?uid=pay')).data.rows
    const before = await rows()
    expect(await menuOf(boss)).toContain('pay/log')
    expect((await app.get(boss, 'pay.Log/index')).code).toBe(1)
    expect(await change('pay', 6)).toMatchObject({ code: 1, data: { state: 6 } })
    expect(await menuOf(boss)).not.toContain('pay/log')
    expect(await app.get(boss, 'pay.Log/index')).toMatchObject({ code: 0, data: { reason: 'not_found' } })
    // Routes of visitors and members go with it, before anybody is asked to sign in.
    const own = payServer.routes?.find(({ area, method }) => area === 'api' && method === 'GET')
    const answer = () => app.running.send('GET', `/api/${own?.path}`)
    expect(await answer()).toMatchObject({ code: 0, data: { reason: 'not_found' } })
    expect((await installed()).find(({ uid }) => uid === 'pay')?.state).toBe(6)
    expect(await rows()).toBe(before)
    expect(await change('pay', 1)).toMatchObject({ code: 1, data: { state: 1 } })
    expect((await app.get(boss, 'pay.Log/index')).code).toBe(1)
    expect((await answer()).data?.['reason']).not.toBe('not_found')
    expect(await menuOf(boss)).toContain('pay/log')
  })

  it('names what depends on a module, and what a module depends on', async () => {
    expect(await change('member', 6)).toMatchObject({ code: 0, data: { reason: 'in_use' } })
    expect((await change('member', 6)).msg).toContain('Payments')
    expect((await change('pay', 6)).code).toBe(1)
    expect((await change('member', 6)).code).toBe(1)
    expect(await change('pay', 1)).toMatchObject({ code: 0, data: { reason: 'bad_state' } })
    expect((await change('member', true)).code).toBe(1)
    expect((await change('pay', 1)).code).toBe(1)
  })

  it('T23 is for super administrators, never for the framework, and takes no other input', async () => {
    expect((await change('pay', 6, editor)).code).toBe(401)
    expect(await change('system', 6)).toMatchObject({ code: 0, data: { reason: 'bad_state' } })
    for (const [uid, state] of [
      ['nothing', 6],
      ['__proto__', 6],
      [null, 6],
      ['pay', 2],
      ['pay', 'off'],
      ['pay', null],
    ])
      expect((await app.post(boss, 'module/changeState', { uid, state })).code, String([uid, state])).toBe(0)
    expect((await installed()).every(({ state }) => state === 1)).toBe(true)
    // The market has nothing to offer.
    expect((await app.post(boss, 'module/install', { uid: 'x' })).code).toBe(0)
  })
})
