/** One socket of a client: what it sends is read, limited and handed on; what it is sent waits for it within limits. */
import { randomUUID } from 'node:crypto'
import type { RawData, WebSocket } from 'ws'
import { isSafeKey, type HubFrame, type ClientFrame, type Language } from '../../protocol/index.ts'
import type { Actor } from '../operation/access/actor.ts'
import type { Member, Owner } from '../operation/access/member.ts'
import { closeCodes, type HubLimits } from './limits.ts'

/** The account at the other end. */
export interface Viewer {
  /** Null = a visitor, who has streams only. */
  readonly owner: Owner | null
  readonly sessionId: number
  /** Null = a member. */
  readonly actor: Actor | null
  readonly member: Member | null
  readonly language: Language
  readonly address: string
}

export class Connection {
  readonly id = randomUUID()
  /** Its rights may change while it lasts. */
  viewer: Viewer
  /** Names of the topics that it reads; false while that is being found out. */
  readonly topics = new Map<string, boolean>()
  /** It carries bytes of one topic, and no frames. */
  readonly isStream: boolean
  readonly #socket: WebSocket
  readonly #limits: HubLimits
  #missedBeats = 0
  #tokens: number
  #filledAt = performance.now()

  constructor(socket: WebSocket, viewer: Viewer, limits: HubLimits, streamTopic: string | null = null) {
    this.#socket = socket
    this.viewer = viewer
    this.isStream = streamTopic !== null
    if (streamTopic !== null) this.topics.set(streamTopic, true)
    this.#limits = limits
    this.#tokens = limits.maxBurst
    socket.on('pong', () => (this.#missedBeats = 0))
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  /** Hands on what the client sends, in order, until it has sent something that it may not. */
  onFrame(handle: (frame: ClientFrame) => void): void {
    this.#socket.on('message', (raw: RawData, isBinary: boolean) => {
      this.#missedBeats = 0
      // Guard T65: a client sends a number of frames.
      if (!this.#takeToken()) return this.close(closeCodes.badFrame, 'too many frames')
      const frame = isBinary ? null : readFrame(String(raw))
      if (frame === null) return this.close(closeCodes.badFrame, 'not a frame')
      handle(frame)
    })
  }

  /** Hands on the messages of a stream one after the other, and reads no further meanwhile. */
  onData(handle: (data: Buffer, isBinary: boolean) => Promise<void>): void {
    let waiting = 0
    let last: Promise<void> = Promise.resolve()
    this.#socket.on('message', (raw: RawData, isBinary: boolean) => {
      this.#missedBeats = 0
      // Guard T65: a client sends a number of messages in a stream.
      if (!this.#takeToken()) return this.close(closeCodes.badFrame, 'too many messages')
      // Guard T65: what a client sends does not wait in memory.
      if (++waiting === 1) this.#socket.pause()
      // One socket hands over a whole message as one buffer.
      last = last
        .then(() => handle(raw as Buffer, isBinary))
        .finally(() => {
          // Also while it is being closed: the answer to that is read as well.
          if (--waiting === 0) this.#socket.resume()
        })
      last.catch(() => this.close(closeCodes.failed, 'failed'))
    })
  }

  /** Bytes that wait for the client. */
  get buffered(): number {
    return this.#socket.bufferedAmount
  }

  /** Sends a message of a stream. */
  sendData(data: string | Uint8Array): void {
    if (!this.isOpen) return
    // Guard T65: a slow client is let go.
    if (this.buffered > this.#limits.maxBuffered.all) return this.#drop(closeCodes.tooSlow, 'too slow')
    this.#socket.send(data)
  }

  onClose(handle: () => void): void {
    this.#socket.once('close', handle)
    // An error closes the connection; without a listener it would end the process.
    this.#socket.on('error', () => {})
  }

  send(frame: HubFrame): void {
    this.sendText(JSON.stringify(frame))
  }

  /** @param isMessage may be left out where the client is slow */
  sendText(text: string, isMessage = false): void {
    if (!this.isOpen) return
    const { bufferedAmount } = this.#socket
    // Guard T65: a slow client gets no messages, and is then let go.
    if (isMessage && bufferedAmount > this.#limits.maxBuffered.messages) return
    // Guard T65: a slow client is let go.
    if (bufferedAmount > this.#limits.maxBuffered.all) return this.#drop(closeCodes.tooSlow, 'too slow')
    this.#socket.send(text)
  }

  /** False once the client has not answered for two beats. */
  beat(): void {
    if (this.#missedBeats >= 2) return this.#socket.terminate()
    this.#missedBeats += 1
    this.#socket.ping()
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
  }

  /** Ends it although what waits for the client has not arrived. */
  #drop(code: number, reason: string): void {
    this.#socket.close(code, reason)
    // The closing handshake would wait for all that is buffered.
    setTimeout(() => this.#socket.terminate(), 1000).unref()
  }

  terminate(): void {
    this.#socket.terminate()
  }

  #takeToken(): boolean {
    const now = performance.now()
    const { framesPerSecond, maxBurst } = this.#limits
    this.#tokens = Math.min(maxBurst, this.#tokens + ((now - this.#filledAt) / 1000) * framesPerSecond)
    this.#filledAt = now
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }
}

/** A frame that a client may send; null = something else. */
function readFrame(text: string): ClientFrame | null {
  let frame: unknown
  try {
    frame = JSON.parse(text, (key, value: unknown) => {
      if (!isSafeKey(key) && key !== '') throw new SyntaxError('bad key')
      return value
    })
  } catch {
    return null
  }
  if (typeof frame !== 'object' || frame === null) return null
  const { type, topic, data } = frame as { type?: unknown; topic?: unknown; data?: unknown }
  if (type === 'ping') return { type }
  if (typeof topic !== 'string') return null
  if (type === 'subscribe') return { type, topic }
  if (type === 'unsubscribe') return { type, topic }
  return type === 'send' ? { type, topic, data: data ?? null } : null
}
