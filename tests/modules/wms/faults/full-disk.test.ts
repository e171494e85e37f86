/**
 * A full disk: what was saved stays, reading and signing in go on, everything else is refused in clear words until
 * there
 * is room again.
 */
import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { applyPlan, openDatabase, type Urgency } from '../../../../runtime/server/db/index.ts'
import { openWarehouseApp, type WarehouseApp } from '../warehouse-app.ts'
import { engines, type Engine } from '../../../support/databases.ts'
import { mountSmallDisk } from '../../../support/small-disk.ts'
import { useShiftedClock } from '../../../support/shifted-clock.ts'
import { faultsIn } from './invariants.ts'

const { folder: disk, isMounted } = mountSmallDisk(16)

const file = join(disk, 'warehouse.sqlite')
const ballast = `${file}-reserved`
const filler = join(disk, 'filler')

const onDisk: Engine = {
  ...engines[0]!,
  async open(models) {
    const database = await openDatabase(file, { readerScript: inject('reader'), reserve: true })
    await applyPlan(database, models)
    return Object.assign(database, { dispose: () => database.close() })
  },
}

function fillUp(): void {
  const { bavail, bsize } = statfsSync(disk)
  writeFileSync(filler, Buffer.alloc(bavail * bsize))
}

describe.runIf(isMounted)('a full disk', () => {
  const skipTime = useShiftedClock()
  let app: WarehouseApp
  afterAll(() => app?.dispose())

  it('keeps room back, and never more than a small disk can spare', async () => {
    app = await openWarehouseApp(onDisk)
    expect(statSync(ballast)).toMatchObject({ size: 2 * 2 ** 20, blocks: (2 * 2 ** 20) / 512 })
    expect(statSync(ballast).mode & 0o077).toBe(0)
  })

  it('refuses audits with the reason, allows reads and sign-in, and recovers once there is space', async () => {
    const { a, supplier } = app.places
    const product = await app.product({ effective_day: 30 })
    const line = { product_id: product, warehouse_shelf_id: a, plan_quantity: 3 }
    const orders: number[] = []
    for (let at = 0; at < 40; at++)
      orders.push(
        await app.add('Warehousing', {
          type: 10,
          supplier_id: supplier,
          product_detail: Array.from({ length: 20 }, () => line),
        }),
      )
    // The log may grow to half the space that was kept back, so that the file has the other half.
    expect(statSync(`${file}-wal`).size).toBeLessThan(1.5 * 2 ** 20)
    fillUp()

    let audited = 0
    let refused = await app.call('Warehousing/audit', { id: orders[0]! })
    while (refused.code === 1) refused = await app.call('Warehousing/audit', { id: orders[++audited]! })
    expect(refused).toMatchObject({
      status: 503,
      code: 503,
      msg:
        'The server’s disk is full. Nothing was saved; you can still view records. Ask the administrator to ' +
        'free some space, then try again.',
    })
    expect(await faultsIn(app.database)).toEqual([])
    expect(await app.read('Warehousing', orders[audited]!)).toMatchObject({ audit_status: 0, version: 1 })

    // The room that was kept back is for signing in, not for more orders.
    const again = await app.running.send('POST', '/admin/wms.Warehousing/audit', {
      token: await app.running.signIn(),
      payload: { id: orders[audited]! },
      headers: { 'think-lang': 'zh-cn' },
    })
    expect(again).toMatchObject({
      status: 503,
      msg: '服务器磁盘已满，未保存任何内容，仍可查询。请联系管理员腾出空间后重试。',
    })
    expect(again.headers['retry-after']).toBe('30')
    for (let at = 0; at < 25; at++) {
      const token = await app.running.signIn()
      expect(await app.call('Warehousing/index', undefined, token)).toMatchObject({ code: 1, data: { total: 40 } })
      expect(await app.running.send('POST', '/admin/Index/logout', { token, payload: {} })).toMatchObject({
        status: 200,
      })
    }
    const { statusCode, body } = await app.running.app.inject({
      url: '/admin/wms.Warehousing/export',
      headers: { batoken: await app.running.signIn() },
    })
    expect(statusCode).toBe(200)
    expect(body.split('\n').filter((one) => one.includes('RK'))).toHaveLength(40)
    expect((await app.running.app.inject({ url: '/healthz' })).statusCode).toBe(200)

    rmSync(filler)
    skipTime(1100)
    for (const id of orders.slice(audited)) await app.done('Warehousing/audit', { id })
    expect(statSync(ballast).size).toBe(2 * 2 ** 20)
    expect(await faultsIn(app.database)).toEqual([])
    expect(await app.rows('wms_inventory_history')).toHaveLength(40 * 20)
  }, 120_000)

  it('lets the first to notice sign in when it is a sign-in that finds no room', async () => {
    fillUp()
    const tokens: string[] = []
    for (let at = 0; at < 20; at++) tokens.push(await app.running.signIn())
    expect(tokens.every((token) => token.length > 20)).toBe(true)
    rmSync(filler)
  }, 60_000)

  it('starts on a full disk with the reserved space, and explains the failure without it', async () => {
    skipTime(1100)
    await app.done('Carrier/add', { name: 'before' })
    await app.dispose()
    expect(statSync(ballast).size).toBe(2 * 2 ** 20)
    fillUp()
    const open = () => openDatabase(file, { readerScript: inject('reader'), reserve: true })
    const database = await open()
    expect(await database.query.selectFrom('wms_warehousing').selectAll().execute()).toHaveLength(40)
    const add = (name: string, urgency?: Urgency) =>
      database.write((trx) => trx.insertInto('wms_carrier').values({ name, weigh: 1, version: 1 }).execute(), urgency)
    expect(
      await add('ordinary').then(
        () => null,
        (error: unknown) => database.adapter.problemOf(error),
      ),
    ).toEqual({ kind: 'full' })
    await add('essential', 'essential')
    rmSync(filler)
    skipTime(1100)
    await add('after')
    expect(statSync(ballast).size).toBe(2 * 2 ** 20)
    expect(
      (await database.query.selectFrom('wms_carrier').select('name').orderBy('id').execute()).map((row) => row['name']),
    ).toEqual(['Carrier', 'before', 'essential', 'after'])
    await database.close()

    rmSync(ballast)
    fillUp()
    await expect(open()).rejects.toMatchObject({ name: 'DatabaseError', code: 'full' })
    rmSync(filler)
  }, 60_000)
})
