/** Finds admins who can grant a right. */
import { grantedBy, parseList, type AccessState, type GrantedRights } from '../../operation/access/access-state.ts'
import type { SystemDatabase } from '../../operation/access/system-tables.ts'

export interface Grantor {
  readonly id: number
  /** Display name: the nickname, otherwise the account. */
  readonly nickname: string
}

/** Nodes that allow granting rights to others. */
const grantNodes: readonly string[] = ['auth/group/edit', 'auth/admin/edit']
/** Maximum number of accounts to read: the first ones are the oldest, and those who grant rights are among them. */
const maxAccounts = 1000

/** Super admins can grant everything, others what they have themselves. */
export function canGrant(granted: GrantedRights, node: string): boolean {
  return granted.super || (granted.nodes.has(node.toLowerCase()) && grantNodes.some((one) => granted.nodes.has(one)))
}

/** The first active admins but the asker whose groups pass. */
export async function findAdmins(
  database: SystemDatabase,
  state: AccessState,
  exceptId: number,
  predicate: (granted: GrantedRights) => boolean,
  most: number,
): Promise<readonly Grantor[]> {
  const rows = await database.query
    .selectFrom('admin')
    .select(['id', 'nickname', 'username', 'group_arr'])
    .where('status', '=', 1)
    .where('id', '<>', exceptId)
    .orderBy('id')
    .limit(maxAccounts)
    .execute()
  const known = new Map<string, boolean>()
  const found = rows.filter((row) => {
    const groups = parseList(row.group_arr).map(Number)
    const answer = known.get(groups.join()) ?? predicate(grantedBy(state, groups))
    known.set(groups.join(), answer)
    return answer
  })
  return found.slice(0, most).map((row) => ({ id: row.id, nickname: row.nickname || row.username }))
}
