/**
 * Tickets: what our client puts into an address in place of its session token, because addresses are logged and
 * shared. A ticket opens one command of one task, once, within a minute. The database stores it as a token of the
 * session, hashed together with what it opens, so that any process accepts it and the end of the session ends it.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { SystemTransaction } from '../../operation/access/system-tables.ts'
import { nowSeconds } from '../../core/clock.ts'
import { createToken } from '../../identity/session/tokens.ts'

/** What a ticket is bound to. */
export interface TicketPurpose {
  readonly command: string
  readonly uuid: string
}

/** Seconds. */
const ticketLife = 60

/** A new ticket for the account; its own expired ones are removed. */
export async function createTicket(
  trx: SystemTransaction,
  owner: { readonly accountId: number; readonly sessionId: number },
  purpose: TicketPurpose,
): Promise<string> {
  await trx
    .deleteFrom('token')
    .where('type', '=', 'admin-ticket')
    .where('admin_id', '=', owner.accountId)
    .where('expire_time', '<=', nowSeconds())
    .execute()
  const ticket = randomBytes(32).toString('base64url')
  // Guard T64: a ticket lives for a minute.
  // Without: await createToken(trx, { ...owner, type: 'admin-ticket', life: 60 * ticketLife, token:
  // ticketToken(ticket, purpose) })
  await createToken(trx, { ...owner, type: 'admin-ticket', life: ticketLife, token: ticketToken(ticket, purpose) })
  return ticket
}

/** The token text a ticket is stored as: with another purpose it is another text, which nobody has issued. */
export const ticketToken = (ticket: string, { command, uuid }: TicketPurpose): string =>
  createHash('sha256')
    // Guard T64: a ticket is bound to command and task.
    // Without: .update(JSON.stringify(['admin/terminal', ticket, typeof command, typeof uuid]))
    .update(JSON.stringify(['admin/terminal', ticket, command, uuid]))
    .digest('base64url')

/** Uses a ticket up. Of several requests with the same one, one gets `true`: the database removes its row once. */
export async function useTicket(trx: SystemTransaction, tokenId: number): Promise<boolean> {
  const used = await trx
    .deleteFrom('token')
    .where('id', '=', tokenId)
    .where('type', '=', 'admin-ticket')
    .executeTakeFirst()
  // Guard T64: a ticket works once.
  // Without: return used.numDeletedRows < 2n
  return used.numDeletedRows === 1n
}
