/** Rules bind at every door: whatever is sent, what is stored is what the rules leave. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { TableModel } from 'tablewright/protocol'
import { rowScope } from '../../../generator/rule/scope.ts'
import { create } from '../../../runtime/server/records/create.ts'
import { exportCsv } from '../../../runtime/server/records/export.ts'
import { importRows } from '../../../runtime/server/records/import/import.ts'
import { read } from '../../../runtime/server/records/read.ts'
import type { Scope } from '../../../runtime/server/operation/scope.ts'
import { seedDemo } from '../../../runtime/server/demo-seed.ts'
import { update } from '../../../runtime/server/records/update.ts'
import { engines, type TestDatabase } from '../../support/databases.ts'
import { ids, index, query, refusal, scopeOn } from '../records/scope.ts'
import { line, order, rule } from './schema-set.ts'

const errorsOf = async (work: Promise<unknown>): Promise<unknown> => (await refusal(work)).details.errors
const csv = (text: string) => () =>
  (async function* () {
    yield Buffer.from(text)
  })()

describe.each(engines)('rules on $name', (engine) => {
  let database: TestDatabase
  let scope: Scope
  let plain: Scope
  beforeAll(async () => {
    database = await engine.open([order, line])
    scope = scopeOn(database, [order, line])
    plain = scopeOn(database, [order, line], {
      actor: {
        id: 8,
        username: 'plain',
        super: false,
        nodes: new Set(['t/order/index', 't/order/add', 't/order/edit']),
        groups: [],
      },
    })
  })
  afterAll(() => database?.dispose())
  const stored = async (id: number) =>
    (await database.query.selectFrom(order.table).selectAll().where('id', '=', id).executeTakeFirst())!
  const linesOf = async (id: number) =>
    database.query
      .selectFrom(line.table)
      .select(['article', 'amount', 'flaw'])
      .where('order_id', '=', id)
      .orderBy('line_no')
      .execute()

  it('keeps nothing of a field that does not exist, whatever is sent for it', async () => {
    const { id } = await create(scope, order, {
      name: 'back',
      kind: 20,
      reason: 'broken',
      supplier: 'smuggled',
      parts: [],
    })
    expect(await stored(id)).toMatchObject({ kind: 20, supplier: null, reason: 'broken' })
    await update(scope, order, { id, supplier: 'again' })
    expect(await stored(id)).toMatchObject({ supplier: null })
    // Not even a value no text may be.
    await update(scope, order, { id, supplier: { wrong: true } })
    expect(await stored(id)).toMatchObject({ supplier: null })
  })

  it('asks for what is required now, and only now', async () => {
    expect(await errorsOf(create(scope, order, { name: 'no supplier' }))).toEqual({
      supplier: 'This field is required',
    })
    expect(await errorsOf(create(scope, order, { name: 'no reason', kind: 20 }))).toEqual({
      reason: 'This field is required',
    })
    const { id } = await create(scope, order, { name: 'turn', supplier: 'ACME' })
    expect(await errorsOf(update(scope, order, { id, kind: 20 }))).toEqual({ reason: 'This field is required' })
    expect(await errorsOf(update(scope, order, { id, supplier: '' }))).toEqual({ supplier: 'This field is required' })
    await update(scope, order, { id, kind: 20, reason: 'late' })
    expect(await stored(id)).toMatchObject({ kind: 20, supplier: null, reason: 'late' })
    expect(await errorsOf(update(scope, order, { id, kind: 10 }))).toEqual({ supplier: 'This field is required' })
  })

  it('lets a record that was never complete change elsewhere', async () => {
    const { id } = await create(scope, order, { name: 'half', supplier: 'ACME' })
    await database.write((trx) => trx.updateTable(order.table).set({ supplier: null }).where('id', '=', id).execute())
    await update(scope, order, { id, least: 3 })
    expect(await stored(id)).toMatchObject({ least: 3, supplier: null })
  })

  it('ignores what is sent for a field that cannot be changed now', async () => {
    const { id } = await create(plain, order, { name: 'coded', supplier: 'ACME', code: 'A-1' })
    await update(plain, order, { id, code: 'B-2', least: 1 })
    expect(await stored(id)).toMatchObject({ code: 'A-1', least: 1 })
    await update(scope, order, { id, code: 'C-3' })
    expect(await stored(id)).toMatchObject({ code: 'C-3' })
  })

  it("reports a broken check at its field in the caller's language; unknown values break none", async () => {
    expect(await errorsOf(create(scope, order, { name: 'span', supplier: 'x', least: 5, most: 1 }))).toEqual({
      most: 'breaks span: 1 under 5 (4)',
    })
    expect(
      await errorsOf(
        create({ ...scope, language: 'zh-cn' }, order, { name: 'span', supplier: 'x', least: 5, most: 1 }),
      ),
    ).toEqual({ most: '最大值须在 5 以上，现为 1（4）' })
    const { id } = await create(scope, order, { name: 'span', supplier: 'x', least: 5 })
    expect(await errorsOf(update(scope, order, { id, most: 4 }))).toEqual({ most: 'breaks span: 4 under 5 (1)' })
    await update(scope, order, { id, most: 5 })
    expect(await stored(id)).toMatchObject({ least: 5, most: 5 })
  })

  it('accepts an existing violation where the check allows it, and no other', async () => {
    const { id } = await create(scope, order, { name: 'old', supplier: 'x', least: 1, most: 2 })
    await database.write((trx) => trx.updateTable(order.table).set({ discount: 50_000 }).where('id', '=', id).execute())
    await update(scope, order, { id, code: 'touched' })
    await update(scope, order, { id, discount: '500.00', code: 'again' })
    expect(await errorsOf(update(scope, order, { id, discount: '400.00' }))).toEqual({ discount: 'breaks cheap' })
    await database.write((trx) =>
      trx.updateTable(order.table).set({ discount: null, least: 9 }).where('id', '=', id).execute(),
    )
    expect(await errorsOf(update(scope, order, { id, code: 'no tolerance' }))).toEqual({
      most: 'breaks span: 2 under 9 (7)',
    })
  })

  it('computes its fields, lines and their sum regardless of what is sent', async () => {
    const parts = [
      { article: 'a', price: '0.3333', quantity: '3.000', amount: '999.00', flaw: 'hidden' },
      { article: 'b', price: '2.5', quantity: '1.5' },
    ]
    const { id } = await create(scope, order, {
      name: 'sum',
      supplier: 'x',
      total: '1.00',
      due: '1.00',
      discount: '0.75',
      parts,
    })
    expect(await linesOf(id)).toEqual([
      { article: 'a', amount: 100, flaw: null },
      { article: 'b', amount: 375, flaw: null },
    ])
    expect(await stored(id)).toMatchObject({ total: 475 })
    expect((await read(scope, order, id)).row).toMatchObject({ total: '4.75', due: '4.00' })
    await update(scope, order, { id, total: '77.00' })
    expect(await stored(id)).toMatchObject({ total: 475 })
    const [first] = await database.query
      .selectFrom(line.table)
      .select('id')
      .where('order_id', '=', id)
      .orderBy('line_no')
      .execute()
    await update(scope, order, { id, parts: [{ id: first!['id'], quantity: '6' }] })
    expect(await stored(id)).toMatchObject({ total: 200 })
    expect(
      await errorsOf(update(scope, order, { id, parts: Array.from({ length: 4 }, () => ({ article: 'x' })) })),
    ).toEqual({ parts: 'breaks few' })
  })

  it('judges lines over their document', async () => {
    const back = { name: 'flawed', kind: 20, reason: 'r' }
    expect(await errorsOf(create(scope, order, { ...back, parts: [{ article: 'a' }] }))).toEqual({
      'parts.0.flaw': 'This field is required',
    })
    const { id } = await create(scope, order, { ...back, parts: [{ article: 'a', flaw: 'scratched' }] })
    expect(await linesOf(id)).toMatchObject([{ flaw: 'scratched' }])
  })

  it('shows, finds, sorts and exports what no column keeps', async () => {
    const { id: less } = await create(scope, order, {
      name: 'due less',
      supplier: 'x',
      discount: '1.00',
      parts: [{ article: 'a', price: '3', quantity: '1' }],
    })
    const { id: more } = await create(scope, order, {
      name: 'due more',
      supplier: 'x',
      parts: [{ article: 'a', price: '9', quantity: '1' }],
    })
    expect(await ids(scope, order, 'quickSearch=due%20&order=due,asc')).toEqual([less, more])
    expect(await ids(scope, order, 'quickSearch=due%20&order=due,desc')).toEqual([more, less])
    expect(
      await ids(scope, order, 'quickSearch=due%20&search[0][field]=due&search[0][operator]=gt&search[0][val]=5'),
    ).toEqual([more])
    expect((await index(scope, order, 'quickSearch=due%20less')).list[0]).toMatchObject({ total: '3.00', due: '2.00' })
    let text = ''
    for await (const piece of await exportCsv(scope, order, query('quickSearch=due%20less'))) text += piece
    expect(text).toContain('2.00')
    const columns = await database.query.selectFrom(order.table).selectAll().limit(1).executeTakeFirst()
    expect(Object.keys(columns!)).not.toContain('due')
  })

  it('reads the clock for every query, in lists, filters, counts, orders, exports and rules of rows', async () => {
    const [past, future] = [Math.floor(Date.now() / 1000) - 10_000, Math.floor(Date.now() / 1000) + 10_000]
    const { id: first } = await create(scope, order, { name: 'late first', supplier: 'x', most: past })
    const { id: second } = await create(scope, order, { name: 'late second', supplier: 'x', most: future })
    const overdue = 'quickSearch=late%20&search[0][field]=late&search[0][operator]=eq&search[0][val]=20'
    const punctual: TableModel = {
      ...order,
      policy: { limit: null, fields: {}, rows: { index: rule("late == 'soon'", 'condition', rowScope(order.fields)) } },
    }
    const asSeen = async () => ({
      found: await ids(scope, order, overdue),
      total: (await index(scope, order, `${overdue}&exact=1`)).total,
      byState: await ids(scope, order, 'quickSearch=late%20&order=late,desc'),
      shown: (await index(scope, order, 'quickSearch=late%20&order=id,asc')).list.map((row) => row['late']),
      one: (await read(scope, order, second)).row['late'],
      seen: await ids(
        { ...scope, actor: { id: 7, username: 'a', super: false, nodes: new Set(['t/order/index']), groups: [] } },
        punctual,
        'quickSearch=late%20&order=id,asc',
      ),
    })
    expect(await asSeen()).toEqual({
      found: [first],
      total: 1,
      byState: [first, second],
      shown: [20, 10],
      one: 10,
      seen: [second],
    })
    const clock = vi.spyOn(Date, 'now').mockReturnValue((future + 1) * 1000)
    try {
      expect(await asSeen()).toEqual({
        found: [second, first],
        total: 2,
        byState: [second, first],
        shown: [20, 20],
        one: 20,
        seen: [],
      })
      let text = ''
      for await (const piece of await exportCsv(scope, order, query(overdue))) text += piece
      expect(text.match(/overdue/g)).toHaveLength(2)
    } finally {
      clock.mockRestore()
    }
  })

  it('binds the rows of an import alike', async () => {
    const { id } = await create(plain, order, { name: 'known', supplier: 'old', code: 'K' })
    const file =
      'name,kind,supplier,reason,code,least,most\nknown,20,gone,why,CHANGED,,\nfresh,10,ACME,,F,,\nbare,10,,,,,' +
      '\nwide,10,ACME,,,9,1\n'
    const report = await importRows(plain, order, { source: csv(file) })
    expect(report).toMatchObject({ created: 1, updated: 1 })
    expect(JSON.stringify(report.errors)).toContain('breaks span: 1 under 9 (8)')
    // Reasons are counted, so that what concerns one row only is left out of them.
    expect(JSON.stringify(report.reasons)).toContain('breaks span: … under … (…)')
    expect(await stored(id)).toMatchObject({ kind: 20, supplier: null, reason: 'why', code: 'K' })
    const names = (
      await database.query
        .selectFrom(order.table)
        .select('name')
        .where('name', 'in', ['fresh', 'bare', 'wide'])
        .execute()
    ).map((row) => row['name'])
    expect(names).toEqual(['fresh'])
  })

  it('binds demo records alike', async () => {
    await seedDemo(scope, [
      { key: 'one', table: 't/order', values: { name: 'demo', kind: 20, supplier: 'none', reason: 'r' } },
    ])
    expect(
      (await index(scope, order, 'search[0][field]=name&search[0][operator]=eq&search[0][val]=demo')).list[0],
    ).toMatchObject({ supplier: '' })
  })
})
