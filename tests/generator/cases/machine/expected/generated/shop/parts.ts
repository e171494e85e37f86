// Made by tablewright generate from schemas/shop · do not edit · 2fa247408c2db78c

import type { Database } from '../database.ts'
import type { ShopEntities } from './entities.ts'

/** Names the web part of this module must supply, no more and no fewer. */
export interface ShopWebParts {
  widget: never
  cell: never
}

/** What the server part of this module works on, and the effects it must supply: by entity and name, the actions that run them. */
export interface ShopServerParts {
  tables: Database
  entities: ShopEntities
  effects: {
    'shop/note': {
      remind: 'remind'
    }
    'shop/order': {
      clear: 'unaudit'
    }
  }
}
