/** Whom a notice reaches. */
import {
  enabledStatus,
  grantedBy,
  parseList,
  readAccess,
  type AccessState,
} from '../../operation/access/access-state.ts'
import type { SystemTransaction } from '../../operation/access/system-tables.ts'
import type { Receivers } from './notice.ts'

/** Ids of enabled accounts. */
export async function receiversOf(trx: SystemTransaction, to: Receivers): Promise<readonly number[]> {
  const rows = await trx
    .selectFrom('admin')
    .select(['id', 'group_arr'])
    .where('status', '=', enabledStatus)
    .orderBy('id')
    .execute()
  const accounts = rows.map((row) => ({ id: row.id, groups: parseList(row.group_arr).map(Number) }))
  if (to === 'all') return accounts.map(({ id }) => id)
  if ('admins' in to) return accounts.filter(({ id }) => to.admins.includes(id)).map(({ id }) => id)
  const isReceiver = createReceiverTest(await readAccess(trx), to.nodes)
  return accounts.filter(({ groups }) => isReceiver(groups)).map(({ id }) => id)
}

/** Whether groups have one of the permission nodes; rights are resolved once for each combination of groups. */
export function createReceiverTest(
  state: AccessState,
  nodes: readonly string[],
): (groups: readonly number[]) => boolean {
  const wanted = nodes.map((node) => node.toLowerCase())
  const known = new Map<string, boolean>()
  return (groups) => {
    const key = groups.join()
    const earlier = known.get(key)
    if (earlier !== undefined) return earlier
    const granted = grantedBy(state, groups)
    const isReceiver = granted.super || wanted.some((node) => granted.nodes.has(node))
    known.set(key, isReceiver)
    return isReceiver
  }
}
