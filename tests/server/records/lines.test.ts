/** Lines: saved, read and deleted with their document, diffed by id, told apart in problems. */
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TableModel } from 'tablewright/protocol'
import { joinHooks } from '../../../runtime/server/operation/scope.ts'
import type { Hooks } from '../../../runtime/server/operation/scope.ts'
import { create } from '../../../runtime/server/records/create.ts'
import { exportCsv } from '../../../runtime/server/records/export.ts'
import { readLines } from '../../../runtime/server/records/lines/read.ts'
import { read } from '../../../runtime/server/records/read.ts'
import { remove } from '../../../runtime/server/records/remove.ts'
import { update } from '../../../runtime/server/records/update.ts'
import { engines } from '../../support/databases.ts'
import { openDocuments, type Documents } from './documents.ts'
import { index, query, refusal } from './scope.ts'

type Line = Record<string, unknown>

describe.each(engines)('lines on $name', (engine) => {
  let fixture: Documents
  const made: number[] = []
  beforeAll(async () => {
    fixture = await openDocuments(engine)
    for (const name of ['bolt', 'nut', 'ring']) made.push((await create(fixture.scope, fixture.items, { name })).id)
  })
  afterAll(() => fixture.database.dispose())

  const line = (item: number, quantity: string, more: Line = {}): Line => ({ item_id: made[item], quantity, ...more })
  const add = (lines: unknown, more: Line = {}) => create(fixture.scope, fixture.orders, { lines, ...more })
  const rowOf = async (id: number) => (await read(fixture.scope, fixture.orders, id)).row as Line & { lines: Line[] }
  const stored = async (id: number) =>
    (await readLines(fixture.scope, fixture.orders, fixture.database.query, 'lines', [id])).get(id)!
  const errorsOf = async (work: Promise<unknown>) => (await refusal(work)).details.errors

  it('are saved with their document and answered in order, with labels', async () => {
    const { id } = await add([
      line(1, '2'),
      line(0, '1.5', { price: '3.25', id: 77, nonsense: true, orders_id: 999, line_no: 9, item_name: 'mine' }),
    ])
    const row = await rowOf(id)
    expect(row.lines).toEqual([
      {
        id: expect.any(Number) as number,
        item_id: made[1],
        item: { id: made[1], name: 'nut' },
        item_name: '',
        quantity: '2.000',
        price: null,
      },
      {
        id: expect.any(Number) as number,
        item_id: made[0],
        item: { id: made[0], name: 'bolt' },
        item_name: '',
        quantity: '1.500',
        price: '3.2500',
      },
    ])
    expect(
      (await stored(id)).map((one) => [one['orders_id'], one['line_no'], one['quantity'], one['version']]),
    ).toEqual([
      [id, 1, 2000, 1],
      [id, 2, 1500, 1],
    ])
  })

  it('are diffed by id: kept ones stay, others go, new ones come, order counts', async () => {
    const { id } = await add([line(0, '1'), line(1, '2'), line(2, '3')])
    const before = await rowOf(id)
    const [first, , third] = before.lines
    await update(fixture.scope, fixture.orders, { id, lines: [third, { ...first, quantity: '9' }, line(1, '4')] })
    const after = await rowOf(id)
    expect(after.lines.map((one) => [one['id'], one['quantity']])).toEqual([
      [third!['id'], '3.000'],
      [first!['id'], '9.000'],
      [expect.any(Number), '4.000'],
    ])
    expect(after['version']).toBe(Number(before['version']) + 1)
    expect((await stored(id)).map((one) => one['version'])).toEqual([2, 2, 1])
  })

  it('keep the fields a line does not name, and all lines when the body names none', async () => {
    const { id } = await add([line(0, '1', { price: '5' })])
    const [only] = (await rowOf(id)).lines
    await update(fixture.scope, fixture.orders, { id, lines: [{ id: only!['id'], quantity: '2' }] })
    await update(fixture.scope, fixture.orders, { id, remark: 'partial' })
    expect((await rowOf(id)).lines).toMatchObject([{ id: only!['id'], quantity: '2.000', price: '5.0000' }])
  })

  it('are written once: the same lines again change nothing', async () => {
    const { id } = await add([line(0, '1'), line(1, '2')])
    const row = await rowOf(id)
    await update(fixture.scope, fixture.orders, { id, lines: row.lines, version: row['version'] })
    expect((await rowOf(id))['version']).toBe(row['version'])
  })

  it('of a stale version are refused with the current row', async () => {
    const { id } = await add([line(0, '1')])
    const row = await rowOf(id)
    await update(fixture.scope, fixture.orders, { id, lines: [...row.lines, line(1, '1')], version: row['version'] })
    const stale = await refusal(update(fixture.scope, fixture.orders, { id, lines: [], version: row['version'] }))
    expect([stale.code, (stale.details.row!['lines'] as Line[]).length]).toEqual(['conflict', 2])
  })

  it('refuse an id that is none: the line would be replaced by a new one', async () => {
    const { id } = await add([line(0, '1', { price: '5' })])
    const edit = { id, lines: [{ ...line(0, '2'), id: '1x' }] }
    expect(Object.keys((await errorsOf(update(fixture.scope, fixture.orders, edit))) ?? {})).toEqual(['lines.0.id'])
    expect(Object.keys((await errorsOf(add([line(0, '1', { id: [1] })]))) ?? {})).toEqual(['lines.0.id'])
    await add([line(0, '1', { id: '' }), line(0, '1', { id: null }), line(0, '1', { id: 0 })])
    expect((await rowOf(id)).lines).toMatchObject([{ quantity: '1.000', price: '5.0000' }])
  })

  it('name the line and field of each error', async () => {
    expect(
      await errorsOf(
        add([
          line(0, '1'),
          line(1, '-1'),
          { quantity: '1' },
          line(2, 'x', { price: '1.23456' }),
          { item_id: 999, quantity: '1' },
        ]),
      ),
    ).toEqual({
      'lines.1.quantity': expect.any(String),
      'lines.2.item_id': expect.any(String),
      'lines.3.quantity': expect.any(String),
      'lines.3.price': expect.any(String),
      'lines.4.item_id': expect.any(String),
    })
  })

  it.each([[undefined], [null], [[]], [''], ['x'], [[1]], [{}]])(
    'are needed and must be a list of objects: %j is refused',
    async (lines) => {
      expect(Object.keys((await errorsOf(add(lines)))!)).toEqual(['lines'])
    },
  )

  it('are limited to the number in the schema', async () => {
    expect(Object.keys((await errorsOf(add(Array.from({ length: 201 }, () => line(0, '1')))))!)).toEqual(['lines'])
    const { id } = await add(Array.from({ length: 200 }, (_one, at) => line(at % 3, String(at + 1))))
    expect((await rowOf(id)).lines.map((one) => one['quantity'])).toEqual(
      Array.from({ length: 200 }, (_one, at) => `${at + 1}.000`),
    )
  })

  it('T15: of another document, or twice the same, are refused at that line', async () => {
    const other = (await rowOf((await add([line(0, '1')])).id)).lines[0]!
    const { id } = await add([line(0, '1')])
    const own = (await rowOf(id)).lines[0]!
    expect(
      Object.keys((await errorsOf(update(fixture.scope, fixture.orders, { id, lines: [own, other, own] })))!),
    ).toEqual(['lines.1.id', 'lines.2.id'])
    expect(await stored(Number((await rowOf(id))['id']))).toHaveLength(1)
  })

  it('roll back with their document', async () => {
    const count = async () => (await fixture.database.query.selectFrom('shop_orders').select('id').execute()).length
    const before = await count()
    const fails: Hooks = { afterWrite: () => Promise.reject(new Error('after the lines')) }
    const scope = { ...fixture.scope, hooks: joinHooks([{ 'shop/orders': fails }]) }
    await expect(create(scope, fixture.orders, { lines: [line(0, '1')] })).rejects.toThrow('after the lines')
    expect(await count()).toBe(before)
  })

  it('come with one record or with parentRowId, and with an export that asks for them', async () => {
    const { id } = await add([line(2, '7')])
    const { list } = await index(fixture.scope, fixture.orders, '')
    expect(list.every((row) => !('lines' in row))).toBe(true)
    expect(await index(fixture.scope, fixture.orders, `parentRowId=${id}`)).toMatchObject({
      list: [{ quantity: '7.000', item: { name: 'ring' } }],
      total: 1,
    })
    expect((await refusal(index(fixture.scope, fixture.orders, 'parentRowId=999999'))).code).toBe('not_found')
    expect((await refusal(index(fixture.scope, fixture.orders, 'parentRowId=x'))).code).toBe('bad_query')
    let csv = ''
    for await (const piece of await exportCsv(fixture.scope, fixture.orders, query(''))) csv += piece
    expect(csv.split('\r\n')[0]).not.toContain('Lines')
    const { id: two } = await add([line(0, '1'), line(1, '2.5')])
    const { id: none } = await add([line(2, '4')])
    const rows = query(`order=id,asc&search[0][field]=id&search[0][operator]=IN&search[0][val]=${two},${none}`)
    let joined = ''
    const choice = { columns: ['id'], lines: 'lines' }
    for await (const piece of await exportCsv(fixture.scope, fixture.orders, rows, choice)) joined += piece
    const { data } = Papa.parse<Record<string, string>>(joined.replace('\ufeff', ''), {
      header: true,
      skipEmptyLines: true,
    })
    expect(
      data.map((row) => [row['ID'], Object.values(row).includes('2.500'), Object.values(row).includes('bolt')]),
    ).toEqual([
      [String(two), false, true],
      [String(two), true, false],
      [String(none), false, false],
    ])
    expect((await refusal(exportCsv(fixture.scope, fixture.orders, rows, { lines: 'id' }))).code).toBe('bad_query')
  })

  it('stay with a document that is only marked as deleted', async () => {
    const { id } = await add([line(0, '1')])
    await remove(fixture.scope, fixture.orders, [id])
    expect(await stored(id)).toHaveLength(1)
  })

  it('let a hook fill in computed values, including totals of the header', async () => {
    const fill: Hooks = {
      beforeLines: (_scope, _trx, { lines, change }) => {
        for (const { values } of lines) values.set('item_name', `item ${values.get('item_id')}`)
        change.overrides.set('remark', `${lines.length} lines`)
        return Promise.resolve()
      },
    }
    const scope = { ...fixture.scope, hooks: joinHooks([{ 'shop/orders': fill }]) }
    const { id } = await create(scope, fixture.orders, { lines: [line(0, '1'), line(1, '1')] })
    expect(await rowOf(id)).toMatchObject({
      remark: '2 lines',
      lines: [{ item_name: `item ${made[0]}` }, { item_name: `item ${made[1]}` }],
    })
    await update(scope, fixture.orders, { id, lines: (await rowOf(id)).lines.slice(1) })
    expect(await rowOf(id)).toMatchObject({ remark: '1 lines', lines: [{ item_name: `item ${made[1]}` }] })
  })

  it('T15: show titles of references to all who see the line, and take only those one may list', async () => {
    const { id } = await add([line(0, '1')])
    const blind = {
      ...fixture.scope,
      actor: {
        id: 8,
        username: 'b',
        super: false,
        nodes: new Set(['shop/orders/edit', 'shop/orders/add', 'shop/orders/index']),
        groups: [],
      },
    }
    expect(((await read(blind, fixture.orders, id)).row['lines'] as Line[])[0]!['item']).toEqual({
      id: made[0],
      name: expect.any(String) as string,
    })
    expect(Object.keys((await errorsOf(create(blind, fixture.orders, { lines: [line(1, '1')] })))!)).toEqual([
      'lines.0.item_id',
    ])
    const [only] = (await rowOf(id)).lines
    await update(blind, fixture.orders, { id, lines: [{ ...only, quantity: '3' }] })
    expect((await rowOf(id)).lines).toMatchObject([{ quantity: '3.000', item_id: made[0] }])
  })

  it('are hidden and untouched where a policy does not list them', async () => {
    const policy = (action: 'index' | 'add' | 'edit') => ({ [action]: ['order_no', 'remark'] })
    const closed: TableModel = {
      ...fixture.orders,
      policy: { limit: null, fields: { ...policy('index'), ...policy('edit') } },
    }
    const { id } = await add([line(0, '1')])
    const clerk = {
      ...fixture.scope,
      actor: { id: 8, username: 'b', super: false, nodes: new Set(['shop/orders/edit']), groups: [] },
    }
    expect((await read(clerk, closed, id)).row).not.toHaveProperty('lines')
    await update(clerk, closed, { id, remark: 'seen', lines: [] })
    expect(await stored(id)).toHaveLength(1)
  })
})

describe.each(engines)('lines of documents that are removed for good on $name', (engine) => {
  it('are deleted with them, and follow their references', async () => {
    const fixture = await openDocuments(engine, (model) =>
      model.id === 'shop/orders'
        ? { ...model, softDelete: null, fields: model.fields.filter((field) => field.name !== 'deletetime') }
        : model,
    )
    const item = await create(fixture.scope, fixture.items, { name: 'bolt' })
    const { id } = await create(fixture.scope, fixture.orders, {
      lines: [
        { item_id: item.id, quantity: '1' },
        { item_id: item.id, quantity: '2' },
      ],
    })
    expect((await refusal(remove(fixture.scope, fixture.items, [item.id]))).code).toBe('in_use')
    await remove(fixture.scope, fixture.orders, [id])
    expect(await fixture.database.query.selectFrom('shop_orders_line').selectAll().execute()).toEqual([])
    expect(await remove(fixture.scope, fixture.items, [item.id])).toEqual({ count: 1 })
    await fixture.database.dispose()
  })
})
