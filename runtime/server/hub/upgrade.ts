/**
 * `GET /ws?ticket=…`: the socket of the hub; with `&topic=…` a stream of that topic. The request passes the same hooks
 * as every other (host names, forwarded addresses, connections of an address, pressure), so that none of these guards
 * has a second version.
 */
import { ServerResponse, type IncomingMessage, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { WebSocketServer } from 'ws'
import { hubPath, isQueryError, parseQueryString } from '../../protocol/index.ts'
import { t } from '../../i18n/i18n.ts'
import type { Database } from '../db/database.ts'
import { sendError } from '../http/envelope.ts'
import { sendBusy, sendNotFound } from '../http/errors.ts'
import { headerText, requestLanguage } from '../http/language.ts'
import { readMemberToken } from '../identity/session/member-sessions.ts'
import { ticketToken, useTicket } from '../identity/session/ticket.ts'
import { isTokenText, type Sessions } from '../identity/session/tokens.ts'
import type { RightsCache } from '../operation/access/rights.ts'
import type { MemberAccounts } from '../operation/access/member.ts'
import { isAllowedOrigin } from '../settings/origins.ts'
import type { Settings } from '../settings/settings.ts'
import type { Viewer } from './connection.ts'
import type { Hub } from './hub.ts'
import { socketPurpose } from './routes.ts'

interface UpgradeParts {
  readonly hub: Hub
  readonly database: Database
  readonly sessions: Sessions
  readonly rights: RightsCache
  readonly members?: MemberAccounts
  readonly settings: () => Promise<Settings>
  /** Sites whose pages may connect. */
  readonly origins: () => Promise<readonly string[]>
}

/** Node hands these over with a request that asks for another protocol. */
interface Upgrade {
  readonly socket: Duplex
  readonly head: Buffer
}

const upgrades = new WeakMap<IncomingMessage, Upgrade>()

export function addHubSocket(app: FastifyInstance, parts: UpgradeParts): void {
  const common = { noServer: true, perMessageDeflate: false, clientTracking: false } as const
  const sockets = new WebSocketServer({ ...common, maxPayload: parts.hub.limits.maxFrame })
  const streams = new WebSocketServer({ ...common, maxPayload: parts.hub.limits.maxStreamFrame })
  routeUpgrades(app)
  app.get(hubPath, async (request, reply) => {
    const upgrade = upgrades.get(request.raw)
    if (!upgrade) return sendRefusal(request, reply, 426)
    const viewer = await admit(parts, request)
    if (typeof viewer === 'number') return sendRefusal(request, reply, viewer)
    if (!parts.hub.accepts(viewer)) return sendBusy(request, reply)
    const topic = queryOf(request)?.get('topic')
    const open = typeof topic === 'string' ? await parts.hub.streamOf(viewer, topic) : null
    // Guard T12: what there is not and what is forbidden are told alike.
    if (topic !== undefined && !open) return sendNotFound(request, reply)
    reply.hijack()
    const response = reply.raw
    response.detachSocket(request.socket)
    // The count of requests in progress includes the socket for as long as it is open.
    upgrade.socket.once('close', () => response.emit('close'))
    ;(open ? streams : sockets).handleUpgrade(request.raw, upgrade.socket, upgrade.head, (socket) =>
      open ? open(socket) : parts.hub.connect(socket, viewer),
    )
    return reply
  })
}

/** Has the application answer requests for a WebSocket, like all others; where it refuses one, the connection ends. */
function routeUpgrades(app: FastifyInstance): void {
  const server = app.server as Server
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') return readAgain(server, request, socket, head)
    // It may go before it is answered.
    socket.on('error', () => {})
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    // Both are the socket of the connection, of which Node tells the less specific type.
    response.assignSocket(socket as Socket)
    response.on('finish', () => {
      response.detachSocket(socket as Socket)
      socket.end()
    })
    upgrades.set(request, { socket, head })
    app.routing(request, response)
  })
}

const upgradeHeaders: ReadonlySet<string> = new Set(['connection', 'upgrade', 'http2-settings'])

/**
 * Clients such as Java's offer HTTP/2 with an ordinary request, body included. Node treats it as the end of HTTP once
 * somebody listens for upgrades, so the request is put back without the offer.
 */
function readAgain(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request
  const headers = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && !upgradeHeaders.has(name.toLowerCase()) ? [`${name}: ${rawHeaders[index + 1]}`] : [],
  )
  const text = `${[`${method} ${url} HTTP/${httpVersion}`, ...headers].join('\r\n')}\r\n\r\n`
  socket.unshift(Buffer.concat([Buffer.from(text, 'latin1'), head]))
  server.emit(socket instanceof TLSSocket ? 'secureConnection' : 'connection', socket)
}

function queryOf(request: FastifyRequest) {
  const query = parseQueryString(String(request.query ?? ''))
  return isQueryError(query) ? null : query
}

/** The viewer, or the HTTP status of the refusal. Uses the ticket up. */
async function admit(parts: UpgradeParts, request: FastifyRequest): Promise<Viewer | 403 | 401> {
  const { database, sessions, rights, members } = parts
  const query = queryOf(request)
  const ticket = query?.get('ticket')
  const origin = headerText(request, 'origin')
  // Guard T40: pages of other sites open no socket.
  // Without: if (origin === 'null') return 403
  if (origin !== undefined && !isAllowedOrigin(origin, request.host, await parts.origins())) return 403
  const common = { language: requestLanguage(request, query), address: request.ip }
  // A visitor asks for the stream of a topic that is open to all.
  if (ticket === undefined && query?.get('topic') !== undefined)
    return { ...common, owner: null, sessionId: 0, actor: null, member: null }
  if (!isTokenText(ticket)) return 401
  // Guard T64: a ticket opens the socket of the page that asked for it.
  const text = ticketToken(ticket, socketPurpose(origin ?? ''))
  const token = await sessions.readToken(text, 'admin-ticket')
  if (token.state === 'active' && token.pending === null && token.sessionId !== null) {
    const { tokenId, sessionId, adminId } = token
    if (!(await database.write((trx) => useTicket(trx, tokenId, 'admin')))) return 401
    return {
      ...common,
      owner: { kind: 'admin', id: adminId },
      sessionId,
      actor: await rights.actorOf(token),
      member: null,
    }
  }
  const state = await readMemberToken(
    { database, settings: await parts.settings(), ...(members && { members }) },
    text,
    'user-ticket',
  )
  if (state.state !== 'active' || state.member.sessionId === null) return 401
  const { member, tokenId } = state
  if (!(await database.write((trx) => useTicket(trx, tokenId, 'user')))) return 401
  return {
    ...common,
    owner: { kind: 'user', id: member.id },
    sessionId: state.member.sessionId,
    actor: null,
    member,
  }
}

function sendRefusal(request: FastifyRequest, reply: FastifyReply, status: 401 | 403 | 426): FastifyReply {
  const language = requestLanguage(request, null)
  if (status === 426) reply.header('upgrade', 'websocket')
  const texts = { 401: 'terminal.sign_in', 403: 'problem.foreign_origin', 426: 'problem.bad_request' } as const
  return sendError(reply, status, t(language, texts[status]))
}
