/**
 * The names that the server answers to. A page of another site whose name leads to this server (DNS rebinding) would
 * otherwise be of the same origin as what it asks for.
 */
import type { FastifyInstance } from 'fastify'
import { sendMisdirected } from './errors.ts'

const loopback: ReadonlySet<string | undefined> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** @param names in lower case, without ports; empty = any name */
export function addHostNames(app: FastifyInstance, names: readonly string[]): void {
  if (names.length === 0) return
  const allowedNames = new Set(names)
  app.addHook('onRequest', (request, reply, done) => {
    // What the connection carries: `request.host` would believe `X-Forwarded-Host`.
    const { headers, socket } = request.raw
    const isOwnCheck = request.url === '/healthz' && loopback.has(socket.remoteAddress)
    // Guard T70: the host name is one of the list.
    // Without: if (isOwnCheck || allowedNames.size > 0) done(); else sendMisdirected(request, reply)
    if (isOwnCheck || allowedNames.has(hostName(headers.host ?? ''))) done()
    else sendMisdirected(request, reply)
  })
}

/** The name without its port and the dot of the root; "" when there is none. */
function hostName(host: string): string {
  const [, name = ''] = /^(\[[0-9a-f:.]+\]|[^:/?#@\s[\]]+?)\.?(?::\d*)?$/i.exec(host) ?? []
  return name.toLowerCase()
}
