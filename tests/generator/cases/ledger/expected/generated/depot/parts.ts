// Made by tablewright generate from schemas/depot · do not edit · 78e8608f4171b41f

import type { Database } from '../database.ts'
import type { DepotEntities } from './entities.ts'

/** Names the web part of this module must supply, no more and no fewer. */
export interface DepotWebParts {
  widget: never
  cell: never
}

/** What the server part of this module works on, and the effects it must supply: by entity and name, the actions that run them. */
export interface DepotServerParts {
  tables: Database
  entities: DepotEntities
  effects: {}
}
