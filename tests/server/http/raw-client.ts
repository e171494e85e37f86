/** Clients that misbehave: sockets on which a test writes what no well-behaved client would. */
import { connect, type Socket } from 'node:net'
import { afterEach } from 'vitest'

export interface RawClient {
  readonly socket: Socket
  write(text: string | Buffer): void
  /** All that was received so far. */
  received(): string
  /** Waits for a text in what was received; rejects when the connection ends before. */
  until(text: string): Promise<void>
  /** Resolves when the connection is over, with all that was received. */
  readonly closed: Promise<string>
}

export interface RawOptions {
  /** An address of this machine, so that the server meets different visitors. */
  readonly from?: string
  /** Goes on sending after the server has ended its side. */
  readonly allowHalfOpen?: boolean
}

const sockets = new Set<Socket>()
// A test that failed leaves its connections open, and a server waits for them when it closes.
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
})

export function openRaw(
  port: number,
  { from = '127.0.0.1', allowHalfOpen = false }: RawOptions = {},
): Promise<RawClient> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from, allowHalfOpen })
    sockets.add(socket)
    const chunks: Buffer[] = []
    const received = (): string => Buffer.concat(chunks).toString()
    const closed = new Promise<string>((settle) => socket.once('close', () => settle(received())))
    socket.on('data', (chunk) => chunks.push(chunk)).on('error', reject)
    const until = (text: string): Promise<void> =>
      new Promise((found, failed) => {
        const look = (): void => {
          if (received().includes(text)) found()
        }
        socket.on('data', look)
        void closed.then(() => failed(new Error(`closed before "${text}", after: ${received()}`)))
        look()
      })
    const write = (text: string | Buffer): void => void socket.write(text)
    socket.once('connect', () => resolve({ socket, write, received, until, closed }))
  })
}

/** The head of a request, up to the empty line. */
export function head(request: string, headers: Readonly<Record<string, string | number>> = {}): string {
  const lines = Object.entries({ Host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}`)
  return [`${request} HTTP/1.1`, ...lines, '', ''].join('\r\n')
}
