/** Undo: one's own last change of a record, within a day, with the rights and checks of an edit. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HistoryEntry } from 'tablewright/protocol'
import { engines } from '../../support/databases.ts'
import { openTestApp, type TestApp } from '../access/access-app.ts'
import { walkAndUndo } from './undo-walk.ts'

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
    await edit(boss, id, { remark: 'x'.repeat(501), complete: true })
    const { id: entry, undo: canUndo } = await newest(id)
    expect([canUndo, await refused(boss, entry)]).toEqual([false, 'bad_state'])
    const admin = await app.account(`other${id}`, [])
    const claim = { changes: { nickname: ['Forged', ''] }, complete: true, undoes: 1 }
    await app.post(boss, 'auth.Admin/edit', { id: admin, group_arr: [1], password: 'Str0ng-enough-2', ...claim })
    const list = (await app.get(boss, `auth.Admin/history?id=${admin}`)).data['list'] as readonly HistoryEntry[]
    expect(list[0]!.undo).toBe(false)
    expect(await refused(boss, list[0]!.id)).toBe('bad_state')
  })

  it('takes 30 random changes back to where they began', async () => {
    await walkAndUndo(app, boss, 30, 1)
  })
})
