// Made by tablewright generate from schemas/shop · do not edit · 7c6457ad33376488

import type { Database } from '../database.ts'
import type { ShopEntities } from './entities.ts'

/** Names the web part of this module must supply, no more and no fewer. */
export interface ShopWebParts {
  widget: 'barcode'
  cell: 'barcode'
}

/** What the server part of this module works on, and the effects it must supply: by entity and name, the actions that run them. */
export interface ShopServerParts {
  tables: Database
  entities: ShopEntities
  effects: {}
}
