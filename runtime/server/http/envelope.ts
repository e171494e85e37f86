/** Writes answers: business answers always as HTTP 200 with the envelope, the rest as HTTP errors of one shape. */
import type { FastifyReply } from 'fastify'
import { codes } from '../../protocol/index.ts'
import { nowSeconds } from '../core/clock.ts'
import { jsonText } from '../core/models/encoded-rows.ts'
import { sendCompressed } from './compression.ts'
import type { PlainAnswer, RouteAnswer } from './route.ts'
import { encodeFileName } from './file-name.ts'

const json = 'application/json; charset=utf-8'

/** A promise where the answer is compressed first. */
export type SentReply = FastifyReply | Promise<FastifyReply>

/** The envelope of an answer as JSON text. */
function envelopeText({ code = codes.ok, msg = '', data = null }: Extract<RouteAnswer, { data: unknown }>): string {
  return `{"code":${code},"msg":${JSON.stringify(msg)},"time":${nowSeconds()},"data":${jsonText(data)}}`
}

export function sendAnswer(reply: FastifyReply, answer: RouteAnswer): SentReply {
  if ('file' in answer) {
    const name = encodeFileName(answer.name)
    return reply
      .header('content-type', answer.type)
      .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
      .send(answer.file)
  }
  // Proxies must neither store nor gather what arrives bit by bit.
  if ('events' in answer)
    return reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('x-accel-buffering', 'no')
      .send(answer.events)
  // Opened as a page, an SVG could do what pages do: the policy lets it show itself only.
  if ('svg' in answer)
    return (
      reply
        .header('content-type', 'image/svg+xml; charset=utf-8')
        // Guard T57: an icon opened as a page can do nothing.
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
        .header('cache-control', 'public, max-age=86400')
        .send(answer.svg)
    )
  if ('plain' in answer) return sendPlain(reply, answer.plain)
  return sendJson(reply, envelopeText(answer))
}

function sendPlain(reply: FastifyReply, { status, type, body = '' }: PlainAnswer): FastifyReply {
  if (type === undefined) return reply.code(status).send()
  return reply.code(status).header('content-type', `${type}; charset=utf-8`).send(body)
}

/** An answer that is no business answer, for example HTTP 404. `message` is what old clients read. */
export function sendError(reply: FastifyReply, status: number, msg: string): FastifyReply {
  return reply
    .code(status)
    .header('content-type', json)
    .header('cache-control', 'no-store')
    .send(JSON.stringify({ code: status, msg, message: msg }))
}

function sendJson(reply: FastifyReply, text: string): SentReply {
  return sendCompressed(reply.header('content-type', json), text)
}
