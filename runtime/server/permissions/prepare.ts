/** Brings the rules of a database in step with the modules that run on it. */
import type { Database } from '../db/database.ts'
import { frameworkPages } from './pages.ts'
import { syncRules } from './sync.ts'
import { deriveRules, type MenuSource } from './derived-rules.ts'

/** Called when the tables were made or changed, before anybody is let in. */
export function prepareAccess(database: Database, modules: readonly MenuSource[]): Promise<boolean> {
  return syncRules(database, deriveRules(modules, frameworkPages))
}
