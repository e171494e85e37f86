/**
 * Many writers at once: orders, relocations and edits come to refer to products, suppliers and categories while those
 * are deleted, and layers are recomputed while orders over them are audited. No live record refers to a deleted one
 * afterwards, and nobody meets a deadlock or is told to come again. TABLEWRIGHT_TEST_ROUNDS says how often, `npm run
 * test:faults` forty times.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { create } from '../../../../runtime/server/records/create.ts'
import { remove } from '../../../../runtime/server/records/remove.ts'
import { restore } from '../../../../runtime/server/records/restore.ts'
import { update } from '../../../../runtime/server/records/update.ts'
import { runAction } from '../../../../runtime/server/records/actions/run-action.ts'
import { OperationError } from '../../../../runtime/server/core/errors/operation-error.ts'
import { engines } from '../../../support/databases.ts'
import { openFixture, type Fixture } from '../model/fixture.ts'

const rounds = Number(process.env['TABLEWRIGHT_TEST_ROUNDS'] ?? 3)

/** Live records that refer to a deleted one, by table and column. */
const dangling: readonly (readonly [string, string, string])[] = [
  ['wms_warehousing', 'supplier_id', 'wms_supplier'],
  ['wms_relocation', 'product_id', 'wms_product'],
  ['wms_product', 'category_id', 'wms_category'],
  ['wms_category', 'pid', 'wms_category'],
]

const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof OperationError ? error.code : Promise.reject(error)),
  )

describe.each(engines)('many writers on $name', (engine) => {
  let fixture: Fixture
  let shelves: readonly [number, number]
  let count = 0

  beforeAll(async () => {
    fixture = await openFixture(engine)
    const warehouse_id = await add('warehouse', { name: 'Main' })
    const area = {
      warehouse_id,
      warehouse_area_id: await add('warehouse_area', { warehouse_id, name: 'A', serial_no: 'A' }),
    }
    shelves = [
      await add('warehouse_shelf', { ...area, name: '1', serial_no: '1' }),
      await add('warehouse_shelf', { ...area, name: '2', serial_no: '2' }),
    ]
  })
  afterAll(() => fixture?.database.dispose())

  const add = async (name: string, body: object): Promise<number> =>
    (await create(fixture.scope, fixture.of(name), body as Record<string, unknown>)).id
  const edit = (name: string, body: object) => update(fixture.scope, fixture.of(name), body as Record<string, unknown>)
  const del = (name: string, ids: readonly number[]) => remove(fixture.scope, fixture.of(name), ids)
  const act = (name: string, action: string, body: object) =>
    runAction(fixture.scope, fixture.of(name), action, body as Record<string, unknown>)
  const supplier = () => add('supplier', { name: `Supplier ${++count}` })
  const category = () => add('category', { name: `Category ${++count}` })
  const product = (more: object = {}) =>
    add('product', { product_no: `P${++count}`, name: `Product ${count}`, ...more })
  const order = (supplierId: number, productId: number, quantity = 5) =>
    add('warehousing', {
      type: 10,
      supplier_id: supplierId,
      product_detail: [{ product_id: productId, warehouse_shelf_id: shelves[0], plan_quantity: quantity, price: '1' }],
    })
  const relocation = (productId: number) =>
    add('relocation', {
      product_id: productId,
      source_warehouse_shelf_id: shelves[0],
      target_warehouse_shelf_id: shelves[1],
      plan_quantity: 1,
    })

  async function faults(): Promise<readonly string[]> {
    const found: string[] = []
    for (const [table, column, target] of dangling) {
      const { rows } = await sql<{ id: number }>`select r.id from ${sql.table(table)} r join ${sql.table(target)} t
        on t.id = r.${sql.id(column)} where r.deletetime is null and t.deletetime is not null`.execute(
        fixture.database.query,
      )
      found.push(...rows.map(({ id }) => `${table} ${id} ${column}`))
    }
    const { rows } = await sql<{
      id: number
    }>`select o.id from ${sql.table('wms_warehousing')} as o join ${sql.table('wms_warehousing_line')} as l
      on l.warehousing_id = o.id join ${sql.table('wms_product')} as p on p.id = l.product_id
      where o.deletetime is null and p.deletetime is not null`.execute(fixture.database.query)
    return [...found, ...rows.map(({ id }) => `wms_warehousing ${id} line`)]
  }

  it(
    `leave no live record that refers to a deleted one, ${rounds} times`,
    { timeout: 60_000 + rounds * 20_000 },
    async () => {
      const outcomes: string[] = []
      for (let round = 0; round < rounds; round++) {
        const targets = await Promise.all(
          Array.from({ length: 4 }, async () => ({
            supplier: await supplier(),
            product: await product(),
            category: await category(),
          })),
        )
        const [free, kept] = [await supplier(), await product()]
        const deleted = await Promise.all(targets.map((one) => order(one.supplier, one.product)))
        const edited = await Promise.all(targets.map(() => order(free, kept)))
        const products = await Promise.all(targets.map(() => product()))
        await del('warehousing', deleted)
        const works = targets.flatMap((one, at) => [
          () => order(one.supplier, one.product),
          () => edit('warehousing', { id: edited[at], supplier_id: one.supplier }),
          () => restore(fixture.scope, fixture.of('warehousing'), [deleted[at]]),
          () => relocation(one.product),
          () => edit('product', { id: products[at], category_id: one.category }),
          () => add('category', { name: `Below ${++count}`, pid: one.category }),
          () => del('supplier', [one.supplier]),
          () => del('product', [one.product]),
          () => del('category', [one.category]),
        ])
        works.push(
          () =>
            del(
              'product',
              targets.map((one) => one.product),
            ),
          () => del('supplier', targets.map((one) => one.supplier).reverse()),
        )
        // Every round begins elsewhere.
        const turned = works.map((_work, at) => works[(at * 7 + round * 5) % works.length] ?? works[at]!)
        outcomes.push(...(await Promise.all(turned.map((work) => outcome(work())))))
        expect(await faults(), `round ${round}`).toEqual([])
      }
      expect(outcomes.filter((one) => one === 'done').length).toBeGreaterThan(rounds)
      expect(outcomes.filter((one) => !['done', 'in_use', 'invalid', 'not_found'].includes(one))).toEqual([])
    },
  )

  it(
    `recompute layers while orders are audited, moved and taken back, ${rounds} times`,
    { timeout: 60_000 + rounds * 20_000 },
    async () => {
      const partner = await supplier()
      for (let round = 0; round < rounds; round++) {
        const goods = [await product({ effective_day: 30 }), await product({ effective_day: 60 })]
        for (const id of goods) await act('warehousing', 'audit', { id: await order(partner, id, 100) })
        const orders = await Promise.all(Array.from({ length: 12 }, (_one, at) => order(partner, goods[at % 2] ?? 0)))
        const moves = await Promise.all(goods.map(relocation))
        for (const id of moves) await act('relocation', 'audit', { id })
        const works = [
          ...orders.map((id) => () => act('warehousing', 'audit', { id })),
          ...moves.map((id) => () => act('relocation', 'move', { id, quantity: 1 })),
          ...goods.flatMap((id) => [1, 2, 3].map(() => () => act('product', 'recomputeLayers', { id }))),
        ]
        const outcomes = await Promise.all(
          works.map((_work, at) => outcome((works[(at * 7) % works.length] ?? works[0]!)())),
        )
        expect(
          outcomes.filter((one) => one !== 'done'),
          `round ${round}`,
        ).toEqual([])
        const { rows } = await sql<{
          n: number
        }>`select count(*) as n from ${sql.table('wms_stock')} as s where s.quantity <> (
        select coalesce(sum(l.remaining), 0) from ${sql.table('wms_stock_layer')} as l
          where l.product_id = s.product_id and l.warehouse_shelf_id = s.warehouse_shelf_id)`.execute(
          fixture.database.query,
        )
        expect(Number(rows[0]?.n)).toBe(0)
      }
    },
  )
})
