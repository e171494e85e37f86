// Made by tablewright generate from schemas/shop · do not edit · 12e1c46596169e49

import type { ShopTables } from './tables.ts'
import type * as item from './item/row.ts'

/**
 * By entity: its columns; a row as it is sent; what `add` and `edit` take; the columns of its lines by field; what its
 * actions take, as it is sent and as columns hold it; further rights; the ledgers it posts to; the entities that post to it.
 */
export interface ShopEntities {
  'shop/item': {
    columns: ShopTables['shop_item']
    row: item.Item
    input: item.ItemInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
}
