/** Many at once, and failures at every step. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Kysely, KyselyPlugin } from 'kysely'
import type { Tables } from '../../../runtime/server/db/index.ts'
import { postDocument, reverseDocument } from '../../../runtime/server/records/ledger/index.ts'
import { OperationError } from '../../../runtime/server/core/errors/operation-error.ts'
import { engines, type TestDatabase } from '../../support/databases.ts'
import {
  bookOf,
  callOf,
  depot,
  depotScope,
  faultsOf,
  seedDepot,
  order,
  stockOf,
  type LineFacts,
  type Stocked,
} from './depot.ts'

describe.each(engines)('T85 many postings at once on $name', (engine) => {
  let database: TestDatabase
  let stocked: Stocked

  beforeAll(async () => {
    database = await engine.open(depot)
  })
  beforeEach(async () => {
    stocked = await seedDepot(database, 4, 4)
  })
  afterAll(() => database.dispose())

  let runs = 0
  /** One turn of a client: it comes again when the server is too busy to begin. */
  const act = async (work: typeof postDocument, name: string, posting: string, id: number): Promise<unknown> => {
    try {
      return await database.write(async (trx) => {
        runs++
        return work(await callOf(depotScope(database), trx, name, id), posting)
      })
    } catch (error) {
      if (database.adapter.problemOf(error)?.kind !== 'busy' || !String(error).includes('connect')) throw error
      return act(work, name, posting, id)
    }
  }
  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof OperationError ? error.code : Promise.reject(error)),
    )

  it('64 with crossed lines, first receipts among them: no deadlock, and sums are right', async () => {
    const lines = stocked.products.flatMap((product) =>
      stocked.shelves.map((shelf): LineFacts => [product, shelf, 1_000]),
    )
    const ids: number[] = []
    for (let at = 0; at < 64; at++)
      ids.push(await order(database, 'receipt', at % 2 === 0 ? lines : [...lines].reverse()))
    runs = 0
    await Promise.all(ids.map((id) => act(postDocument, 'receipt', 'receive', id)))
    // Nobody had to try again, as after a deadlock.
    expect(runs).toBe(64)
    const stock = await stockOf(database)
    for (const product of stocked.products)
      for (const shelf of stocked.shelves) expect(stock.get(`${product}/${shelf}`)).toBe(64_000)
    expect(await faultsOf(database)).toEqual([])
  })

  it('of n deliveries of q from a stock S exactly floor(S/q) are done', async () => {
    const [product, shelf] = [stocked.products[0]!, stocked.shelves[0]!]
    await act(postDocument, 'receipt', 'receive', await order(database, 'receipt', [[product, shelf, 100_000]]))
    const ids: number[] = []
    for (let at = 0; at < 40; at++)
      ids.push(
        await order(database, 'delivery', [
          [product, shelf, 3_500],
          [product, shelf, 3_500],
        ]),
      )
    const outcomes = await Promise.all(ids.map((id) => outcome(act(postDocument, 'delivery', 'deliver', id))))
    expect([
      outcomes.filter((one) => one === 'done').length,
      outcomes.filter((one) => one === 'stock_short').length,
    ]).toEqual([14, 26])
    expect((await stockOf(database)).get(`${product}/${shelf}`)).toBe(2_000)
    expect(await faultsOf(database)).toEqual([])
  })

  it('the same document twice at once, or undone twice at once, counts once', async () => {
    const [product, shelf] = [stocked.products[1]!, stocked.shelves[1]!]
    const id = await order(database, 'receipt', [[product, shelf, 8_000]])
    // Nothing but the unique index stands here between two who undo the same: the compare-and-set belongs to the
    // action.
    await act(postDocument, 'receipt', 'receive', id)
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => outcome(act(reverseDocument, 'receipt', 'receive', id))),
    )
    expect(outcomes.every((one) => one === 'done' || one === 'bad_state' || one === 'stock_short')).toBe(true)
    expect((await stockOf(database)).get(`${product}/${shelf}`)).toBe(0)
    expect(
      (await bookOf(database)).filter(
        (row) => row['order_id'] === id && row['order_kind'] === 'depot/receipt' && row['reversal_of'] !== null,
      ),
    ).toHaveLength(1)
    expect(await faultsOf(database)).toEqual([])
  })

  it('a failure after any statement takes everything back, and the next try succeeds', async () => {
    const [product, shelf] = [stocked.products[2]!, stocked.shelves[2]!]
    const state = async () =>
      JSON.stringify([
        await bookOf(database),
        [...(await stockOf(database))],
        await database.query.selectFrom('depot_product').selectAll().orderBy('id').execute(),
      ])
    const id = await order(database, 'receipt', [
      [product, shelf, 4_000],
      [product, stocked.shelves[0]!, 500],
      [stocked.products[3]!, shelf, 1],
    ])
    const failing = async (work: typeof postDocument, at: number): Promise<boolean> => {
      let statements = 0
      const plugin: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          if (++statements === at) throw new Error('the power went out')
          return result
        },
      }
      return database
        .write(async (trx) =>
          work(
            await callOf(depotScope(database), (trx as Kysely<Tables>).withPlugin(plugin) as typeof trx, 'receipt', id),
            'receive',
          ),
        )
        .then(
          () => true,
          (error: Error) => {
            if (error.message !== 'the power went out') throw error
            return false
          },
        )
    }
    for (const work of [postDocument, reverseDocument]) {
      let failures = 0
      for (const before = await state(); !(await failing(work, failures + 1)); failures++)
        expect(await state()).toBe(before)
      expect(failures).toBeGreaterThanOrEqual(6)
      expect(await faultsOf(database)).toEqual([])
    }
    expect((await stockOf(database)).get(`${product}/${shelf}`)).toBe(0)
  })
})
