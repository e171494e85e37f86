/** Whether an admin may act on another account outside the account's own form. */
import { areBelow, grantedBy, parseList, readAccess } from '../../operation/access/access-state.ts'
import type { Scope } from './types.ts'

/** Accounts with the same or more rights cannot be managed. */
export async function canManageAdmin({ actor, database }: Scope, adminId: number): Promise<boolean> {
  if (!actor || actor.super || actor.id === adminId) return true
  const row = await database.query.selectFrom('admin').select('group_arr').where('id', '=', adminId).executeTakeFirst()
  if (!row) return false
  const state = await readAccess(database.query)
  return areBelow(state, parseList(row.group_arr).map(Number), grantedBy(state, actor.groups))
}
