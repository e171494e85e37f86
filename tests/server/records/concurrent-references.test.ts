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
import type { Database } from '../../../runtime/server/db/index.ts'
import type { Scope } from '../../../runtime/server/operation/scope.ts'
import { OperationError } from '../../../runtime/server/errors/operation-error.ts'
import { engines } from '../../support/databases.ts'
import { openShop, type Shop } from './shop.ts'

function signal(): { readonly given: Promise<void>; give(): void } {
  let give = (): void => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give: () => give() }
}

/** A scope whose transactions stay open, their work done, until they are released. */
function held(scope: Scope): { readonly scope: Scope; readonly isDone: Promise<void>; release(): void } {
  const [done, released] = [signal(), signal()]
  const write: Database['write'] = (work, urgency) =>
    scope.database.write(async (trx) => {
      const result = await work(trx)
      done.give()
      await released.given
      return result
    }, urgency)
  const database = new Proxy(scope.database, {
    get: (target, name) => (name === 'write' ? write : Reflect.get(target, name)),
  })
  return { scope: { ...scope, database }, isDone: done.given, release: released.give }
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes
}

const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof OperationError ? error.code : Promise.reject(error)),
  )

describe.each(engines)('a reference and a deletion at the same time on $name', (engine) => {
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

  /** Runs the first write, holds its transaction open, and starts the second; both outcomes. */
  async function overlap(
    first: (scope: Scope) => Promise<unknown>,
    second: () => Promise<unknown>,
  ): Promise<readonly [string, string]> {
    const open = held(shop.scope)
    const one = outcome(first(open.scope))
    await Promise.race([open.isDone, one])
    let isSettled = false
    const other = outcome(second()).finally(() => {
      isSettled = true
    })
    // It either waits for the first, or is through wrongly: both can be seen, and neither takes a given time.
    await expect.poll(async () => isSettled || (await isWaiting()), { interval: 5 }).toBe(true)
    open.release()
    return [await one, await other]
  }

  async function isWaiting(): Promise<boolean> {
    if (shop.database.adapter.embedded) return true
    const { rows } = await shop.database.query
      .selectFrom('pg_stat_activity')
      .selectAll()
      .where('wait_event_type', '=', 'Lock')
      .execute()
      .then((found) => ({ rows: found.filter((row) => String(row['query']).includes('shop_')) }))
    return rows.length > 0
  }

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
    expect(await overlap(write, () => remove(shop.scope, category(), [id]))).toEqual(['done', 'in_use'])
  })

  it.each(writes.slice(0, 4))('%s: waits for the deletion, and is refused', async (_name, prepare) => {
    const id = await addCategory()
    const write = await prepare(id)
    const outcomes = await overlap(
      (scope) => remove(scope, category(), [id]),
      () => write(shop.scope),
    )
    expect(outcomes).toEqual(['done', 'invalid'])
  })

  it('a restored record keeps the record it refers to alive', async () => {
    const id = await addCategory()
    const branch = await addCategory({ pid: id })
    await remove(shop.scope, category(), [branch])
    const outcomes = await overlap(
      (scope) => restore(scope, category(), [branch]),
      () => remove(shop.scope, category(), [id]),
    )
    expect(outcomes).toEqual(['done', 'in_use'])
  })

  it('a record is not restored while the one it refers to is being deleted', async () => {
    const id = await addCategory()
    const branch = await addCategory({ pid: id })
    await remove(shop.scope, category(), [branch])
    const outcomes = await overlap(
      (scope) => remove(scope, category(), [id]),
      () => restore(shop.scope, category(), [branch]),
    )
    expect(outcomes).toEqual(['done', 'invalid'])
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
    expect(outcomes).toEqual(['done', 'invalid'])
  })
})
