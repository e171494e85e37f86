/** Numbers of new records: by day in site time, unique under parallel adds, never given twice. */
import { AsyncResource } from 'node:async_hooks'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { OperationError } from '../../../runtime/server/core/errors/operation-error.ts'
import { joinHooks, type Hooks, type Scope } from '../../../runtime/server/operation/scope.ts'
import { create } from '../../../runtime/server/records/create.ts'
import { takeNumbers } from '../../../runtime/server/records/numbers.ts'
import { read } from '../../../runtime/server/records/read.ts'
import { remove } from '../../../runtime/server/records/remove.ts'
import { update } from '../../../runtime/server/records/update.ts'
import { engines, openAt } from '../../support/databases.ts'
import { openDocuments, type Documents } from './documents.ts'
import { refusal } from './scope.ts'

describe.each(engines)('numbers on $name', (engine) => {
  let fixture: Documents
  let item: number
  beforeEach(async () => {
    fixture = await openDocuments(engine)
    item = (await create(fixture.scope, fixture.items, { name: 'bolt' })).id
  })
  afterEach(async () => {
    vi.useRealTimers()
    await fixture.database.dispose()
  })
  const add = async (more: Record<string, unknown> = {}) =>
    (await create(fixture.scope, fixture.orders, { lines: [{ item_id: item, quantity: '1' }], ...more })).id
  const numberOf = async (id: number) => (await read(fixture.scope, fixture.orders, id)).row['order_no']
  const at = (iso: string) => vi.useFakeTimers({ now: new Date(iso), toFake: ['Date'] })

  it('count from one each day of the site, whatever day it is elsewhere', async () => {
    at('2026-03-10T15:59:59Z')
    const numbers = [await numberOf(await add()), await numberOf(await add())]
    at('2026-03-10T16:00:00Z')
    expect([...numbers, await numberOf(await add())]).toEqual([
      'DD20260310000001',
      'DD20260310000002',
      'DD20260311000001',
    ])
  })

  it("are the server's alone: one that is sent is ignored", async () => {
    const id = await add({ order_no: 'MINE' })
    await update(fixture.scope, fixture.orders, { id, order_no: 'MINE', remark: 'x' })
    expect(await numberOf(id)).toMatch(/^DD\d{14}$/)
  })

  it('are never given twice, not even that of a deleted record', async () => {
    const first = await add()
    const given = await numberOf(first)
    await remove(fixture.scope, fixture.orders, [first])
    expect(await numberOf(await add())).not.toBe(given)
  })

  it('are not used up by what is refused before', async () => {
    at('2026-03-10T04:00:00Z')
    await refusal(create(fixture.scope, fixture.orders, { lines: [] }))
    await refusal(create(fixture.scope, fixture.orders, { lines: [{ item_id: 999, quantity: '1' }] }))
    expect(await numberOf(await add())).toBe('DD20260310000001')
  })

  it('are not used up by what hooks, other fields or the last step of a save refuse', async () => {
    at('2026-03-10T04:00:00Z')
    const refused = () => Promise.reject(new OperationError('invalid'))
    const withHooks = (hooks: Hooks): Scope => ({
      ...fixture.scope,
      hooks: joinHooks([{ [fixture.orders.id]: hooks }]),
    })
    const body = { lines: [{ item_id: item, quantity: '1' }] }
    for (const hooks of [
      { beforeWrite: refused },
      { beforeCreate: refused },
      { beforeLines: refused },
      { afterWrite: refused },
    ])
      await refusal(create(withHooks(hooks), fixture.orders, body))
    await fixture.database.write((trx) => sql.raw('create unique index only_once on shop_orders (remark)').execute(trx))
    expect(await numberOf(await add({ remark: 'same' }))).toBe('DD20260310000001')
    expect((await refusal(add({ remark: 'same' }))).code).toBe('duplicate')
    expect(await numberOf(await add())).toBe('DD20260310000002')
  })

  it('are released by a late refusal only while no later one was taken', async () => {
    at('2026-03-10T04:00:00Z')
    let refusing = true
    const addElsewhere = AsyncResource.bind(add)
    const scope = {
      ...fixture.scope,
      hooks: joinHooks([
        {
          [fixture.orders.id]: {
            async afterWrite() {
              if (!refusing) return
              refusing = false
              // With several writers another save is done meanwhile; a single writer lets nobody in between.
              if (!fixture.database.adapter.embedded) await addElsewhere()
              throw new OperationError('invalid')
            },
          },
        },
      ]),
    }
    const body = { lines: [{ item_id: item, quantity: '1' }] }
    await refusal(create(scope, fixture.orders, body))
    const numbers = [await numberOf(await add()), await numberOf(await add())]
    const first = fixture.database.adapter.embedded ? 1 : 3
    expect(numbers).toEqual([`DD2026031000000${first}`, `DD2026031000000${first + 1}`])
  })

  it('have no gap after any mix of saves that succeed and that are refused, side by side', async () => {
    at('2026-03-10T04:00:00Z')
    const scope = {
      ...fixture.scope,
      hooks: joinHooks([
        {
          [fixture.orders.id]: {
            beforeCreate: (_scope, _trx, { given }) =>
              given.get('remark') === 'refuse' ? Promise.reject(new OperationError('invalid')) : Promise.resolve(),
          },
        },
      ]),
    }
    let stored = 0
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }), async (kinds) => {
        const saves = kinds.map((isRefused) =>
          create(scope, fixture.orders, {
            lines: [{ item_id: item, quantity: '1' }],
            remark: isRefused ? 'refuse' : 'keep',
          }).catch(() => null),
        )
        const ids = (await Promise.all(saves)).flatMap((saved) => saved?.id ?? [])
        expect(ids).toHaveLength(kinds.filter((isRefused) => !isRefused).length)
        const numbers = (await Promise.all(ids.map(numberOf))).sort()
        expect(numbers).toEqual(ids.map((_id, index) => `DD20260310${String(stored + index + 1).padStart(6, '0')}`))
        stored += ids.length
      }),
      { numRuns: 8 },
    )
  })

  it('go on behind one that is taken already', async () => {
    at('2026-03-10T04:00:00Z')
    const row = (seq: number) => ({ order_no: `DD2026031000000${seq}`, version: 1 })
    await fixture.database.write((trx) =>
      trx
        .insertInto('shop_orders')
        .values([row(1), row(2), row(3)])
        .execute(),
    )
    expect(await numberOf(await add())).toBe('DD20260310000004')
  })

  it('give up after three retries', async () => {
    at('2026-03-10T04:00:00Z')
    const rows = [1, 2, 3, 4].map((seq) => ({ order_no: `DD2026031000000${seq}`, version: 1 }))
    await fixture.database.write((trx) => trx.insertInto('shop_orders').values(rows).execute())
    expect((await refusal(add())).code).toBe('duplicate')
    expect(await numberOf(await add())).toBe('DD20260310000005')
  })

  it('differ under 64 parallel adds', async () => {
    const ids = await Promise.all(Array.from({ length: 64 }, () => add()))
    const numbers = await Promise.all(ids.map(numberOf))
    expect(new Set(numbers).size).toBe(64)
    expect([...numbers].sort().at(-1)).toMatch(/000064$/)
  })

  it('are taken in blocks, longer than their digits when they must be', async () => {
    const number = { field: 'order_no', pattern: 'X{seq:1}-{yyyyMMdd}' }
    at('2026-03-10T04:00:00Z')
    const taken = await fixture.database.write((trx) => takeNumbers(trx, number, 'Asia/Shanghai', 11))
    expect([taken[0], taken[10], taken.length]).toEqual(['X1-20260310', 'X11-20260310', 11])
  })
})

describe.each(engines)('numbers of two processes on $name', (engine) => {
  it('differ', async () => {
    const place = await engine.place()
    const number = { field: 'order_no', pattern: 'DD{yyyyMMdd}{seq:6}' }
    const [one, other] = [await openAt(place), await openAt(place)]
    await one.write(async (trx) => {
      await trx.schema
        .createTable('seq')
        .addColumn('prefix', 'text', (column) => column.primaryKey())
        .addColumn('value', 'integer')
        .addColumn('version', 'integer')
        .execute()
    })
    const take = (at: number) => (at % 2 ? one : other).write((trx) => takeNumbers(trx, number, 'Asia/Shanghai', 1))
    const taken = (await Promise.all(Array.from({ length: 40 }, (_one, at) => take(at)))).flat()
    expect(new Set(taken).size).toBe(40)
    await Promise.all([one.close(), other.close()])
    await place.remove()
  })
})
