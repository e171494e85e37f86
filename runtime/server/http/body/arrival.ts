/**
 * The arrival of bodies: how long one may take, and what becomes of one that is not wanted. Without these limits a
 * visitor who announces a body and never sends it occupies a connection for as long as the slowest upload may take.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Milliseconds. */
export const arrivalLimits = {
  /** Receiving a body. */
  bodyMs: 30_000,
  /** Receiving an upload, from the moment it is admitted. */
  uploadMs: 600_000,
  /** An upload of which nothing arrives for so long. */
  stalledUploadMs: 60_000,
  /** Discarding a body after the answer, so that the client gets to read the answer… */
  discardMs: 30_000,
  /** … as long as the client goes on sending. */
  discardIdleMs: 2_000,
  /** A client that accepts nothing more of its answer. */
  stalledAnswerMs: 60_000,
} as const

type Limits = { readonly [Name in keyof typeof arrivalLimits]: number }

/** Requests of which the body takes a while. */
const deadlines = new WeakMap<IncomingMessage, NodeJS.Timeout>()
const uploads = new WeakSet<IncomingMessage>()
const limitsOf = new WeakMap<FastifyInstance['server'], Limits>()

/** Answers to requests whose client waits to be asked for the body. */
const expecting = new WeakMap<IncomingMessage, ServerResponse>()

/** @param limits shorter ones in tests */
export function addArrivalLimits(app: FastifyInstance, limits: Limits = arrivalLimits): void {
  limitsOf.set(app.server, limits)
  // Node would ask for the body at once, before anybody knows whether it is wanted (RFC 9110, 10.1.1).
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // Guard T77: nobody is asked for a body before it is wanted.
    // Without: response.writeContinue()
    expecting.set(request, response)
    app.server.emit('request', request, response)
  })
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    // The body of most requests is there with their headers, but not read yet in this turn of the event loop.
    if (isArriving(raw))
      process.nextTick(() => {
        // Guard T71: bodies arrive in time.
        // Without: if (raw.url === '/never') limitArrival(raw, limits.bodyMs)
        // Guard T76: only admitted uploads get the time of uploads.
        // Without: if (isArriving(raw) && !raw.headers['content-type']?.startsWith('multipart/')) limitArrival(raw,
        // limits.bodyMs)
        if (isArriving(raw) && !raw.destroyed && !deadlines.has(raw)) limitArrival(raw, limits.bodyMs)
      })
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request
    // Injected requests have no real socket.
    // Guard T71: answers are accepted in time.
    // Without: if (raw.socket instanceof Socket) raw.socket.setTimeout(0)
    if (raw.socket instanceof Socket) raw.socket.setTimeout(limits.stalledAnswerMs)
    if (isArriving(raw)) {
      void reply.header('connection', 'close')
      closeUnread(raw, limits)
    }
    done(null, payload)
  })
}

/** An upload whose sender may send it gets more time; other requests do not, whatever content they announce. */
export function admitUpload({ raw, server }: FastifyRequest): void {
  const { uploadMs, stalledUploadMs } = limitsOf.get(server.server) ?? arrivalLimits
  uploads.add(raw)
  if (!isArriving(raw)) return
  limitArrival(raw, uploadMs)
  // Guard T52: an upload that stalls is ended.
  // Without: void stalledUploadMs
  raw.socket.setTimeout(stalledUploadMs)
  // Storing the file afterwards may take its time.
  raw.once('end', () => raw.socket.setTimeout(0))
}

/** Call it before a body is read: a client that sent `Expect: 100-continue` sends it only now. */
export function acceptBody(message: IncomingMessage): void {
  expecting.get(message)?.writeContinue()
  expecting.delete(message)
}

/** The rest of the body has not been received yet. Injected requests have no `complete`: all of them is there. */
function isArriving(message: IncomingMessage): boolean {
  return message.complete === false && announcesBody(message)
}

/** True for a request whose body is on its way and was not admitted as an upload. */
export function isWaitingForBody(message: IncomingMessage): boolean {
  return isArriving(message) && !uploads.has(message)
}

function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function limitArrival(message: IncomingMessage, ms: number): void {
  clearTimeout(deadlines.get(message))
  const timer = setTimeout(() => message.socket.destroy(), ms).unref()
  deadlines.set(message, timer)
  message.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer))
}

/**
 * Closes the connection after the answer. Node would close it at once, and a client that is still sending would lose
 * the answer with it (RFC 9112, 9.6); so only our side ends at first, and what arrives is discarded for a while.
 */
function closeUnread(message: IncomingMessage, { discardMs, discardIdleMs }: Limits): void {
  const { socket } = message
  socket.destroySoon = () => {
    if (message.complete) return Socket.prototype.destroySoon.call(socket)
    // Guard T76: unread bodies end the connection.
    // Without: return
    socket.end()
    socket.setTimeout(discardIdleMs)
    message.once('end', () => socket.destroy()).resume()
    limitArrival(message, discardMs)
  }
}
