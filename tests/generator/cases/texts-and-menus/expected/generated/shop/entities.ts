// Made by tablewright generate from schemas/shop · do not edit · c69096055d4be435

import type { ShopTables } from './tables.ts'
import type * as apple from './apple/row.ts'
import type * as hidden from './hidden/row.ts'
import type * as item from './item/row.ts'
import type * as zebra from './zebra/row.ts'

/**
 * By entity: its columns; a row as it is sent; what `add` and `edit` take; the columns of its lines by field; what its
 * actions take, as it is sent and as columns hold it; further rights; the ledgers it posts to; the entities that post to it.
 */
export interface ShopEntities {
  'shop/apple': {
    columns: ShopTables['shop_apple']
    row: apple.Apple
    input: apple.AppleInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'shop/hidden': {
    columns: ShopTables['shop_hidden']
    row: hidden.Hidden
    input: hidden.HiddenInput
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
  'shop/zebra': {
    columns: ShopTables['shop_zebra']
    row: zebra.Zebra
    input: zebra.ZebraInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
}
