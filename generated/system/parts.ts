// Made by tablewright generate from schemas/system · do not edit · 150d8ef483146018

import type { Database } from '../database.ts'
import type { SystemEntities } from './entities.ts'

/** Names the web part of this module must supply, no more and no fewer. */
export interface SystemWebParts {
  widget: 'permission-tree'
  cell: 'icon'
}

/** What the server part of this module works on, and the effects it must supply: by entity and name, the actions that run them. */
export interface SystemServerParts {
  tables: Database
  entities: SystemEntities
  effects: {}
}
