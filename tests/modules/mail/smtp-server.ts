/** An SMTP server on loopback that behaves as a test says. */
import type { Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'

/** A certificate for localhost and 127.0.0.1, made for these tests and valid for a hundred years. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUVHQgNOlYham3tAjN7pjQc2IfsMQwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzA5NTUxMFoYDzIxMjYxMDMw
MDk1NTEwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQfnblblVyIoINrxkJ9p0chw74nfJ16wClqrbXwYeY0/9pUKVH/Rm1C
00LJ1fG35eeTmXSxutgrT25hNnpjV9Pwo28wbTAdBgNVHQ4EFgQUOFo/FJdomDEG
OQxrgCZOf7mKFG8wHwYDVR0jBBgwFoAUOFo/FJdomDEGOQxrgCZOf7mKFG8wDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDRwAwRAIgYUG06kKc2B24oHR1sn5MD54PNaOrUOqlVt6UmW95sZACIB7V
+zSimmIaqMSQIuXErQIqCAtq3X/YRIMQdBbvaBhI
-----END CERTIFICATE-----
`
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg46OumPLk3+HEoyRv
4u+F/F4LAckJ0gx+9VEUc/75DJChRANCAAQfnblblVyIoINrxkJ9p0chw74nfJ16
wClqrbXwYeY0/9pUKVH/Rm1C00LJ1fG35eeTmXSxutgrT25hNnpjV9Pw
-----END PRIVATE KEY-----
`

export const login = { user: 'post', password: 'correct horse' }

interface Received {
  readonly from: string
  readonly to: readonly string[]
  readonly content: string
  readonly isEncrypted: boolean
}

interface Behaviour {
  /** Refuses recipients with this error while it returns one. */
  refuseRecipient?: () => (Error & { responseCode: number }) | null
  /** Refuses messages whose content has arrived while it returns an error. */
  onContent?: () => Error | null
  /** Never greets. */
  isSilent?: boolean
}

export interface TestSmtpServer {
  readonly port: number
  /** Messages it has taken, in order. */
  readonly received: Received[]
  /** Sessions that were opened. */
  readonly sessions: SMTPServerSession[]
  behave(behaviour: Behaviour): void
  /** Ends all open connections at once. */
  disconnect(): void
  close(): Promise<void>
}

/** An answer of the server, for example 451. */
export const smtpError = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

/** It offers STARTTLS, and requires sign-in only where a client is configured to sign in. */
export async function startSmtpServer(options: SMTPServerOptions = {}): Promise<TestSmtpServer> {
  let behaviour: Behaviour = {}
  const received: Received[] = []
  const sessions: SMTPServerSession[] = []
  const server = new SMTPServer({
    key,
    cert: certificate,
    authOptional: true,
    closeTimeout: 10,
    ...options,
    onConnect(session, done) {
      sessions.push(session)
      if (!behaviour.isSilent) done()
    },
    onAuth({ username, password }, _session, done) {
      const isRight = username === login.user && password === login.password
      done(isRight ? null : smtpError(535, 'wrong password'), isRight ? { user: username } : undefined)
    },
    onRcptTo(_address, _session, done) {
      done(behaviour.refuseRecipient?.() ?? null)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const refusal = behaviour.onContent?.() ?? null
        if (refusal === null)
          received.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            content: Buffer.concat(chunks).toString('utf8'),
            isEncrypted: session.secure,
          })
        done(refusal)
      })
    },
  })
  server.on('error', () => undefined)
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    received,
    sessions,
    behave: (next) => void (behaviour = next),
    disconnect: () => sockets.forEach((socket) => socket.destroy()),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
