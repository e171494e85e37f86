/**
 * Code inside a transaction never takes a second connection: writes of every kind succeed side by side where PostgreSQL
 * gives one connection, and what code asks the database for past its transaction is part of it.
 */
import { AsyncResource } from 'node:async_hooks'
import pg from 'pg'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { server } from '../../../runtime/main.server.ts'
import { openTestSite, type TestClient, type TestSite } from '../../../runtime/testing/index.ts'
import { engines, type Place, type TestDatabase } from '../../support/databases.ts'
import { form } from '../../support/multipart.ts'
import { field, tableModel } from '../../support/models.ts'
import { partOf } from '../../support/part-of.ts'

const note = tableModel('nested/note', { fields: [field('body', 'text')] })

describe.each(engines)('inside a transaction on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open([note])
  })
  afterAll(() => database.dispose())

  const bodies = () => database.query.selectFrom(note.table).select('body').orderBy('id')
  const rows = () => database.rows(sql`select body from ${sql.table(note.table)}`.compile(database.query), 'heavy')

  it('T81: reads past the transaction are part of it, also those that were built before it', async () => {
    const before = bodies()
    const elsewhere = AsyncResource.bind(() => bodies().execute())
    let late: Promise<unknown> = Promise.resolve()
    let commit = (): void => undefined
    const committed = new Promise<void>((resolve) => {
      commit = resolve
    })
    await database.write(async (trx) => {
      await trx.insertInto(note.table).values({ body: 'mine', version: 1 }).execute()
      for (const read of [() => before.execute(), () => bodies().execute(), rows])
        expect(await read()).toEqual([{ body: 'mine' }])
      expect(await elsewhere()).toEqual([])
      late = committed.then(() => bodies().execute())
    })
    commit()
    // What was started there and comes later is on its own.
    expect(await late).toEqual([{ body: 'mine' }])
    expect(await rows()).toEqual([{ body: 'mine' }])
  })

  it('what cannot be part of it is refused, and the transaction goes on', async () => {
    const page = () =>
      database.page({
        rows: bodies().compile(),
        count: null,
        shape: { columns: [], relations: [] },
        weight: 'light',
      })
    await database.write(async (trx) => {
      const refused = [
        () => database.write(async () => undefined),
        () => database.writeUnchecked(async () => undefined),
        () => database.runAlone('select 1'),
        page,
      ]
      for (const request of refused) await expect(request()).rejects.toThrow(/use the trx/)
      await trx.insertInto(note.table).values({ body: 'all the same', version: 1 }).execute()
    })
    expect(await bodies().execute()).toContainEqual({ body: 'all the same' })
  })
})

/** One pixel. */
const picture = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/** Every pool that is opened meanwhile has one connection, which is waited for as long as a slow machine needs. */
function narrowPools(): () => void {
  const prototype = partOf<{ connect: (this: pg.Pool, ...more: unknown[]) => unknown }>(pg.Pool.prototype)
  const { connect } = prototype
  prototype.connect = function (...more) {
    Object.assign(this.options, { max: 1, connectionTimeoutMillis: 20_000 })
    return connect.apply(this, more)
  }
  return () => {
    prototype.connect = connect
  }
}

describe.each(engines)('writes of every kind side by side, with one connection on $name', (engine) => {
  let place: Place
  let site: TestSite
  let widen: () => void
  let admin: TestClient
  beforeAll(async () => {
    place = await engine.place()
    widen = narrowPools()
    site = await openTestSite(server, { databaseUrl: place.url, readerScript: inject('reader') })
    admin = await site.admin()
  }, 120_000)
  afterAll(async () => {
    await site?.close()
    widen()
    await place.remove()
  })

  const upload = async (path: string, file: string, bytes: Buffer | string, client = admin, header = 'batoken') => {
    const { payload, headers } = form([{ file, bytes }])
    const response = await fetch(`${site.address}${path}`, {
      method: 'POST',
      headers: { ...headers, [header]: client.token, 'x-tablewright': '1', 'think-lang': 'en' },
      body: new Uint8Array(payload),
    })
    return (await response.json()) as { readonly code: number; readonly msg: string }
  }
  const times = <T>(count: number, work: (at: number) => T): readonly T[] =>
    Array.from({ length: count }, (_one, at) => work(at))

  it('all of them succeed', async () => {
    await admin.post('/admin/routine.Config/edit', { wms_stocktake: 1 })
    const members = await Promise.all(times(2, (at) => site.member({ values: { nickname: `Ann_${at}`, group_id: 1 } })))
    const [first] = await admin.list('member/user')
    const user = Number(first?.['id'])
    const brands: number[] = []
    for (const at of times(9, (one) => one)) brands.push(await admin.add('wms/brand', { name: `brand ${at}` }))
    const supplier = await admin.add('wms/supplier', { name: 'Old' })
    const gone = await admin.add('wms/supplier', { name: 'Gone' })
    await admin.remove('wms/supplier', gone)
    await admin.edit('wms/supplier', supplier, { name: 'New' })
    const history = await admin.get<{ list: { id: number; undo: boolean }[] }>(
      `/admin/wms.Supplier/history?id=${supplier}`,
    )
    const entry = history.data.list.find(({ undo }) => undo)?.id
    const order = await site.factory('wms/warehousing').create({ supplier_id: supplier })
    const warehouse = await admin.add('wms/warehouse', { name: 'Main' })
    const sorted = `/admin/wms.Supplier/sortable`
    const group = { user_id: user, memo: 'parallel' }
    const work = [
      ...times(15, (at) => admin.post('/admin/user.MoneyLog/add', { ...group, money: `${at + 1}.00` })),
      ...times(10, (at) => admin.post('/admin/user.ScoreLog/add', { ...group, score: at + 1 })),
      ...times(5, (at) => admin.post('/admin/wms.Brand/add', { name: `new ${at}` })),
      ...times(5, (at) => admin.post('/admin/wms.Brand/edit', { id: brands[at], introduce: 'edited' })),
      ...brands.slice(5, 8).map((id) => admin.del(`/admin/wms.Brand/del?ids[]=${id}`)),
      ...times(3, (at) => admin.post('/admin/user.User/adjustScore', { id: user, points: at + 1, memo: 'action' })),
      ...times(3, (at) => admin.post('/admin/auth.Group/add', { name: `group ${at}`, rules: [] })),
      admin.post('/admin/wms.Supplier/restore', { ids: [gone] }),
      admin.post('/admin/ajax/undo', { entry }),
      admin.post(sorted, { id: supplier, targetId: gone }),
      ...times(2, (at) =>
        admin.post('/admin/wms.Warehousing/mail', { id: order, to: [`ann${at}@example.com`], language: 'en' }),
      ),
      admin.post('/admin/wms.Stocktake/add', { warehouse_id: warehouse }),
      upload('/admin/wms.Customer/import', 'customers.csv', 'Name\r\nAcme\r\n'),
      ...times(3, (at) => upload('/admin/ajax/upload', `note${at}.txt`, `note ${at}`)),
      upload('/api/ajax/upload', 'mine.gif', Buffer.from(picture, 'base64'), members[0], 'ba-user-token'),
      admin.post('/admin/routine.AdminInfo/edit', { nickname: 'Root' }),
      admin.post('/admin/routine.Config/edit', { site_name: 'Parallel' }),
      ...members.flatMap((member, at) => [
        member.post('/api/account/profile', { nickname: `Renamed_${at}`, gender: 0 }),
        member.post('/api/user/checkIn', {}),
      ]),
    ]
    const answers = await Promise.all(work)
    expect(answers.length).toBeGreaterThanOrEqual(60)
    expect(answers.filter(({ code }) => code !== 1)).toEqual([])
  })
})
