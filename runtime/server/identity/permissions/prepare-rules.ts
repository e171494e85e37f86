/** Brings the rules of a database in step with the modules that run on it. */
import type { Database } from '../../db/database.ts'
import { frameworkPages } from './pages.ts'
import { hasQuery } from '../../operation/access/access-state.ts'
import { syncRules } from './sync.ts'
import { deriveRules, type MenuSource } from './derived-rules.ts'

/** Called after the tables were created or changed, before anybody can sign in. */
export function prepareAccess(database: Database, modules: readonly MenuSource[]): Promise<boolean> {
  return syncRules(database, deriveRules(modules, frameworkPages))
}

/** Names of rules that contain a query and therefore grant nothing: earlier versions stored them. */
export async function ignoredRules({ query }: Database): Promise<readonly string[]> {
  const rows = await query.selectFrom('admin_rule').select('name').orderBy('id').execute()
  return rows.map((row) => String(row['name'])).filter(hasQuery)
}
