/**
 * A write that refers to a record and a write that deletes or disables it, at the same time: the second one waits for
 * the first, whichever comes first, and no live record refers to a deleted one.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { create } from '../../../runtime/server/records/create.ts'
import { remove } from '../../../runtime/server/records/remove.ts'
import { restore } from '../../../runtime/server/records/restore.ts'
import { update } from '../../../runtime/server/records/update.ts'
import { importRows } from '../../../runtime/server/records/import/import.ts'
import type { Scope } from '../../../runtime/server/operation/scope.ts'
import { OperationError } from '../../../runtime/server/core/errors/operation-error.ts'
import { engines } from '../../support/databases.ts'
import { holdWrites, overlapWrites } from '../../support/held-transaction.ts'
import { openShop, type Shop } from './shop.ts'

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes
}

const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof OperationError ? error.code : Promise.reject(error)),
  )

describe.each(engines)('T85 a reference and a deletion at the same time on $name', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop(engine)
  })
  afterAll(() => shop?.database.dispose())

  let count = 0
  const add = async (name: string, body: Record<string, unknown>, scope = shop.scope) =>
    (await create(scope, shop.of(name), body)).id
  const addCategory = (more: object = {}) => add('category', { name: `Category ${++count}`, ...more })
  const addProduct = (more: object = {}, scope = shop.scope) =>
    add('product', { product_no: `P${++count}`, name: `Product ${count}`, ...more }, scope)

  /** Runs both writes at the same time, the first one first; both outcomes. */
  const overlap = (first: (scope: Scope) => Promise<unknown>, second: () => Promise<unknown>) =>
    overlapWrites(
      holdWrites(shop.database),
      (database) => outcome(first({ ...shop.scope, database })),
      () => outcome(second()),
    )

  const category = () => shop.of('category')
  const product = () => shop.of('product')

  /** Writes by which a product or a category comes to refer to the category. */
  const writes: readonly (readonly [string, (id: number) => Promise<(scope: Scope) => Promise<unknown>>])[] = [
    ['an add', async (id) => (scope) => addProduct({ category_id: id }, scope)],
    ['an add below it in a tree', async (id) => (scope) => add('category', { name: `Below ${id}`, pid: id }, scope)],
    [
      'an edit',
      async (id) => {
        const edited = await addProduct()
        return (scope) => update(scope, product(), { id: edited, category_id: id })
      },
    ],
    [
      'a move in the tree',
      async (id) => {
        const moved = await addCategory()
        return (scope) => update(scope, category(), { id: moved, pid: id })
      },
    ],
    [
      'an import',
      async () => {
        const name = `Category ${count}`
        const file = Buffer.from(`product_no,name,category_id\nI${++count},Imported,${name}\n`)
        return (scope) => importRows(scope, product(), { source: () => pieces(file) })
      },
    ],
  ]

  it.each(writes)('%s: the deletion waits, and finds the record in use', async (_name, prepare) => {
    const id = await addCategory()
    const write = await prepare(id)
    expect(await overlap(write, () => remove(shop.scope, category(), [id]))).toEqual(['done', 'in_use', true])
  })

  it.each(writes.slice(0, 4))('%s: waits for the deletion, and is refused', async (_name, prepare) => {
    const id = await addCategory()
    const write = await prepare(id)
    const outcomes = await overlap(
      (scope) => remove(scope, category(), [id]),
      () => write(shop.scope),
    )
    expect(outcomes).toEqual(['done', 'invalid', true])
  })

  it('a restored record keeps the record it refers to alive', async () => {
    const id = await addCategory()
    const branch = await addCategory({ pid: id })
    await remove(shop.scope, category(), [branch])
    const outcomes = await overlap(
      (scope) => restore(scope, category(), [branch]),
      () => remove(shop.scope, category(), [id]),
    )
    expect(outcomes).toEqual(['done', 'in_use', true])
  })

  it('a record is not restored while the one it refers to is being deleted', async () => {
    const id = await addCategory()
    const branch = await addCategory({ pid: id })
    await remove(shop.scope, category(), [branch])
    const outcomes = await overlap(
      (scope) => remove(scope, category(), [id]),
      () => restore(shop.scope, category(), [branch]),
    )
    expect(outcomes).toEqual(['done', 'invalid', true])
  })

  it('a place that others refer to by its area does not move meanwhile', async () => {
    const warehouse = await add('warehouse', { name: `W${++count}` })
    const place = { warehouse_id: warehouse }
    const areas = [
      await add('warehouse_area', { ...place, serial_no: '1', name: 'One' }),
      await add('warehouse_area', { ...place, serial_no: '2', name: 'Two' }),
    ]
    const shelf = await add('warehouse_shelf', { ...place, warehouse_area_id: areas[0], serial_no: 'A', name: 'A' })
    const outcomes = await overlap(
      (scope) => update(scope, shop.of('warehouse_shelf'), { id: shelf, warehouse_area_id: areas[1] }),
      () => addProduct({ ...place, warehouse_area_id: areas[0], warehouse_shelf_id: shelf }),
    )
    expect(outcomes).toEqual(['done', 'invalid', true])
  })
  it('who refers to a record waits while it is being disabled', async () => {
    const id = await addCategory()
    const outcomes = await overlap(
      (scope) => update(scope, category(), { id, status: 0 }),
      () => addProduct({ category_id: id }),
    )
    expect(outcomes).toEqual(['done', 'done', true])
  })

  it('records that are deleted together are locked in the order of their ids', async () => {
    const ids = [await addCategory(), await addCategory(), await addCategory()]
    // The check that all tests run under looks at the statements.
    expect(await remove(shop.scope, category(), ids.toReversed())).toEqual({ count: 3 })
  })
})
