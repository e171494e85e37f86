/**
 * Plain HTTP where the server speaks TLS: whoever types the address without `https` is led there. The same port answers
 * both, told apart by the first byte; a second port (80) does nothing else.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Server as TlsServer } from 'node:tls'
import type { AddressInfo, Socket } from 'node:net'

/** The first byte of a connection with TLS: the type of the record with the handshake. */
const handshake = 22
/** Milliseconds in which the first byte has to arrive. */
const firstByteTimeoutMs = 10_000

/** Has the server answer connections that begin without TLS with a redirect. */
export function redirectPlainHttp(server: TlsServer): void {
  const redirect = createRedirect(() => (server.address() as AddressInfo | null)?.port ?? 443)
  const [onTls] = server.listeners('connection') as ((this: TlsServer, socket: Socket) => void)[]
  if (!onTls) throw new Error('a server with TLS listens to its connections')
  server.removeListener('connection', onTls)
  server.on('connection', (socket: Socket) => {
    // Guard T71: the first byte arrives in ten seconds.
    socket.setTimeout(firstByteTimeoutMs, () => socket.destroy())
    socket.on('error', () => {})
    socket.once('readable', () => {
      socket.setTimeout(0)
      socket.removeAllListeners('timeout')
      const first = socket.read(1) as Buffer | null
      if (first === null) return void socket.destroy()
      socket.unshift(first)
      if (first[0] === handshake) onTls.call(server, socket)
      else redirect.emit('connection', socket)
    })
  })
}

/** Listens on a port of its own, and redirects all that is asked there. */
export async function listenForPlainHttp(port: number, host: string, target: () => number): Promise<Server> {
  const server = createRedirect(target)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return server
}

function createRedirect(port: () => number): Server {
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 10_000 }, (request, response) =>
    answer(request, response, port()),
  )
  server.on('clientError', (_error, socket) => socket.destroy())
  return server
}

const hostShape = /^(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)(?::\d{1,5})?$/i

function answer(request: IncomingMessage, response: ServerResponse, port: number): void {
  const [, name] = hostShape.exec(request.headers.host ?? '') ?? []
  response.setHeader('connection', 'close')
  response.setHeader('x-content-type-options', 'nosniff')
  const isPath = request.url?.startsWith('/') === true && !request.url.startsWith('//')
  if (name === undefined || !isPath) {
    response.statusCode = 400
    return void response.end()
  }
  // A redirected write would lose its body, or be sent in the clear once more.
  response.statusCode = request.method === 'GET' || request.method === 'HEAD' ? 301 : 403
  if (response.statusCode === 301)
    response.setHeader('location', `https://${name}${port === 443 ? '' : `:${port}`}${request.url}`)
  response.end()
}
