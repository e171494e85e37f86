/** The order of locks, and the check of it that all tests of this project run under. */
import { expect, it } from 'vitest'
import type { TableModel } from 'tablewright/protocol'
import { lockOrder } from '../../../runtime/server/core/models/lock-order.ts'
import { TransactionLocks, violations, watchTables, type Statement } from '../../support/lock-order.ts'
import { field, reference, tableModel } from '../../support/models.ts'
import { shop } from '../../support/shop.ts'
import { depot } from '../ledger/depot.ts'

const before = (models: readonly TableModel[], ...tables: readonly string[]) => {
  const order = lockOrder(models)
  expect(tables.map((table) => order.indexOf(table))).toEqual(
    tables.map((table) => order.indexOf(table)).toSorted((one, other) => one - other),
  )
}

it('puts a table after those it refers to, and documents with their lines before all of them', () => {
  before(shop.models, 'shop_warehouse', 'shop_warehouse_area', 'shop_warehouse_shelf', 'shop_product')
  before(depot, 'idempotency', 'depot_receipt', 'depot_receipt_line', 'depot_shelf', 'depot_stock', 'admin_log')
  before(depot, 'depot_receipt', 'depot_product', 'depot_stock')
})

it('puts tables first whose schema says so: records of contracts that change what belongs to others', () => {
  const declared = depot.map((model): TableModel => (model.name === 'member' ? { ...model, lock: 'first' } : model))
  before(depot, 'depot_receipt', 'depot_member', 'admin_log')
  before(declared, 'idempotency', 'depot_member', 'depot_receipt', 'depot_product', 'admin_log')
  expect(lockOrder(declared).filter((table) => table === 'depot_member')).toHaveLength(1)
})

it('holds every table once, also where tables refer to each other', () => {
  const one = tableModel('t/one', { fields: [field('name', 'text')] })
  const two = tableModel('t/two', { fields: [reference('one_id', one)] })
  const ring = [{ ...one, fields: [...one.fields, reference('two_id', two)] }, two]
  expect(
    lockOrder(ring)
      .filter((table) => table.startsWith('t_'))
      .toSorted(),
  ).toEqual(['t_one', 't_two'])
})

/** What the check finds wrong with the statements of one transaction. */
function wrongs(statements: readonly (Statement | string)[], rows: readonly Record<string, unknown>[] = []): string[] {
  watchTables(depot)
  const locks = new TransactionLocks(true)
  for (const one of statements) locks.add(typeof one === 'string' ? { text: one, parameters: [] } : one, rows)
  return violations.splice(0).map((text) => text.slice(0, text.indexOf(':')))
}

it('finds locks of tables against the order', () => {
  const [product, stock] = ['product', 'stock'].map(
    (name) => `select id from "depot_${name}" where id in (1, 2) order by id for no key update`,
  ) as [string, string]
  expect(wrongs([product, stock], [{ id: 1 }])).toEqual([])
  expect(wrongs([stock, product], [{ id: 1 }])).toEqual(['locks depot_product after depot_stock'])
})

it('finds rows of one table that are locked against the order, or in none', () => {
  const write = (id: number): Statement => ({
    text: 'update "depot_product" set "name" = $1 where "id" = $2',
    parameters: ['a', id],
  })
  expect(wrongs([write(1), write(2), write(1)])).toEqual([])
  expect(wrongs([write(2), write(1)])).toEqual(['locks rows of depot_product after later ones'])
  expect(wrongs([write(1), 'update "depot_stock" set "quantity" = 0 where "quantity" < 0'])).toEqual([])
  expect(wrongs([write(1), 'update "depot_member" set "money" = 0 where "money" < 0'])).toHaveLength(1)
})

it('takes documents from the newest to the oldest, and their lines with them', () => {
  const lock = (id: number): Statement => ({
    text: 'update "depot_receipt" set "no" = $1 where "id" = $2',
    parameters: ['a', id],
  })
  expect(wrongs([lock(2), lock(1), 'update "depot_receipt_line" set "quantity" = 1 where "receipt_id" = 1'])).toEqual(
    [],
  )
  expect(wrongs([lock(1), lock(2)])).toEqual(['locks rows of depot_receipt after later ones'])
})
