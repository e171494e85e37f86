/** Hands one message to an SMTP server. The first message loads the client: most starts send none. */
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { DeliveryRefused, type MessageAttachment } from 'tablewright/server'
import type { MailServer, Sender } from './settings.ts'

export interface Mail {
  readonly sender: Sender
  /** One address. */
  readonly recipient: string
  /** "" = answers go to the sender. */
  readonly replyTo: string
  readonly subject: string
  readonly text: string
  /** "" = none. */
  readonly html: string
  readonly attachments: readonly MessageAttachment[]
  /** With angle brackets. */
  readonly messageId: string
  /** Unix seconds. */
  readonly time: number
}

/**
 * The message as it is transmitted. Nothing is read from files or other servers.
 * @throws when a header would name another recipient than the given one
 */
export async function composeMail(mail: Mail): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const node = new MailComposer({
    from: mail.sender,
    to: { name: '', address: mail.recipient },
    ...(mail.replyTo !== '' && { replyTo: { name: '', address: mail.replyTo } }),
    subject: mail.subject,
    text: mail.text,
    ...(mail.html !== '' && { html: mail.html }),
    attachments: mail.attachments.map(({ name, type, content }) => ({
      filename: name,
      contentType: `${type}; charset=utf-8`,
      content,
    })),
    messageId: mail.messageId,
    date: new Date(mail.time * 1000),
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  const { to } = node.getEnvelope()
  if (to.length !== 1 || to[0] !== mail.recipient) throw new Error('the message names another recipient')
  return node.build()
}

/** Longest time one message may take, however slowly the server answers. */
const maxDurationMs = 300_000
/** Bytes that a server may answer to one message: its answers are a few lines. */
const maxAnswerBytes = 256 * 1024
/** Milliseconds between two looks at how many there are. */
const answerCheckMs = 100

/**
 * Sends the message. The body is read once the server has accepted sender and recipient and asks for it, and `begin`
 * precedes its first byte: until then nothing can have been delivered.
 * @param signal ends an attempt that has not begun
 * @throws a DeliveryRefused when the server refused; another error when it cannot be reached, or does not answer
 */
export async function sendOverSmtp(
  { host, port, security, login, ca, timeoutMs }: MailServer,
  mail: Mail,
  { begin, signal }: { readonly begin: () => Promise<void>; readonly signal: AbortSignal },
): Promise<void> {
  const content = await composeMail(mail)
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
  const connection = new SMTPConnection({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    maxResponseSize: maxAnswerBytes,
    // The message is delivered or not when the connection is closed: the server does not have to be waited for.
    socketCloseTimeout: 0,
    tls: { minVersion: 'TLSv1.2', ...(ca !== '' && { ca }) },
  })
  let hasBegun = false
  const body = Readable.from(
    (async function* () {
      hasBegun = true
      await begin()
      yield content
    })(),
    { objectMode: false },
  )
  const envelope = { from: mail.sender.address, to: [mail.recipient], size: content.length }
  const duration = AbortSignal.timeout(maxDurationMs)
  let answerCheck: NodeJS.Timeout | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      answerCheck = setInterval(() => {
        if (bytesAnswered(connection) > maxAnswerBytes) reject(new Error('The mail server answered too much.'))
      }, answerCheckMs)
      connection.on('error', reject)
      connection.on('end', () => reject(new Error('The mail server closed the connection.')))
      signal.addEventListener('abort', () => !hasBegun && reject(new Error('The server stops.')), { once: true })
      duration.addEventListener('abort', () => reject(new Error('The mail server took too long.')), { once: true })
      const send = (): void =>
        connection.send(envelope, body, (error) => {
          if (error) return reject(error)
          resolve()
        })
      connection.connect((error) => {
        if (error) return reject(error)
        if (!login) return send()
        connection.login({ user: login.user, pass: login.password }, (failure) => (failure ? reject(failure) : send()))
      })
    })
  } catch (error) {
    throw refusalOf(error)
  } finally {
    clearInterval(answerCheck)
    body.destroy()
    connection.close()
    // The client would go on through the lines that wait, for many seconds when there are millions.
    ;(connection as Internals)._responseQueue = []
  }
}

/**
 * The client limits the size of one answer; empty lines, which it passes over, and answers that nobody waits for have
 * no limit there. Encryption replaces the socket, so that each is counted on its own.
 */
function bytesAnswered({ _socket: socket }: Internals): number {
  return socket ? socket.bytesRead : 0
}

/** Parts of the client that have no public name. */
interface Internals {
  readonly _socket?: Socket | false | null
  _responseQueue?: readonly string[]
}

/** Classifies a client's error. A refused sign-in is temporary: administrators can correct it. */
function refusalOf(error: unknown): unknown {
  const { code, responseCode, message } = error as { code?: string; responseCode?: number; message: string }
  if (code === 'EAUTH' || responseCode === undefined) return error
  return new DeliveryRefused(message, responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE'))
}
