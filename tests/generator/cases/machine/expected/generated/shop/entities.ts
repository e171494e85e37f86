// Made by tablewright generate from schemas/shop · do not edit · a770a6eb3ff10e84

import type { ShopTables } from './tables.ts'
import type * as move from './move/row.ts'
import type * as note from './note/row.ts'
import type * as order from './order/row.ts'

/**
 * By entity: its columns; a row as it is sent; what `add` and `edit` take; the columns of its lines by field; what its
 * actions take, as it is sent and as columns hold it; further rights; the ledgers it posts to; the entities that post to it.
 */
export interface ShopEntities {
  'shop/move': {
    columns: ShopTables['shop_move']
    row: move.Move
    input: move.MoveInput
    lines: {}
    actions: {
      audit: { input: {}; stored: {} }
      move: { input: move.MoveMoveInput; stored: { carrier: string | null; quantity: number } }
      reset: { input: {}; stored: {} }
      cancel: { input: move.MoveCancelInput; stored: { reason: string } }
    }
    rights: never
    postings: {}
    documents: never
  }
  'shop/note': {
    columns: ShopTables['shop_note']
    row: note.Note
    input: note.NoteInput
    lines: {}
    actions: {
      remind: { input: {}; stored: {} }
    }
    rights: never
    postings: {}
    documents: never
  }
  'shop/order': {
    columns: ShopTables['shop_order']
    row: order.Order
    input: order.OrderInput
    lines: {}
    actions: {
      audit: { input: {}; stored: {} }
      unaudit: { input: order.OrderUnauditInput; stored: { reason: string } }
      cancel: { input: order.OrderCancelInput; stored: { reason: string } }
    }
    rights: 'cancelAudited'
    postings: {}
    documents: never
  }
}
