/** Undo: one's own last change of a record, within a day, with the rights and checks of an edit. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { HistoryEntry, OwnOperation, RecordThen } from 'tablewright/protocol'
import { oneAtATime } from '../../../runtime/server/records/one-at-a-time.ts'
import type { OperationError } from '../../../runtime/server/core/errors/operation-error.ts'
import type { Scope } from '../../../runtime/server/operation/scope.ts'
import { engines } from '../../support/databases.ts'
import { openTestApp, type TestApp } from '../access/access-app.ts'
import { importCsv, walkAndUndo } from './undo-walk.ts'
import { partOf } from '../../support/part-of.ts'

const boss = 1

describe.each(engines)('S16: undo on $name', (engine) => {
  let app: TestApp
  let clerk: number
  let number = 0
  beforeAll(async () => {
    app = await openTestApp(engine)
    const nodes = ['index', 'edit'].map((action) => `shop/product/${action}`)
    clerk = await app.account('clerk', [await app.group('clerks', nodes)])
  })
  afterAll(() => app?.dispose())

  const add = async (more: object = {}) =>
    Number(
      (
        await app.post(boss, 'shop.Product/add', {
          product_no: `U${(number += 1)}`,
          name: 'Rice',
          price: '1.5',
          ...more,
        })
      ).data['id'],
    )
  const edit = (admin: number, id: number, body: object) => app.post(admin, 'shop.Product/edit', { id, ...body })
  const historyOf = async (admin: number, id: number) =>
    (await app.get(admin, `shop.Product/history?id=${id}`)).data['list'] as readonly HistoryEntry[]
  const newest = async (id: number) => (await historyOf(boss, id))[0]!
  const undo = (admin: number, entry: unknown) => app.post(admin, 'ajax/undo', { entry })
  const refused = async (admin: number, entry: unknown) => (await undo(admin, entry)).data['reason']

  it('writes the former values, moves the version on, and is noted as an undoing', async () => {
    const id = await add()
    await edit(clerk, id, { name: 'Brown rice', price: '2.25' })
    const { id: entry, undo: canUndo } = (await historyOf(clerk, id))[0]!
    expect(canUndo).toBe(true)
    const before = await app.row('shop_product', id)
    expect(await undo(clerk, entry)).toMatchObject({ code: 1, msg: 'Undone' })
    const row = await app.row('shop_product', id)
    expect(row).toMatchObject({ name: 'Rice', version: Number(before!['version']) + 1 })
    const [undone, edited, added] = await historyOf(clerk, id)
    expect([undone!.action, edited!.action, added!.action]).toEqual(['undo.edit', 'edit', 'add'])
    expect(undone!.changes).toContainEqual({ field: 'name', before: 'Brown rice', after: 'Rice' })
    expect([undone!.undo, edited!.undo, added!.undo]).toEqual([false, false, false])
    expect(await refused(clerk, entry)).toBe('bad_state')
  })

  it('is offered with the answer of the edit, unless the log does not keep all of it or nothing changed', async () => {
    const id = await add()
    const { data } = await edit(clerk, id, { name: 'White rice' })
    expect(data).toEqual({ id, undo: (await newest(id)).id })
    expect((await edit(clerk, id, { name: 'White rice' })).data).toEqual({ id })
    expect((await edit(boss, id, { remark: 'x'.repeat(600) })).data).toEqual({ id })
    const { data: own } = await edit(clerk, id, { name: 'Red rice' })
    expect((await undo(clerk, own['undo'])).code).toBe(1)
    expect((await app.row('shop_product', id))!['name']).toBe('White rice')
  })

  it('undoes one after the other, newest first, and no other order', async () => {
    const id = await add()
    await edit(boss, id, { name: 'First' })
    const first = (await newest(id)).id
    await edit(boss, id, { price: '9' })
    const second = (await newest(id)).id
    expect(await refused(boss, first)).toBe('bad_state')
    expect((await undo(boss, second)).code).toBe(1)
    expect((await historyOf(boss, id)).find((entry) => entry.id === first)!.undo).toBe(true)
    expect((await undo(boss, first)).code).toBe(1)
    expect(await app.row('shop_product', id)).toMatchObject({ name: 'Rice' })
  })

  it("leaves other people's changes, old ones, and those made past the log", async () => {
    const id = await add()
    await edit(boss, id, { name: 'Mine' })
    const { id: entry } = await newest(id)
    expect((await historyOf(clerk, id))[0]!.undo).toBe(false)
    expect(await refused(clerk, entry)).toBe('not_found')
    for (const none of [null, 0, 'x', 999_999_999]) expect(await refused(boss, none)).toBe('not_found')
    await app.database.write((trx) =>
      trx.updateTable('shop_product').set({ name: 'Other' }).where('id', '=', id).execute(),
    )
    expect(await refused(boss, entry)).toBe('bad_state')
    await app.database.write((trx) =>
      trx.updateTable('shop_product').set({ name: 'Mine' }).where('id', '=', id).execute(),
    )
    await app.database.write((trx) =>
      trx.updateTable('admin_log').set({ create_time: 1 }).where('id', '=', entry).execute(),
    )
    expect(await refused(boss, entry)).toBe('not_found')
    expect((await newest(id)).undo).toBe(false)
    await edit(clerk, id, { name: 'Later' })
    await edit(boss, id, { price: '3' })
    const later = (await newest(id)).id
    await edit(clerk, id, { spec: 'x' })
    expect(await refused(boss, later)).toBe('bad_state')
  })

  it('needs the right that it would take to do the same', async () => {
    const id = await add()
    const passer = await app.account(`passer${id}`, [await app.group(`passers${id}`, ['shop/product/index'])])
    await edit(boss, id, { name: 'Named' })
    const { id: entry } = await newest(id)
    await app.database.write((trx) =>
      trx.updateTable('admin_log').set({ admin_id: passer }).where('id', '=', entry).execute(),
    )
    expect(await refused(passer, entry)).toBe('not_found')
    await app.del(boss, 'shop.Product/del', [id])
    const deleted = (await app.database.query.selectFrom('admin_log').select('id').orderBy('id', 'desc').execute())[0]!
    await app.database.write((trx) =>
      trx.updateTable('admin_log').set({ admin_id: clerk }).where('id', '=', deleted['id']!).execute(),
    )
    expect(await refused(clerk, deleted['id'])).toBe('not_found')
    await app.database.write((trx) =>
      trx.updateTable('admin_log').set({ admin_id: boss }).where('id', '=', deleted['id']!).execute(),
    )
    expect((await undo(boss, deleted['id'])).code).toBe(1)
    expect(await app.row('shop_product', id)).toMatchObject({ deletetime: null })
  })

  it('refuses what the log does not keep whole, whatever a client claims', async () => {
    const id = await add({ remark: 'short' })
    await app.post(boss, 'shop.Product/edit', { id, remark: 'x'.repeat(501), complete: true }, 'other')
    const { id: entry, undo: canUndo } = await newest(id)
    expect([canUndo, await refused(boss, entry)]).toEqual([false, 'bad_state'])
    const admin = await app.account(`other${id}`, [])
    const claim = { changes: { nickname: ['Forged', ''] }, complete: true, undoes: 1 }
    const body = { id: admin, group_arr: [1], password: 'Str0ng-enough-2', ...claim }
    await app.post(boss, 'auth.Admin/edit', body, 'other')
    const list = (await app.get(boss, `auth.Admin/history?id=${admin}`)).data['list'] as readonly HistoryEntry[]
    expect(list[0]!.undo).toBe(false)
    expect(await refused(boss, list[0]!.id)).toBe('bad_state')
  })

  describe('an import', () => {
    const logOf = async (title: string) =>
      Number(
        (
          await app.database.query
            .selectFrom('admin_log')
            .select('id')
            .where('title', 'like', `%${title}%`)
            .orderBy('id', 'desc')
            .limit(1)
            .executeTakeFirstOrThrow()
        )['id'],
      )
    const productsOf = (nos: readonly string[]) =>
      app.database.query
        .selectFrom('shop_product')
        .selectAll()
        .where('product_no', 'in', [...nos])
        .where('deletetime', 'is', null)
        .orderBy('id')
        .execute()
    const importing = async (admin: number, csv: string) => {
      expect(await importCsv(app, admin, 'shop.Product', csv)).toMatchObject({ code: 1, data: { refused: 0 } })
      return logOf('import')
    }

    it('gets former values back and loses what it added, long texts included; histories show both', async () => {
      const long = 'y'.repeat(450)
      const id = await add({ product_no: 'I1', name: 'Tea', remark: long })
      const entry = await importing(boss, 'product_no,name,remark,price\nI1,Green tea,,3\nI2,Mate,,4\nI3,Cocoa,,5')
      expect((await historyOf(boss, id))[0]).toMatchObject({ action: 'import.edit', who: 'Admin', undo: false })
      const answer = await undo(boss, entry)
      expect(answer).toMatchObject({ code: 1, msg: 'Undone', data: { done: 3, kept: 0, left: 0, next: null } })
      const left = await productsOf(['I1', 'I2', 'I3'])
      expect(left).toEqual([expect.objectContaining({ id, name: 'Tea', remark: long, price: 15_000 })])
      const [first, second] = await historyOf(boss, id)
      expect(first).toMatchObject({ action: 'import.edit', undone: expect.any(Number) as number })
      expect(second!.action).toBe('add')
      expect(await refused(boss, entry)).toBe('not_found')
      const log = await app.row('admin_log', await logOf('undo import'))
      expect(JSON.parse(String(log!['data']))).toMatchObject({ undoes: entry, done: 3, kept: 0 })
    })

    it('leaves what was changed since, says so, and does the rest; an edit before it is covered', async () => {
      const id = await add({ product_no: 'I4', name: 'Oats' })
      const { data: edited } = await edit(boss, id, { price: '2' })
      const entry = await importing(boss, 'product_no,name\nI4,Rolled oats\nI5,Spelt\nI6,Rye')
      // The import has changed the record since that edit.
      expect(await refused(boss, edited['undo'])).toBe('bad_state')
      const [, spelt] = await productsOf(['I4', 'I5'])
      const { data: later } = await edit(boss, Number(spelt!['id']), { price: '7' })
      expect(await undo(boss, entry)).toMatchObject({
        code: 1,
        msg: expect.stringMatching(/^Undone for 2 records\. 1 stay as they are\. .*changed again/) as string,
        data: { done: 2, kept: 1, reasons: [{ id: spelt!['id'] }] },
      })
      expect((await productsOf(['I4', 'I5', 'I6'])).map(({ name }) => name)).toEqual(['Oats', 'Spelt'])
      // What was done later is undone first; then the rest of the import can be.
      expect(await undo(boss, entry)).toMatchObject({ code: 0, msg: expect.stringContaining('Nothing was') as string })
      expect((await undo(boss, later['undo'])).code).toBe(1)
      expect(await undo(boss, entry)).toMatchObject({ code: 1, data: { done: 1, kept: 0 } })
      expect((await undo(boss, edited['undo'])).code).toBe(1)
      expect(await productsOf(['I4', 'I5'])).toEqual([expect.objectContaining({ name: 'Oats', price: 15_000 })])
    })

    it('shows a record as it was between edits, imports, their undoing, deletion and restoring', async () => {
      const long = 'z'.repeat(600)
      const id = await add({ product_no: 'T1', name: 'One' })
      const then = async (moment: string, admin = boss) =>
        (await app.get<RecordThen>(admin, `shop.Product/history?id=${id}&${moment}`)).data
      const entry = async () => `entry=${(await newest(id)).id}`
      const valueOf = ({ values }: RecordThen, name: string) => values.find(({ field }) => field === name)
      const added = await entry()
      const { data: brand } = await app.post(boss, 'shop.Brand/add', { name: 'Old brand' })
      await edit(boss, id, { name: 'Two', price: '2.25', brand_id: brand['id'] })
      const edited = await entry()
      const imported = `entry=${await importing(boss, 'product_no,name\nT1,Three')}`
      await undo(boss, Number(imported.slice(6)))
      await edit(boss, id, { name: 'Four', brand_id: null, remark: long })
      const fourth = await entry()
      await undo(boss, (await edit(boss, id, { name: 'Five' })).data['undo'])
      await app.del(boss, 'shop.Product/del', [id])
      expect((await then(added)) as unknown).toMatchObject({ reason: 'not_found' })
      await app.post(boss, 'shop.Product/restore', { ids: [id] })
      await edit(boss, id, { remark: 'short' })
      const names = await Promise.all(
        [added, edited, imported, fourth].map(async (one) => valueOf(await then(one), 'name')!.before),
      )
      expect(names).toEqual(['One', 'Two', 'Three', 'Four'])
      const first = await then(added)
      expect(valueOf(first, 'price')).toEqual({ field: 'price', before: '1.5000', after: '2.2500' })
      expect(valueOf(await then(edited), 'brand_id')).toMatchObject({
        before: brand['id'],
        after: null,
        names: ['Old brand', ''],
      })
      // What was too long for the log is not known; what was there before it is.
      expect((await then(fourth)).unknown).toEqual(['total_stock_num', 'remark'])
      expect(valueOf(first, 'remark')).toMatchObject({ after: 'short' })
      const told = await historyOf(boss, id)
      expect((await then(`entry=${told.find(({ action }) => action === 'del')!.id}`)).is).toBe('deleted')
      expect((await then(`entry=${told[0]!.id}`)).is).toBe('there')
      expect(await then(`time=${told.at(-1)!.time - 9}`)).toMatchObject({ is: 'missing', values: [] })
      expect(await then(`time=${told[0]!.time}`)).toMatchObject({ is: 'there', unknown: [] })
      // What was written past the log, or is no longer in it, is not made up.
      await app.database.write((trx) =>
        trx.updateTable('shop_product').set({ spec: 'past', name: 'Past' }).where('id', '=', id).execute(),
      )
      expect((await then(fourth)).unknown).toEqual(['total_stock_num', 'remark'])
      expect((await then(`entry=${told[0]!.id}`)).unknown).toEqual(['name'])
      await app.database.write((trx) =>
        trx.deleteFrom('admin_log').where('id', '=', told.at(-1)!.id).where('record_id', '=', id).execute(),
      )
      const gone = await then(`time=${told.at(-1)!.time - 9}`)
      expect([gone.is, gone.values]).toEqual(['there', []])
      expect(gone.unknown).toEqual(expect.arrayContaining(['name', 'price', 'remark']))
      for (const moment of [added, 'entry=999999999']) expect(await then(moment)).toMatchObject({ reason: 'not_found' })
      for (const moment of ['entry=x', 'time=', 'time=-1']) {
        expect(await then(moment)).toMatchObject({ reason: 'bad_query' })
      }
      const stranger = await app.account(`stranger${id}`, [await app.group(`strangers${id}`, ['shop/brand/index'])])
      expect((await app.get(stranger, `shop.Product/history?id=${id}&${edited}`)).code).toBe(401)
    })

    it('spares records that others refer to since, also where a deletion would take their reference', async () => {
      const csv = 'name\nImported A\nImported B'
      expect((await importCsv(app, boss, 'shop.Brand', csv)).code).toBe(1)
      const entry = await logOf('import')
      const [brand] = await app.database.query
        .selectFrom('shop_brand')
        .select('id')
        .where('name', '=', 'Imported A')
        .execute()
      await add({ brand_id: brand!['id'] })
      expect(await undo(boss, entry)).toMatchObject({
        code: 1,
        data: { done: 1, kept: 1, reasons: [{ id: brand!['id'] }] },
      })
    })

    it('is listed among what its author can undo, with edits and with what was deleted together', async () => {
      interface Listed {
        readonly list: readonly OwnOperation[]
      }
      const listed = async (admin: number) => (await app.get<Listed>(admin, 'ajax/undoable')).data.list
      const nodes = ['index', 'add', 'edit', 'del', 'restore', 'import'].map((action) => `shop/product/${action}`)
      const keeper = await app.account('keeper', [await app.group('keepers', nodes)])
      const ids = [await add({ name: 'One' }), await add({ name: 'Two' }), await add({ name: 'Three' })]
      await importing(keeper, 'product_no,name\nI8,Flour\nI9,Salt')
      await edit(keeper, ids[2]!, { name: 'Third' })
      await edit(boss, ids[1]!, { name: 'Second' })
      await edit(boss, ids[0]!, { name: 'First' })
      await app.del(keeper, 'shop.Product/del', ids.slice(0, 2))
      const operations = await listed(keeper)
      expect(operations.map(({ title, count, names }) => [title, count, names])).toEqual([
        ['Products: delete', 2, ['First', 'Second']],
        ['Products: edit', 1, ['Third']],
        ['Products: import', 2, []],
      ])
      expect((await listed(clerk)).flatMap(({ entries }) => entries)).not.toContain(operations[0]!.entries[0])
      // Nobody can undo what another has done, whatever is sent with it.
      expect((await app.post(clerk, 'ajax/undo', { entries: operations[0]!.entries })).code).toBe(0)
      // Of what lies so far back that only a part of it is read, nothing is offered.
      const newer = Array.from({ length: 499 }, () => ({
        admin_id: keeper,
        username: 'keeper',
        url: 'newer',
        title: 'newer',
        ip: '',
        useragent: '',
        create_time: Math.floor(Date.now() / 1000),
        version: 1,
      }))
      await app.database.write((trx) => trx.insertInto('admin_log').values(newer).execute())
      expect(await listed(keeper)).toEqual([])
      await app.database.write((trx) => trx.deleteFrom('admin_log').where('url', '=', 'newer').execute())
      for (const { entries } of operations) {
        const body = entries.length === 1 ? { entry: entries[0] } : { entries }
        expect(await app.post(keeper, 'ajax/undo', body)).toMatchObject({ code: 1, msg: 'Undone' })
      }
      expect(await listed(keeper)).toEqual([])
      expect(await productsOf(['I8', 'I9'])).toEqual([])
      const rows = await Promise.all(ids.map((id) => app.row('shop_product', id)))
      expect(rows.map((row) => [row!['name'], row!['deletetime']])).toEqual([
        ['First', null],
        ['Second', null],
        ['Three', null],
      ])
      expect((await app.post(keeper, 'ajax/undo', { entries: [] })).data['reason']).toBe('not_found')
    })

    it('T81: brings back what was deleted together in few transactions, all but what is refused', async () => {
      const keeper = await app.account('many', [await app.group('many', '*')])
      const insert = (from: number, count: number) =>
        app.database.write((trx) =>
          trx
            .insertInto('shop_product')
            .values(
              Array.from({ length: count }, (_one, at) => ({
                product_no: `M${from + at}`,
                name: 'Rice',
                price: 150,
                version: 1,
              })),
            )
            .returning('id')
            .execute(),
        )
      const ids = (await insert(0, 200)).map((row) => Number(row['id']))
      await app.del(keeper, 'shop.Product/del', ids)
      const { data } = await app.get<{ readonly list: readonly OwnOperation[] }>(keeper, 'ajax/undoable')
      const { entries } = data.list[0]!
      expect(entries).toHaveLength(200)
      await insert(7, 1)
      const writes = vi.spyOn(app.database, 'write')
      const answer = await app.post(keeper, 'ajax/undo', { entries })
      expect(answer).toMatchObject({ code: 1, data: { done: 199, kept: 1, left: 0, next: null } })
      // Halves of halves, until the one that is refused is alone.
      expect(writes.mock.calls.length).toBeLessThan(40)
      writes.mockRestore()
      const { count } = await app.database.query
        .selectFrom('shop_product')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('id', 'in', ids)
        .where('deletetime', 'is', null)
        .executeTakeFirstOrThrow()
      expect(Number(count)).toBe(199)
      const [first] = (await historyOf(keeper, ids[0]!)).map(({ action }) => action)
      expect(first).toBe('undo.del')
      const tooMany = await app.post(keeper, 'ajax/undo', { entries: Array.from({ length: 501 }, (_one, at) => at) })
      expect(tooMany).toMatchObject({ code: 0, msg: expect.stringContaining('500') })
      expect(await app.post(keeper, 'shop.Product/restore', { ids })).toMatchObject({
        code: 0,
        msg: expect.stringContaining('100'),
      })
    })

    it('T81: runs beside no other request of the account that may take long', async () => {
      const scopeOf = (id: number) =>
        partOf<Scope>({ database: app.database, actor: { id }, settings: { query: { deadlineMs: 1 } } })
      let end = (): void => undefined
      const first = oneAtATime(scopeOf(boss), () => new Promise<void>((resolve) => (end = resolve)))
      const second = oneAtATime(scopeOf(boss), async () => 'second')
      const refusal = await second.catch((error: OperationError) => error.allIn('en'))
      expect(await oneAtATime(scopeOf(clerk), async () => 'other')).toBe('other')
      end()
      await first
      expect(await oneAtATime(scopeOf(boss), async () => 'later')).toBe('later')
      expect(refusal).toMatch(/still running/)
    })

    it('is undone by the one who made it, with the rights to edit and delete, within a day', async () => {
      const nodes = ['index', 'add', 'edit', 'import'].map((action) => `shop/product/${action}`)
      const importer = await app.account('importer', [await app.group('importers', nodes)])
      const entry = await importing(importer, 'product_no,name\nI7,Corn')
      // It added a record, which the importer may not delete.
      expect(await refused(importer, entry)).toBe('not_found')
      expect(await refused(boss, entry)).toBe('not_found')
      const own = await importing(importer, 'product_no,name\nI7,Sweet corn')
      await app.database.write((trx) =>
        trx.updateTable('admin_log').set({ create_time: 1 }).where('id', '=', own).execute(),
      )
      expect(await refused(importer, own)).toBe('not_found')
      const fresh = await importing(importer, 'product_no,name\nI7,Popcorn')
      const [one, other] = await Promise.all([undo(importer, fresh), undo(importer, fresh)])
      // Of two at once one undoes it.
      expect([one.data['done'] ?? 0, other.data['done'] ?? 0].sort()).toEqual([0, 1])
      expect(await productsOf(['I7'])).toEqual([expect.objectContaining({ name: 'Sweet corn' })])
    })
  })

  it('takes 30 random changes back to where they began', async () => {
    await walkAndUndo(app, boss, 30, 1)
  })
})
