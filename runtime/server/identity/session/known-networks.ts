/** Places from which an account signs in: networks, because addresses change within one. */
import type { SystemReading, SystemRow } from '../../operation/access/system-tables.ts'
import { ownerColumns, type AccountKind } from '../../operation/access/member.ts'
import { addressPrefix } from '../../operation/limits/ip-network.ts'

/**
 * True when the last sign-in of the account or one of its sessions came from the network of the address; sessions whose
 * second factor is missing do not count. The same query runs for an account that does not exist (null), so that the
 * answer takes as long.
 */
export async function isKnownPlace(
  query: Pick<SystemReading, 'selectFrom'>,
  admin: Pick<SystemRow<'admin'>, 'id' | 'last_login_ip'> | null,
  ip: string,
  kind: AccountKind = 'admin',
): Promise<boolean> {
  const sessions = await query
    .selectFrom('session')
    .select('ip')
    .distinct()
    .where(ownerColumns[kind], '=', admin?.id ?? 0)
    // Guard T33: a session without its code makes no place known.
    .where('verified', '=', 1)
    .execute()
  const place = addressPrefix(ip)
  const known = [admin?.last_login_ip ?? '', ...sessions.map((session) => session.ip ?? '')]
  return known.some((address) => address !== '' && addressPrefix(address) === place)
}
