// Made by tablewright generate from schemas/depot · do not edit · a1c33cc7138ebfba

import type { DepotTables } from './tables.ts'
import type * as book from './book/row.ts'
import type * as delivery from './delivery/row.ts'
import type * as deliveryLine from './delivery_line/row.ts'
import type * as product from './product/row.ts'
import type * as shelf from './shelf/row.ts'
import type * as stock from './stock/row.ts'
import type * as unit from './unit/row.ts'
import type * as warehouse from './warehouse/row.ts'

/**
 * By entity: its columns; a row as it is sent; what `add` and `edit` take; the columns of its lines by field; what its
 * actions take, as it is sent and as columns hold it; further rights; the ledgers it posts to; the entities that post to it.
 */
export interface DepotEntities {
  'depot/book': {
    columns: DepotTables['depot_book']
    row: book.Book
    input: book.BookInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: 'depot/delivery'
  }
  'depot/delivery': {
    columns: DepotTables['depot_delivery']
    row: delivery.Delivery
    input: delivery.DeliveryInput
    lines: { lines: DepotTables['depot_delivery_line'] }
    actions: {}
    rights: never
    postings: { deliver: DepotTables['depot_book'] }
    documents: never
  }
  'depot/delivery_line': {
    columns: DepotTables['depot_delivery_line']
    row: deliveryLine.DeliveryLine
    input: deliveryLine.DeliveryLineInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'depot/product': {
    columns: DepotTables['depot_product']
    row: product.Product
    input: product.ProductInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'depot/shelf': {
    columns: DepotTables['depot_shelf']
    row: shelf.Shelf
    input: shelf.ShelfInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'depot/stock': {
    columns: DepotTables['depot_stock']
    row: stock.Stock
    input: stock.StockInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'depot/unit': {
    columns: DepotTables['depot_unit']
    row: unit.Unit
    input: unit.UnitInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'depot/warehouse': {
    columns: DepotTables['depot_warehouse']
    row: warehouse.Warehouse
    input: warehouse.WarehouseInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
}
