/** What tests of ledgers share: a small depot made from its own schemas, and documents ready to be posted. */
import type { TableModel } from 'tablewright/protocol'
import type { Database, Row, Transaction } from '../../../runtime/server/db/index.ts'
import type { PostingCall } from '../../../runtime/server/records/ledger/index.ts'
import { readLines } from '../../../runtime/server/records/lines/read.ts'
import type { Scope } from '../../../runtime/server/operation/scope.ts'
import { loadTestModule } from '../../support/schema-set.ts'
import { scopeOn } from '../records/scope.ts'

const { models, model: table } = await loadTestModule('depot')

/** Tables of the depot. */
export const depot: readonly TableModel[] = models
export { table }

export const depotScope = (database: Database, more: Partial<Scope> = {}): Scope => ({
  ...scopeOn(database, depot),
  language: 'en',
  ...more,
})

export interface Stocked {
  readonly products: readonly number[]
  readonly shelves: readonly number[]
}

/** Products at 12.50 (unit: piece) and shelves A, B, … of the warehouse "Main". */
export async function seedDepot(database: Database, products = 3, shelves = 4): Promise<Stocked> {
  return database.write(async (trx) => {
    const unit = await insert(trx, 'unit', { name: 'piece' })
    const warehouse = await insert(trx, 'warehouse', { name: 'Main' })
    const made: Stocked & { products: number[]; shelves: number[] } = { products: [], shelves: [] }
    for (let at = 0; at < products; at++)
      made.products.push(
        await insert(trx, 'product', {
          name: `Product ${at + 1}`,
          product_no: `P${at + 1}`,
          unit_id: unit,
          price: 125000,
          total: 0,
          reserved: 0,
        }),
      )
    for (let at = 0; at < shelves; at++)
      made.shelves.push(await insert(trx, 'shelf', { name: String.fromCharCode(65 + at), warehouse_id: warehouse }))
    return made
  })
}

export async function insert(trx: Pick<Transaction, 'insertInto'>, name: string, row: Row): Promise<number> {
  return Number((await trx.insertInto(table(name).table).values(row).returning('id').executeTakeFirstOrThrow())['id'])
}

/** A line: product, shelf, quantity in thousandths, price in ten-thousandths. */
export type LineFacts = readonly [product: number, shelf: number | null, quantity: number | null, price?: number]

/** A receipt or delivery with its lines. */
export function order(
  database: Database,
  name: 'receipt' | 'delivery',
  lines: readonly LineFacts[],
  type = 10,
): Promise<number> {
  return database.write(async (trx) => {
    const id = await insert(trx, name, { type, [`${name}_no`]: `${name}-no` })
    const rows = lines.map(([product, shelf, quantity, price = 125_000], at): Row => ({
      [`${name}_id`]: id,
      line_no: at + 1,
      product_id: product,
      shelf_id: shelf,
      plan_quantity: 1_000_000,
      actual_quantity: quantity,
      price,
    }))
    await trx.insertInto(`depot_${name}_line`).values(rows).execute()
    return id
  })
}

/** What an action of the document hands to the ledger. */
export async function callOf(
  scope: Scope,
  trx: Transaction,
  name: string,
  id: number,
  input: Row = {},
): Promise<PostingCall> {
  const model = table(name)
  const row = await trx.selectFrom(model.table).selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return {
    scope,
    trx,
    model,
    row,
    input,
    lines: async (field) => (await readLines(scope, model, trx, field, [id])).get(id)!,
  }
}

/** Every ledger row, oldest first. */
export const bookOf = (database: Database): Promise<Row[]> =>
  database.query.selectFrom('depot_book').selectAll().orderBy('id').execute()

/** Stock by product and shelf. */
export async function stockOf(database: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query.selectFrom('depot_stock').selectAll().execute()
  return new Map(rows.map((row) => [`${row['product_id']}/${row['shelf_id']}`, Number(row['quantity'])]))
}

/**
 * Every way in which book, stock and totals disagree (domain invariants I1, I2, I4, I5, I11, I13); empty = all is well.
 */
export async function faultsOf(database: Database): Promise<readonly string[]> {
  const faults: string[] = []
  const book = await bookOf(database)
  const chains = new Map<string, Row[]>()
  for (const row of book)
    chains.set(`${row['product_id']}/${row['shelf_id']}`, [
      ...(chains.get(`${row['product_id']}/${row['shelf_id']}`) ?? []),
      row,
    ])
  const stock = await stockOf(database)
  for (const [key, rows] of chains) {
    let balance = 0
    let time = 0
    for (const row of rows) {
      if (Number(row['before_quantity']) !== balance)
        faults.push(`${key}: row ${row['id']} begins at ${row['before_quantity']}, not ${balance}`)
      balance += Number(row['quantity'])
      if (Number(row['after_quantity']) !== balance || balance < 0)
        faults.push(`${key}: row ${row['id']} ends at ${row['after_quantity']}, not ${balance}`)
      if (Number(row['createtime']) < time) faults.push(`${key}: row ${row['id']} is older than the one before it`)
      time = Number(row['createtime'])
    }
    if ((stock.get(key) ?? 0) !== balance) faults.push(`${key}: stock ${stock.get(key)}, book ${balance}`)
  }
  for (const [key, quantity] of stock)
    if (!chains.has(key) && quantity !== 0) faults.push(`${key}: stock ${quantity} without a row`)
  return [...faults, ...(await wrongTotals(database, stock)), ...wrongRows(book)]
}

async function wrongTotals(database: Database, stock: ReadonlyMap<string, number>): Promise<readonly string[]> {
  const products = await database.query.selectFrom('depot_product').select(['id', 'total']).execute()
  return products.flatMap(({ id, total }) => {
    const sum = [...stock].filter(([key]) => key.startsWith(`${id}/`)).reduce((all, [, quantity]) => all + quantity, 0)
    return sum === Number(total) ? [] : [`product ${id}: total ${total}, stock ${sum}`]
  })
}

function wrongRows(book: readonly Row[]): readonly string[] {
  const byId = new Map(book.map((row) => [row['id'], row]))
  const undone = new Set<unknown>()
  return book.flatMap((row) => {
    const faults: string[] = []
    const size = (BigInt(Math.abs(Number(row['quantity']))) * BigInt(Number(row['price'])) * 2n + 100_000n) / 200_000n
    if (Number(size) * Math.sign(Number(row['quantity'])) !== Number(row['total_price']))
      faults.push(`row ${row['id']}: amount ${row['total_price']}`)
    if (row['reversal_of'] === null) return faults
    const origin = byId.get(row['reversal_of']!)
    const same = [
      'product_id',
      'shelf_id',
      'price',
      'form_type',
      'line_id',
      'leg',
      'product_name',
      'unit',
      'shelf_label',
    ].every((name) => origin?.[name] === row[name])
    if (!same || Number(origin!['quantity']) !== -Number(row['quantity']) || undone.has(row['reversal_of']))
      faults.push(`row ${row['id']} is no reversal of ${row['reversal_of']}`)
    undone.add(row['reversal_of'])
    return faults
  })
}
