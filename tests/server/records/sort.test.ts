import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sort } from '../../../runtime/server/records/sort.ts'
import type { Scope } from '../../../runtime/server/operation/scope.ts'
import { engines, sampleCount, type TestDatabase } from '../../support/databases.ts'
import { field, tableModel } from '../../support/models.ts'
import { refusal, scopeOn } from './scope.ts'
import { partOf } from '../../support/part-of.ts'

interface Row {
  id: number
  weigh: number
}
interface Move {
  move: number
  target: number
  order: 'asc' | 'desc'
  direction: 'up' | 'down'
}

/** The protocol's steps, word by word. */
function moved(rows: readonly Row[], { move, target, order, direction }: Move): Row[] {
  const result = rows.map((row) => ({ ...row }))
  const at = (id: number): Row => result.find((row) => row.id === id)!
  const displayed = [...result].sort((a, b) => (order === 'asc' ? 1 : -1) * (a.weigh - b.weigh || a.id - b.id))
  const W = at(target).weigh
  const mode = (order === 'desc' && direction === 'up') || (order === 'asc' && direction === 'down') ? 'dec' : 'inc'
  let E = displayed.filter((row) => row.weigh === W)
  const n = E.length
  for (const row of result) {
    if (row.id === move) continue
    if (mode === 'dec' && row.weigh < W) row.weigh -= n
    else if (mode === 'inc' && row.weigh > W) row.weigh += n
  }
  if (direction === 'down') E = E.reverse()
  let done = 0
  E.forEach((row, k) => {
    if (row.id === move) return
    const v = mode === 'dec' ? W - k : W + k
    if (row.id === target) {
      at(move).weigh = v
      done = 1
    }
    row.weigh = mode === 'dec' ? v - done : v + done
  })
  return result
}

const item = tableModel('t/item', {
  sort: 'weigh',
  softDelete: 'deletetime',
  fields: [field('name', 'text')],
  list: { columns: [], sort: { field: 'weigh', direction: 'desc' } },
})

describe.each(engines)('manual sorting on $name', (engine) => {
  let database: TestDatabase
  let scope: Scope
  beforeAll(async () => {
    database = await engine.open([item])
    scope = scopeOn(database, [item])
  })
  afterAll(() => database?.dispose())

  const fill = (weights: readonly number[]) =>
    database.write(async (trx) => {
      await trx.deleteFrom('t_item').execute()
      await trx
        .insertInto('t_item')
        .values(weights.map((weigh, at) => ({ id: at + 1, name: 'x', weigh })))
        .execute()
    })
  const rows = async (): Promise<Row[]> =>
    partOf<Row[]>(await database.query.selectFrom('t_item').select(['id', 'weigh']).orderBy('id').execute())

  it('puts a row where it was dropped', async () => {
    await fill([5, 4, 3, 2])
    await sort(scope, item, { move: 4, target: 2, direction: 'up' })
    expect((await rows()).map((row) => row.weigh)).toEqual([5, 3, 2, 4])
  })

  it('follows the protocol for any weights, order and direction', async () => {
    const place = fc.integer({ min: 1, max: 7 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: -2, max: 3 }), { minLength: 7, maxLength: 7 }),
        place,
        place,
        fc.constantFrom('asc' as const, 'desc' as const),
        fc.constantFrom('up' as const, 'down' as const),
        async (weights, move, target, order, direction) => {
          fc.pre(move !== target)
          await fill(weights)
          const before = await rows()
          await sort(scope, item, { move: String(move), target, order: `weigh,${order}`, direction })
          expect(await rows()).toEqual(moved(before, { move, target, order, direction }))
        },
      ),
      { numRuns: sampleCount(300) },
    )
  })

  it('uses the order of the table when none is posted, and the posted one else', async () => {
    for (const [posted, order] of [
      [undefined, 'desc'],
      ['', 'desc'],
      ['weigh,asc', 'asc'],
    ] as const) {
      await fill([1, 1, 1, 2])
      const before = await rows()
      await sort(scope, item, { move: 4, target: 2, order: posted, direction: 'up' })
      expect(await rows()).toEqual(moved(before, { move: 4, target: 2, order, direction: 'up' }))
    }
  })

  it('exchanges weights, spreading equal ones apart first without moving any other row', async () => {
    await fill([7, 9, 9, 9, 10, 40])
    await sort(scope, item, { id: 1, targetId: '2' })
    expect((await rows()).map((row) => row.weigh)).toEqual([9, 7, 9, 9, 10, 40])
    // Displayed from the highest: 6 5 4 3 1 2.
    await sort(scope, item, { id: 4, targetId: 1 })
    expect((await rows()).map((row) => row.weigh)).toEqual([11, 7, 10, 9, 12, 42])
  })

  it('refuses what cannot be ordered and leaves deleted rows alone', async () => {
    await fill([1, 2, 3])
    await database.write((trx) => trx.updateTable('t_item').set({ deletetime: 5 }).where('id', '=', 3).execute())
    const reason = async (body: Record<string, unknown>) => (await refusal(sort(scope, item, body))).code
    expect(await reason({ move: 1, target: 3, direction: 'up' })).toBe('not_found')
    expect(await reason({ id: 1, targetId: 99 })).toBe('not_found')
    expect(await reason({ id: 1, targetId: 1 })).toBe('invalid')
    expect(await reason({ move: 1, target: 2 })).toBe('invalid')
    expect(await reason({ move: 1, target: 2, direction: 'sideways' })).toBe('invalid')
    expect(await reason({ move: 1, target: 2, direction: 'up', order: 'name,asc' })).toBe('bad_state')
    expect(await reason({ move: 1, target: 2, direction: 'up', order: 'weigh;drop' })).toBe('bad_query')
    await sort(scope, item, { move: 1, target: 2, direction: 'up' })
    expect(await rows()).toEqual([
      { id: 1, weigh: 2 },
      { id: 2, weigh: 1 },
      { id: 3, weigh: 3 },
    ])
  })

  it('moves no more rows with one than it can in a moment', async () => {
    await fill([1, 2])
    await database.write((trx) =>
      sql`insert into t_item (id, name, weigh) with recursive _rows (n) as (
        select 3 union all select n + 1 from _rows where n < 50002) select n, 'x', n from _rows`.execute(trx),
    )
    const body = { move: 1, target: 50_002, direction: 'up', order: 'weigh,desc' }
    expect(await refusal(sort(scope, item, body))).toMatchObject({
      code: 'bad_state',
      details: { text: 'problem.sort_too_many', params: { limit: 50_000 } },
    })
    await sort(scope, item, { move: 1, target: 50_002, direction: 'down', order: 'weigh,desc' })
    expect((await rows()).slice(-1)).toEqual([{ id: 50_002, weigh: 50_003 }])
  })
})
