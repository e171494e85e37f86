/**
 * Who opens the terminal. An `EventSource` sends no headers, so its address carries a ticket; a session token there is
 * accepted only while the setting `compat_query_token` is on, which BuildAdmin's own clients need.
 */
import type { Settings } from '../../settings/settings.ts'
import type { Admin } from '../../operation/access/actor.ts'
import type { RightsCache } from '../../operation/access/rights.ts'
import { isTokenText, type Sessions } from '../../identity/session/tokens.ts'
import { ticketToken } from '../../identity/session/ticket.ts'
import { purposeOf, type TicketPurpose } from './ticket.ts'

/** What recognises an account and its rights. */
export interface TerminalServices {
  readonly sessions: Sessions
  readonly rights: RightsCache
}

export interface Sender {
  readonly actor: Admin
  readonly sessionId: number
  /** Id of the ticket's row, which has to be used up; null = a session token was sent. */
  readonly ticket: number | null
}

/** The admin behind the text in an address, whatever they may do; `expired` = the session was there once. */
export async function readSender(
  { sessions, rights }: TerminalServices,
  text: unknown,
  purpose: TicketPurpose,
  { compat }: Settings,
): Promise<Sender | 'none' | 'expired'> {
  if (!isTokenText(text)) return 'none'
  const ticket = await sessions.readToken(ticketToken(text, purposeOf(purpose)), 'admin-ticket')
  // Guard T64: session tokens in addresses are off.
  // Without: const token = ticket.state === 'none' && compat ? await sessions.readToken(text) : ticket
  const token = ticket.state === 'none' && compat.queryToken ? await sessions.readToken(text) : ticket
  if (token.state === 'expired') return 'expired'
  if (token.state === 'none' || token.pending !== null || token.sessionId === null) return 'none'
  const actor = await rights.actorOf(token)
  return { actor, sessionId: token.sessionId, ticket: token === ticket ? token.tokenId : null }
}

/** Whether the session lives and its account is still a super administrator. */
export async function isSuperSession({ sessions, rights }: TerminalServices, id: number): Promise<boolean> {
  const session = await sessions.readSession(id)
  return session.state === 'active' && session.pending === null && (await rights.actorOf(session)).super
}
