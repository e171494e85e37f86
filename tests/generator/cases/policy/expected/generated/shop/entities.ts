// Made by tablewright generate from schemas/shop · do not edit · f21411fdb8e01d88

import type { ShopTables } from './tables.ts'
import type * as note from './note/row.ts'

/**
 * By entity: its columns; a row as it is sent; what `add` and `edit` take; the columns of its lines by field; what its
 * actions take, as it is sent and as columns hold it; further rights; the ledgers it posts to; the entities that post to it.
 */
export interface ShopEntities {
  'shop/note': {
    columns: ShopTables['shop_note']
    row: note.Note
    input: note.NoteInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
}
