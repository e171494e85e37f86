/** An account as it is now, for work that goes on without a request of it. */
import { enabledStatus, grantedBy, parseList, readAccess } from './access-state.ts'
import type { Actor } from './actor.ts'
import type { SystemDatabase } from './system-tables.ts'

/** The account with its current rights; null when it is gone or disabled. */
export async function readActor({ query }: Pick<SystemDatabase, 'query'>, id: number): Promise<Actor | null> {
  const row = await query
    .selectFrom('admin')
    .select(['id', 'username', 'group_arr'])
    .where('id', '=', id)
    // Guard T23: what an account has begun ends when the account is disabled.
    // Without: .where('status', 'is not', null)
    .where('status', '=', enabledStatus)
    .executeTakeFirst()
  if (!row) return null
  const groups = parseList(row.group_arr).map(Number)
  const { super: isSuper, nodes } = grantedBy(await readAccess(query), groups)
  return { id: row.id, username: row.username, super: isSuper, nodes, groups }
}
