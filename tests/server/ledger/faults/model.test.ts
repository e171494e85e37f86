/** Random documents against a plain model of what a depot holds: same seeds, same ledgers, on both engines. */
import { describe, expect, it } from 'vitest'
import { postDocument, reverseDocument } from '../../../../runtime/server/records/ledger/index.ts'
import { OperationError } from '../../../../runtime/server/core/errors/operation-error.ts'
import { engines, type TestDatabase } from '../../../support/databases.ts'
import {
  bookOf,
  callOf,
  depot,
  depotScope,
  faultsOf,
  seedDepot,
  insert,
  order,
  stockOf,
  type LineFacts,
} from '../depot.ts'

/** The same numbers for the same seed (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** A movement the model expects: product, shelf, signed quantity in thousandths. */
type Expected = readonly [product: number, shelf: number, quantity: number]

interface Done {
  readonly name: 'receipt' | 'delivery' | 'transfer'
  readonly posting: string
  readonly id: number
  standing: readonly Expected[]
}

class Depot {
  readonly held = new Map<string, number>()
  readonly rows: Expected[] = []

  /** Books the movements, or answers false and books none when something would be short. */
  book(movements: readonly Expected[]): boolean {
    const next = new Map(this.held)
    for (const [product, shelf, quantity] of movements)
      next.set(`${product}/${shelf}`, (next.get(`${product}/${shelf}`) ?? 0) + quantity)
    if ([...next.values()].some((quantity) => quantity < 0)) return false
    for (const [key, quantity] of next) this.held.set(key, quantity)
    this.rows.push(...movements)
    return true
  }
}

const commands = 80
const plain = (row: Record<string, unknown>) => ({ ...row, createtime: null })

async function play(database: TestDatabase, seed: number): Promise<Depot> {
  const pick = numbers(seed)
  const { products, shelves } = await seedDepot(database)
  const model = new Depot()
  const done: Done[] = []
  const product = () => products[pick(products.length)]!
  const shelf = () => shelves[pick(shelves.length)]!
  const act = async (
    work: typeof postDocument,
    { name, posting, id }: Pick<Done, 'name' | 'posting' | 'id'>,
    input = {},
  ): Promise<boolean> => {
    try {
      await database.write(async (trx) =>
        work(
          { ...(await callOf(depotScope(database), trx, name, id, input)), clock: () => 1_800_000_000 - pick(3) },
          posting,
        ),
      )
      return true
    } catch (error) {
      if (!(error instanceof OperationError) || error.code !== 'stock_short') throw error
      return false
    }
  }
  for (let at = 0; at < commands; at++) {
    const choice = pick(10)
    if (choice < 6) {
      const name = choice < 3 ? 'receipt' : 'delivery'
      const lines = Array.from({ length: 1 + pick(5) }, (): LineFacts => [
        product(),
        shelf(),
        pick(4) === 0 ? 0 : pick(40_000),
        pick(3) * 33_333,
      ])
      const document: Done = {
        name,
        posting: name === 'receipt' ? 'receive' : 'deliver',
        id: await order(database, name, lines),
        standing: [],
      }
      const movements = lines
        .filter(([, , quantity]) => quantity !== 0)
        .map(([one, where, quantity]): Expected => [one, where!, name === 'receipt' ? quantity! : -quantity!])
      const expected = model.book(movements)
      expect(await act(postDocument, document)).toBe(expected)
      if (expected && movements.length > 0) done.push({ ...document, standing: movements })
    } else if (choice < 8) {
      const [one, from, to, quantity] = [product(), shelf(), shelf(), pick(20_000)]
      const id = await database.write((trx) =>
        insert(trx, 'transfer', { product_id: one, source_shelf_id: from, target_shelf_id: to }),
      )
      const legs: readonly Expected[] =
        quantity === 0
          ? []
          : from === to
            ? [
                [one, to, quantity],
                [one, from, -quantity],
              ]
            : [
                [one, from, -quantity],
                [one, to, quantity],
              ]
      const expected = model.book(legs)
      expect(await act(postDocument, { name: 'transfer', posting: 'move', id }, { quantity })).toBe(expected)
      if (expected && legs.length > 0) done.push({ name: 'transfer', posting: 'move', id, standing: legs })
    } else if (done.length > 0) {
      const document = done[pick(done.length)]!
      const mirror = document.standing.map(([one, where, quantity]): Expected => [one, where, -quantity])
      const settled = document.name === 'transfer' && mirror[0]?.[1] === mirror[1]?.[1] ? [...mirror].reverse() : mirror
      const expected = model.book(settled)
      expect(await act(reverseDocument, document)).toBe(expected)
      if (expected) document.standing = []
    }
  }
  return model
}

describe('random documents', () => {
  it.each([1, 20_260, 7_777])(
    'leave what the model holds, and the same ledger on both engines (seed %i)',
    async (seed) => {
      const ledgers = []
      for (const engine of engines) {
        const database = await engine.open(depot)
        const model = await play(database, seed)
        const book = await bookOf(database)
        expect(book.map((row) => [row['product_id'], row['shelf_id'], row['quantity']])).toEqual(model.rows)
        const stock = await stockOf(database)
        for (const [key, quantity] of model.held) expect([key, stock.get(key) ?? 0]).toEqual([key, quantity])
        expect(await faultsOf(database)).toEqual([])
        expect(book.length).toBeGreaterThan(60)
        expect(book.filter((row) => row['reversal_of'] !== null).length).toBeGreaterThan(3)
        // A refused posting takes an id on one engine and none on the other: rows are told by their place.
        const place = new Map(book.map((row, at) => [row['id'], at]))
        ledgers.push(
          book.map((row) => ({
            ...plain(row),
            id: place.get(row['id']),
            reversal_of: place.get(row['reversal_of']!) ?? null,
            createtime: row['createtime'],
          })),
        )
        await database.dispose()
      }
      expect(ledgers[1]).toEqual(ledgers[0])
    },
  )
})
