// Made by tablewright generate from schemas/system · do not edit · 2d6f7c780b242d0e

import type { SystemTables } from './tables.ts'
import type * as admin from './admin/row.ts'

/**
 * By entity: its columns; a row as it is sent; what `add` and `edit` take; the columns of its lines by field; what its
 * actions take, as it is sent and as columns hold it; further rights; the ledgers it posts to; the entities that post to it.
 */
export interface SystemEntities {
  'system/admin': {
    columns: SystemTables['admin']
    row: admin.Admin
    input: admin.AdminInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
}
