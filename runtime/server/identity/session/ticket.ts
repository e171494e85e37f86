/**
 * Tickets: what our client puts into an address in place of its session token, because addresses are logged and
 * shared. A ticket is good once, for a short time and for one purpose. The database stores it as a token of the
 * session, hashed together with the purpose, so that any process accepts it and the end of the session ends it.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { SystemTransaction } from '../../operation/access/system-tables.ts'
import { ownerColumns, type AccountKind } from '../../operation/access/member.ts'
import { nowSeconds } from '../../core/clock.ts'
import { createToken } from './tokens.ts'

interface TicketOwner {
  readonly kind: AccountKind
  readonly accountId: number
  readonly sessionId: number
}

const ticketTypes = { admin: 'admin-ticket', user: 'user-ticket' } as const

/**
 * A new ticket for the account; its own expired ones are removed.
 * @param purpose what it is bound to
 * @param life seconds
 */
export async function createTicket(
  trx: SystemTransaction,
  { kind, accountId, sessionId }: TicketOwner,
  purpose: readonly unknown[],
  life: number,
): Promise<string> {
  const type = ticketTypes[kind]
  await trx
    .deleteFrom('token')
    .where('type', '=', type)
    .where(ownerColumns[kind], '=', accountId)
    .where('expire_time', '<=', nowSeconds())
    .execute()
  const ticket = randomBytes(32).toString('base64url')
  // Guard T64: a ticket lives for its time.
  // Without: await createToken(trx, { accountId, sessionId, type, life: 60 * life, token: ticketToken(ticket,
  // purpose) })
  await createToken(trx, { accountId, sessionId, type, life, token: ticketToken(ticket, purpose) })
  return ticket
}

/** The token text a ticket is stored as: with another purpose it is another text, which nobody has issued. */
export const ticketToken = (ticket: string, [area, ...rest]: readonly unknown[]): string =>
  createHash('sha256')
    // Guard T64: a ticket is bound to its purpose.
    // Without: .update(JSON.stringify([area, ticket, rest.length]))
    .update(JSON.stringify([area, ticket, ...rest]))
    .digest('base64url')

/** Uses a ticket up. Of several requests with the same one, one gets `true`: the database removes its row once. */
export async function useTicket(trx: SystemTransaction, tokenId: number, kind: AccountKind): Promise<boolean> {
  const used = await trx
    .deleteFrom('token')
    .where('id', '=', tokenId)
    .where('type', '=', ticketTypes[kind])
    .executeTakeFirst()
  // Guard T64: a ticket works once.
  // Without: return used.numDeletedRows < 2n
  return used.numDeletedRows === 1n
}
