/** Turns what went wrong into an answer. Stacks, SQL and paths go to the log, never to a client. */
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isQueryError, parseQueryString, type Language, type TextKey } from '../../protocol/index.ts'
import { t } from '../../i18n/i18n.ts'
import type { Database } from '../db/database.ts'
import { isDiskFull, isOutOfFiles } from '../core/errors/system-error.ts'
import { OperationError } from '../core/errors/operation-error.ts'
import { BodyError, hasRawBody } from './body/body.ts'
import { sendAnswer, sendError, type SentReply } from './envelope.ts'
import { secureHeaders } from './headers.ts'
import { requestLanguage } from './language.ts'
import { safeUrl } from './logging.ts'
import { errorAnswer } from './error-answer.ts'

/** Seconds after which a client should retry when the server was too busy. */
const retryAfter = 2
/** The same for a full disk, where somebody first has to free space. */
const retryAfterFull = 30

export function addErrorHandlers(app: FastifyInstance, database: Database): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => answerError(error, request, reply, database))
  app.setNotFoundHandler((request, reply) => sendNotFound(request, reply))
}

/** Fastify would read and parse the body before it says that nothing answers to the address. */
export function refuseUnknownAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    // Guard T77: unknown addresses are refused before the body.
    if (request.is404) sendNotFound(request, reply)
    else done()
  })
}

export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(reply, 404, t(languageOfUrl(request), 'problem.no_route'))
}

/** The request names another host than those that this server answers to. */
export function sendMisdirected(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(reply, 421, t(languageOfUrl(request), 'problem.host'))
}

export function sendBusy(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(reply.header('retry-after', retryAfter), 503, t(languageOfUrl(request), 'problem.busy'))
}

/** Reading still works, and signing in; nothing else can be written. */
function sendFull(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(reply.header('retry-after', retryAfterFull), 503, t(languageOfUrl(request), 'problem.full'))
}

/** Reading and writing would confuse the units and meanings of two versions. */
export function sendOutdated(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(reply.header('retry-after', retryAfterFull), 503, t(languageOfUrl(request), 'problem.outdated'))
}

/** For addresses so broken that no route and no hook is reached. */
export function answerFrameworkError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  request.log.info({ reason: safeUrl(error.message) }, 'bad address')
  secureHeaders(request, reply)
  void sendError(reply, 400, t(languageOfUrl(request), 'problem.bad_request'))
}

/**
 * For what Node could not read as a request: nothing of the server has seen it, so that neither its language nor its
 * headers are known: it is answered in the first language. The connection is closed, since nobody knows where the
 * next request begins.
 */
export function answerConnectionError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const status = statusOfConnection[error.code ?? ''] ?? 400
  const msg = t('zh-cn', status === 431 ? 'problem.too_large' : 'problem.bad_request')
  const body = JSON.stringify({ code: status, msg, message: msg })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    'cache-control: no-store',
    'connection: close',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}

const statusOfConnection: Readonly<Record<string, number | undefined>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply, database: Database): SentReply {
  const language = languageOfUrl(request)
  if (error instanceof OperationError && !hasRawBody(request)) return sendAnswer(reply, errorAnswer(error, language))
  // Another server takes any HTTP 200 for a success, and would not send the request again.
  if (error instanceof OperationError && error.code === 'bad_query')
    return sendError(reply, 400, t(language, 'problem.bad_request'))
  const status = statusOf(error)
  if (status < 500) {
    request.log.info({ reason: error.message }, 'bad request')
    return sendError(reply, status, t(language, textOfStatus[status] ?? 'problem.bad_request'))
  }
  if (request.raw.socket.destroyed) {
    request.log.info({ reason: error.message }, 'the client went away')
    return reply
  }
  const problem = database.adapter.problemOf(error)
  request.log.error({ err: error }, 'request failed')
  if (problem?.kind === 'outdated') return sendOutdated(request, reply)
  // Guard T83: a full disk is no internal error.
  // Without: if (problem?.kind === 'full' || (isDiskFull(error) && !error)) return sendFull(request, reply)
  if (problem?.kind === 'full' || isDiskFull(error)) return sendFull(request, reply)
  if (status === 503 || isOutOfFiles(error) || (problem && passing.has(problem.kind))) return sendBusy(request, reply)
  // Guard T75: a failure tells its number only.
  // Without: return sendError(reply, 500, error.message)
  return sendError(reply, 500, t(language, 'problem.internal', { id: request.id }))
}

/** Errors of the store that are temporary. */
const passing: ReadonlySet<string> = new Set(['busy', 'unavailable'])

const textOfStatus: Readonly<Record<number, TextKey>> = { 404: 'problem.no_route', 413: 'problem.too_large' }

/** 400, 404, 413, 503 and 500 are all the error statuses there are. */
function statusOf(error: FastifyError): number {
  if (error instanceof BodyError) return 400
  if (error instanceof OperationError) return 500
  const status = error.statusCode ?? 500
  if (status === 403) return 404
  if (status === 404 || status === 413 || status === 503) return status
  return status < 500 ? 400 : 500
}

function languageOfUrl(request: FastifyRequest): Language {
  const raw = request.raw.url ?? ''
  const cut = raw.indexOf('?')
  const query = cut < 0 ? null : parseQueryString(raw.slice(cut + 1))
  return requestLanguage(request, isQueryError(query) ? null : query)
}
