/** Hands requests of the client to the server behind it. */
import { request, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { hubPath, type Text } from '../../runtime/protocol/index.ts'

/** Paths that the server answers; all others are files of the client. */
const served = /^\/(admin|api|storage|cloud)\/|^\/healthz(\?|$)/

export const isServed = (url: string): boolean => served.test(url)

/** Passes one request on. Answers 503 when no server runs. */
export async function forward(
  address: Promise<string | null>,
  from: IncomingMessage,
  to: ServerResponse,
  message: (language: string) => string,
): Promise<void> {
  const target = await address
  if (target === null) return refuse(from, to, message)
  const { hostname, port } = new URL(target)
  const onward = request(
    { hostname, port, path: from.url, method: from.method, headers: from.headers },
    (answer: IncomingMessage) => {
      to.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(to)
      answer.once('error', () => to.destroy())
    },
  )
  to.once('close', () => onward.destroy())
  onward.once('error', () => (to.headersSent ? to.destroy() : refuse(from, to, message)))
  from.pipe(onward)
}

/** Whether a request for another protocol is for the realtime hub of the server; those of Vite are not. */
export const isHub = ({ url = '' }: IncomingMessage): boolean => url.startsWith(`${hubPath}?`)

/** Passes a WebSocket on. Ends it when no server runs: the client connects again. */
export async function forwardSocket(
  address: Promise<string | null>,
  from: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  const target = await address
  if (target === null) return void socket.destroy()
  const { hostname, port } = new URL(target)
  const onward = connect(Number(port), hostname, () => {
    const { rawHeaders } = from
    const headers = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : []))
    onward.write(`GET ${from.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
    onward.write(head)
    onward.pipe(socket).pipe(onward)
  })
  onward.on('error', () => socket.destroy())
  socket.on('error', () => onward.destroy())
}

/** The answer of a server that cannot answer, as the client understands it. */
function refuse(from: IncomingMessage, to: ServerResponse, message: (language: string) => string): void {
  if (to.destroyed) return
  to.writeHead(503, { 'content-type': 'application/json; charset=utf-8', 'retry-after': '1' })
  to.end(JSON.stringify({ code: 0, msg: message(String(from.headers['think-lang'] ?? '')), data: null }))
}

export const notRunning: Text = {
  'zh-cn': '服务端未运行，原因见终端和页面底部。修正后会自动启动。',
  en: 'The server is not running; the terminal and the bottom of the page say why. It starts once that is fixed.',
}
