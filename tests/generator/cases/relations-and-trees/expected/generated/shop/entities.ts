// Made by tablewright generate from schemas/shop · do not edit · e9e8df341feaf364

import type { ShopTables } from './tables.ts'
import type * as colour from './colour/row.ts'
import type * as item from './item/row.ts'
import type * as tag from './tag/row.ts'

/**
 * By entity: its columns; a row as it is sent; what `add` and `edit` take; the columns of its lines by field; what its
 * actions take, as it is sent and as columns hold it; further rights; the ledgers it posts to; the entities that post to it.
 */
export interface ShopEntities {
  'shop/colour': {
    columns: ShopTables['shop_colour']
    row: colour.Colour
    input: colour.ColourInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
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
  'shop/tag': {
    columns: ShopTables['shop_tag']
    row: tag.Tag
    input: tag.TagInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
}
