/** Tickets of the terminal: each opens one command of one task, within a minute. */
import type { SystemTransaction } from '../../operation/access/system-tables.ts'
import { createTicket as createTicketFor } from '../../identity/session/ticket.ts'

/** What a ticket is bound to. */
export interface TicketPurpose {
  readonly command: string
  readonly uuid: string
}

/** Seconds. */
const ticketLife = 60

/** A new ticket for the administrator. */
export const createTicket = (
  trx: SystemTransaction,
  owner: { readonly accountId: number; readonly sessionId: number },
  purpose: TicketPurpose,
): Promise<string> => createTicketFor(trx, { kind: 'admin', ...owner }, purposeOf(purpose), ticketLife)

export const purposeOf = ({ command, uuid }: TicketPurpose): readonly string[] => ['admin/terminal', command, uuid]
