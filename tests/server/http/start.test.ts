/** A first start, a second start, and starts that cannot be. */
import { createServer, type AddressInfo } from 'node:net'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { system } from '#generated/system/index.ts'
import { StartError } from '../../../runtime/server/core/errors/start-error.ts'
import { applyPlan, openDatabase } from '../../../runtime/server/db/index.ts'
import {
  ensureFirstAdmin,
  findAdmin,
  hasNoAdmin,
  oldestAdmin,
  withdrawFirstAdmin,
} from '../../../runtime/server/identity/session/admins.ts'
import { verifyPassword } from '../../../runtime/server/identity/session/password.ts'
import { startServer, type Running, type StartOptions } from '../../../runtime/server/start.ts'
import { shop } from '../../support/shop.ts'

const units = Array.from({ length: 120 }, (_, at) => ({
  table: 'shop/unit',
  key: `unit ${at}`,
  values: { name: `Unit ${at}` },
}))
const start = (options: StartOptions): Promise<Running> =>
  startServer(
    [
      { manifest: shop.manifest, server: { name: 'shop', demo: () => units } },
      { manifest: system, server: null },
    ],
    options,
  )

describe('starting', () => {
  let folder = ''
  const running: Running[] = []
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tablewright-start-'))
  })
  afterEach(async () => {
    for (const one of running.splice(0)) await one.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const options = (more: Partial<StartOptions> = {}): StartOptions => ({
    port: 0,
    host: '127.0.0.1',
    dataFolder: folder,
    databaseUrl: join(folder, 'tablewright.sqlite'),
    adminPassword: null,
    demo: false,
    autoApply: null,
    logLevel: 'silent',
    captcha: false,
    webRoot: null,
    validatorsRoot: join(folder, 'none'),
    readerScript: inject('reader'),
    version: '0.0.0-test',
    signals: false,
    ...more,
  })
  const go = async (more?: Partial<StartOptions>): Promise<Running> => {
    const one = await start(options(more))
    running.push(one)
    return one
  }
  const signIn = async (address: string, password: string) =>
    (
      await fetch(`${address}/admin/Index/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-tablewright': '1' },
        body: JSON.stringify({ username: 'admin', password }),
      })
    ).json() as Promise<{ code: number; data: { userInfo: { token: string } } }>

  const openStartPage = async (address: string, batoken: string) =>
    (
      await fetch(`${address}/admin/Index/index`, { headers: { batoken, 'x-tablewright': '1' } })
    ).json() as Promise<unknown>

  it('creates an account with a random password that is shown once', async () => {
    const first = await go()
    expect(first.firstAdmin).toMatchObject({
      username: 'admin',
      password: expect.stringMatching(/^[\w-]{16}$/) as string,
    })
    const signedIn = await signIn(first.address, first.firstAdmin!.password!)
    expect(signedIn).toMatchObject({ code: 1 })
    expect(await openStartPage(first.address, signedIn.data.userInfo.token)).toMatchObject({
      code: 0,
      data: { step: 'password' },
    })
    expect((await fetch(`${first.address}/healthz`)).status).toBe(200)
    await first.close()
    const second = await go()
    expect(second.firstAdmin).toBeNull()
    expect(await signIn(second.address, first.firstAdmin!.password!)).toMatchObject({ code: 1 })
  })

  it('accepts a given password, does not print it and does not require a change', async () => {
    const first = await go({ adminPassword: 'Given-2026' })
    expect(first.firstAdmin).toEqual({ username: 'admin', password: null })
    const signedIn = await signIn(first.address, 'Given-2026')
    expect(await openStartPage(first.address, signedIn.data.userInfo.token)).toMatchObject({ code: 1 })
  })

  it.each(['short', 'x'.repeat(65), 'Passw0rd', 'a&b&c&d'])(
    'refuses the given password %j and makes no account',
    async (adminPassword) => {
      const refused = await start(options({ adminPassword })).catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(StartError)
      expect((refused as StartError).messageIn('en')).toContain('TABLEWRIGHT_ADMIN_PASSWORD')
      expect((refused as StartError).messageIn('en')).not.toContain(adminPassword)
      expect((await go({ adminPassword: 'Given-2026' })).firstAdmin).not.toBeNull()
    },
  )

  it('loads demo data into a fresh database only, and makes up for a first start that was cut off', async () => {
    const first = await go({ demo: true })
    expect(first.demoRecords).toBe(units.length)
    await first.close()
    expect((await go({ demo: true })).demoRecords).toBe(0)
    await running.at(-1)!.close()
    const other = { databaseUrl: join(folder, 'other.sqlite') }
    await expect(start(options({ ...other, demo: true, host: '203.0.113.9' }))).rejects.toThrow(StartError)
    expect(await go({ ...other, demo: true })).toMatchObject({
      demoRecords: 0,
      firstAdmin: { username: 'admin', password: expect.any(String) as string },
    })
  })

  it('has nobody sign in to the account that demo data is attributed to, before the start is complete', async () => {
    const database = await openDatabase(options().databaseUrl, { readerScript: inject('reader') })
    const tables = [...Object.values(shop.manifest.tables), ...Object.values(system.tables)]
    await applyPlan(database, await Promise.all(tables.map((table) => table.model())))
    const [first, again] = [await oldestAdmin(database), await oldestAdmin(database)]
    expect([first.username, again.id, await hasNoAdmin(database)]).toEqual(['admin', first.id, true])
    const { password, status } = (await findAdmin(database, 'id', first.id))!
    expect([await verifyPassword(password, ''), await verifyPassword(password, password), status]).toEqual([
      false,
      false,
      0,
    ])
    // Two processes complete the start at the same moment: the password of one of them is valid.
    const made = await Promise.all(['Str0ng-enough-1', 'Str0ng-enough-2'].map((one) => ensureFirstAdmin(database, one)))
    expect(made.filter((one) => one !== null)).toHaveLength(1)
    const ready = (await findAdmin(database, 'id', first.id))!
    expect([await hasNoAdmin(database), ready.status]).toEqual([false, 1])
    expect(await verifyPassword(ready.password, made[0] ? 'Str0ng-enough-1' : 'Str0ng-enough-2')).toBe(true)
    // A start that fails after all locks it again, and the next one completes it.
    await withdrawFirstAdmin(database, made[0] ?? made[1]!)
    expect(await hasNoAdmin(database)).toBe(true)
    await database.close()
    const { firstAdmin } = await go()
    expect(firstAdmin?.username).toBe('admin')
  })

  it('reports a port in use', async () => {
    const holder = createServer()
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
    const { port } = holder.address() as AddressInfo
    const refused = await start(options({ port })).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'port', class: 'environment' })
    expect((refused as StartError).messageIn('zh-cn')).toContain(`127.0.0.1:${port}`)
    holder.close()
  })

  it('reports a data folder it cannot use', async () => {
    writeFileSync(join(folder, 'storage'), 'a file where a folder should be')
    await expect(start(options())).rejects.toMatchObject({ code: 'folder', class: 'environment' })
    chmodSync(folder, 0o700)
  })
})
