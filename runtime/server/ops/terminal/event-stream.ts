/** An answer that stays open: a stream of server-sent events with one JSON text each. */
import { Readable } from 'node:stream'

export interface EventStream {
  readonly body: Readable
  /** Aborted when the client is gone, or reads so slowly that it is let go. */
  readonly signal: AbortSignal
  /** Sends one event; none after the end. */
  send(data: unknown): void
  /** Ends the answer after what was sent. */
  end(): void
}

export interface StreamLimits {
  /** Milliseconds between two signs of life, so that proxies do not close the connection. */
  readonly heartbeatMs: number
  /** Bytes that may wait for a slow client; beyond them its connection is closed. */
  readonly maxBuffered: number
}

export const streamLimits: StreamLimits = { heartbeatMs: 15_000, maxBuffered: 1024 * 1024 }

export function openEventStream({ heartbeatMs, maxBuffered }: StreamLimits): EventStream {
  const gone = new AbortController()
  let hasEnded = false
  const body = new Readable({
    read() {},
    destroy(error, done) {
      clearInterval(heartbeat)
      if (!hasEnded) gone.abort()
      done(error)
    },
  })
  const push = (text: string): void => {
    if (hasEnded || body.destroyed) return
    body.push(text)
    // Guard T65: a slow client is let go.
    if (body.readableLength > maxBuffered) body.destroy()
  }
  const heartbeat = setInterval(() => push(': \n\n'), heartbeatMs)
  heartbeat.unref()
  return {
    body,
    signal: gone.signal,
    send: (data) => push(`data: ${JSON.stringify(data)}\n\n`),
    end: () => {
      if (hasEnded || body.destroyed) return
      hasEnded = true
      clearInterval(heartbeat)
      body.push(null)
    },
  }
}
