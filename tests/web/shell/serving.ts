/** A small real HTTP server that answers as a test says, for the client to talk to over the network. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface Reply {
  readonly status?: number
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

export interface Serving {
  readonly address: string
  readonly seen: Seen[]
  close(): Promise<void>
}

export const envelope = (code: unknown, data: unknown = null, msg = ''): Reply => ({
  body: JSON.stringify({ code, msg, time: 1_732_000_000, data }),
})

/** Starts a server; `answer` may take its time. Preflight questions of the browser are answered and not counted. */
export async function serve(answer: (seen: Seen) => Reply | Promise<Reply>): Promise<Serving> {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    response.setHeader('access-control-allow-methods', '*')
    response.setHeader('access-control-expose-headers', '*')
    const parts: Buffer[] = []
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => {
        if (request.method === 'OPTIONS') return void response.writeHead(204).end()
        const one: Seen = {
          method: request.method ?? '',
          url: request.url ?? '',
          headers: request.headers,
          body: Buffer.concat(parts).toString('latin1'),
        }
        seen.push(one)
        void Promise.resolve(answer(one)).then((reply) => {
          response
            .writeHead(reply.status ?? 200, {
              'content-type': reply.type ?? 'application/json; charset=utf-8',
              ...reply.headers,
            })
            .end(reply.body)
        })
      })
  })
  // A drawing that takes longer than the usual five seconds must not meet a connection that is closing.
  server.keepAliveTimeout = 600_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { address: `http://127.0.0.1:${port}`, seen, close }
}

export const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))
