/** `Live`: the ticket that opens the socket, what a topic has after a number, and who else has a record open. */
import { isEmpty, type RecordWatch, type TopicPage } from '../../protocol/index.ts'
import { t } from '../../i18n/i18n.ts'
import { OperationError } from '../core/errors/operation-error.ts'
import { headerText } from '../http/language.ts'
import { defineRoute, type RequestScope, type Route, type RouteAnswer } from '../http/route.ts'
import { createTicket } from '../identity/session/ticket.ts'
import type { Area } from '../http/address.ts'
import type { AccountKind } from '../operation/access/member.ts'
import { limitKey } from '../operation/limits/limit-key.ts'
import { callsPerMinute, countTry } from '../operation/limits/throttle.ts'
import { findRecord, mayWatch, versionOf, viewersOf } from './core-topics.ts'
import type { Hub } from './hub.ts'
import { readTopic } from './topic-kind.ts'

/** Seconds for which a ticket is good. */
const ticketLife = 30
/** Tickets of one account in a minute: a tab takes one for each connection. */
const maxTickets = 120
/** Entries of one answer. */
const maxEntries = 200

/** The purpose of a socket's ticket: besides account and session it is bound to the page that asks for it. */
export const socketPurpose = (origin: string): readonly string[] => ['live', origin]

/** @param hub null = the routes are only described */
export function hubRoutes(hub: Hub | null, hasMembers: boolean): readonly Route[] {
  return [...routesOf(hub, 'admin'), recordRoute, ...(hasMembers ? routesOf(hub, 'api') : [])]
}

function routesOf(hub: Hub | null, area: Area): readonly Route[] {
  const base = { area, controller: 'Live', login: area === 'admin' ? 'admin' : 'member', node: null } as const
  return [
    defineRoute({
      ...base,
      action: 'ticket',
      method: 'POST',
      // A tab that nobody uses connects again.
      background: true,
      handler: (scope) => answerTicket(scope),
    }),
    defineRoute({
      ...base,
      action: 'topic',
      method: 'GET',
      background: true,
      handler: (scope) => answerTopic(scope, hub),
    }),
  ]
}

const recordRoute = defineRoute({
  area: 'admin',
  controller: 'Live',
  action: 'record',
  method: 'GET',
  login: 'admin',
  node: null,
  background: true,
  handler: answerRecord,
})

async function answerTicket(scope: RequestScope): Promise<RouteAnswer> {
  const { actor, member, database, request, language } = scope
  const kind: AccountKind = actor ? 'admin' : 'user'
  const account = actor ?? member
  const sessionId = actor?.account?.session ?? member?.sessionId ?? null
  if (!account || sessionId === null) throw new OperationError('bad_state', { text: 'terminal.sign_in' })
  const key = limitKey('live ticket', { kind, id: account.id })
  const { wait } = await countTry(database, [key], callsPerMinute(maxTickets))
  if (wait > 0) throw new OperationError('bad_state', { text: 'route.wait', params: { seconds: wait } })
  const owner = { kind, accountId: account.id, sessionId }
  const purpose = socketPurpose(headerText(request, 'origin') ?? '')
  const ticket = await database.write((trx) => createTicket(trx, owner, purpose, ticketLife))
  return { msg: t(language, 'done'), data: { ticket } }
}

async function answerTopic({ actor, member, language, query }: RequestScope, hub: Hub | null): Promise<RouteAnswer> {
  if (!hub) throw new Error('there is no hub')
  const read = readTopic(hub.kinds, query.get('topic'))
  const after = Number(query.get('after') ?? 0)
  if (!Number.isSafeInteger(after) || after < 0 || isEmpty(query.get('topic'))) throw new OperationError('bad_query')
  // Guard T12: what there is not and what is forbidden are told alike.
  if (!read) throw new OperationError('not_found')
  const call = await hub.callOf({ actor, member, language }, read.topic, read.key)
  // Guard T12: a topic is fetched by those who may read it.
  if (!(await read.kind.mayRead(call))) throw new OperationError('not_found')
  // Read first: an entry that is committed in between is beyond it, and the client asks again.
  const head = await hub.headOf(read.topic)
  const entries = read.kind.fetch && after < head ? await read.kind.fetch(call, after, maxEntries) : []
  return { data: { head, entries, more: entries.length >= maxEntries } satisfies TopicPage }
}

async function answerRecord(scope: RequestScope): Promise<RouteAnswer> {
  const record = findRecord(scope, String(scope.query.get('entity') ?? ''), scope.query.get('id'))
  const isSeen = record !== null && (await mayWatch(scope, record))
  const watch: RecordWatch = isSeen
    ? { version: await versionOf(scope, record), viewers: await viewersOf(scope, record) }
    : { version: null, viewers: [] }
  return { data: watch }
}
