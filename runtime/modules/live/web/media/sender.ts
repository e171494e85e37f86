/** Sends what a camera or a screen records, and goes on after every loss of the connection. */
import { openStream } from 'tablewright/web'
import { mediaTopic, type MediaKind } from '../../shared/events.ts'
import {
  mediaCloseCodes,
  partsOf,
  recordedTypes,
  type MediaClose,
  type MediaFrame,
  type MediaRequest,
} from '../../shared/media/frames.ts'
import type { ClientSignal, ServerSignal } from '../../shared/media/direct.ts'
import type { IceServer } from '../../shared/media/ice.ts'
import { canConnectDirectly } from './sfu/connection.ts'
import { DirectSender } from './sfu/direct-sender.ts'

export type SenderState = 'connecting' | 'sending' | 'reconnecting'
/** Why it has ended for good; `stopped` = here. */
export type SenderEnd = MediaClose | 'stopped'

interface SenderParts {
  readonly as: 'admin' | 'member'
  readonly room: number
  readonly kind: MediaKind
  readonly stream: MediaStream
  readonly onState: (state: SenderState) => void
  readonly onEnd: (reason: SenderEnd) => void
}

/** Milliseconds of what is sent at once. */
const sliceMs = 200
/** Bits of a picture in a second: from the first one down while the line is too slow. */
const pictureRates = [1_200_000, 600_000, 250_000] as const
const soundRate = 48_000
/** Bytes that wait for the line from which on it is too slow. */
const maxWaiting = 1_000_000
const backOff = { first: 500, longest: 5000 } as const

const closeNames = new Map<number, MediaClose>(
  (Object.keys(mediaCloseCodes) as MediaClose[]).map((name) => [mediaCloseCodes[name], name]),
)

export class Sender {
  readonly #parts: SenderParts
  #socket: WebSocket | null = null
  #recorder: MediaRecorder | null = null
  #direct: DirectSender | null = null
  /** False once it has failed: then everything goes over the stream. */
  #canBeDirect = canConnectDirectly()
  #retry: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #rate = 0
  #iceServers: readonly IceServer[] = []
  #isEnded = false

  constructor(parts: SenderParts) {
    this.#parts = parts
    for (const track of parts.stream.getTracks())
      track.addEventListener('ended', () => {
        if (parts.stream.getTracks().every(({ readyState }) => readyState === 'ended')) this.stop()
      })
    void this.#connect()
  }

  get kind(): MediaKind {
    return this.#parts.kind
  }

  get stream(): MediaStream {
    return this.#parts.stream
  }

  stop(): void {
    this.#end('stopped')
  }

  #end(reason: SenderEnd): void {
    if (this.#isEnded) return
    this.#isEnded = true
    clearTimeout(this.#retry)
    this.#stopSending()
    const socket = this.#socket
    this.#socket = null
    if (socket) this.#tell(socket, { type: 'stop' })
    socket?.close(1000)
    for (const track of this.#parts.stream.getTracks()) track.stop()
    this.#parts.onEnd(reason)
  }

  async #connect(): Promise<void> {
    const { as, room, kind } = this.#parts
    try {
      const socket = await openStream(as, mediaTopic(room))
      if (this.#isEnded) return socket.close(1000)
      this.#socket = socket
      socket.addEventListener('open', () => this.#tell(socket, { type: 'publish', kind, direct: this.#canBeDirect }))
      socket.addEventListener('message', ({ data }) => {
        if (typeof data === 'string') this.#take(socket, JSON.parse(data) as MediaFrame | ServerSignal)
      })
      socket.addEventListener('close', ({ code }) => this.#lose(socket, code))
    } catch {
      this.#plan()
    }
  }

  #tell(socket: WebSocket, message: MediaRequest | ClientSignal): void {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }

  #take(socket: WebSocket, frame: MediaFrame | ServerSignal): void {
    if (this.#socket !== socket) return
    if (frame.type === 'ice') this.#iceServers = frame.servers
    else if (frame.type === 'ready') {
      if (frame.direct === null) this.#record(socket)
      else this.#sendDirectly(socket, frame.direct)
    } else if (frame.type === 'answer') void this.#direct?.take(frame).catch(() => this.#failDirectly(socket))
  }

  #sendDirectly(socket: WebSocket, epoch: number): void {
    const { stream, kind } = this.#parts
    this.#direct = new DirectSender({
      stream,
      kind,
      epoch,
      iceServers: this.#iceServers,
      tell: (signal) => this.#tell(socket, signal),
      onConnect: () => {
        this.#failures = 0
        this.#parts.onState('sending')
      },
      onFailure: () => this.#failDirectly(socket),
    })
  }

  /** Begins anew, over the stream. */
  #failDirectly(socket: WebSocket): void {
    this.#canBeDirect = false
    socket.close(4000)
    this.#lose(socket, 4000)
  }

  #lose(socket: WebSocket, code: number): void {
    if (this.#socket !== socket || this.#isEnded) return
    this.#socket = null
    this.#stopSending()
    const reason = closeNames.get(code)
    if (reason) return this.#end(reason)
    this.#plan()
  }

  #plan(): void {
    if (this.#isEnded) return
    this.#parts.onState('reconnecting')
    const cap = Math.min(backOff.longest, backOff.first * 2 ** this.#failures)
    this.#failures += 1
    this.#retry = setTimeout(() => void this.#connect(), backOff.first / 2 + (Math.random() * cap) / 2)
  }

  /** A new recorder for each connection: what it sends begins with what viewers need first. */
  #record(socket: WebSocket): void {
    const { stream } = this.#parts
    const live = stream.getTracks().filter(({ readyState }) => readyState === 'live')
    const has = (kind: string): boolean => live.some((track) => track.kind === kind)
    const options = {
      mimeType: recordedTypes[partsOf(has('video'), has('audio'))],
      videoBitsPerSecond: pictureRates[this.#rate] ?? pictureRates[0],
      audioBitsPerSecond: soundRate,
      // Late viewers begin with such a picture. The type of the options does not have it yet.
      videoKeyFrameIntervalDuration: 1000,
    }
    const recorder = new MediaRecorder(new MediaStream(live), options)
    this.#recorder = recorder
    recorder.addEventListener('dataavailable', ({ data }) => {
      if (data.size === 0 || socket.readyState !== WebSocket.OPEN || this.#socket !== socket) return
      if (socket.bufferedAmount > maxWaiting) return this.#slowDown(socket)
      socket.send(data)
      this.#failures = 0
    })
    recorder.start(sliceMs)
    this.#parts.onState('sending')
  }

  /** The line is too slow: begins anew with fewer bits. */
  #slowDown(socket: WebSocket): void {
    this.#rate = Math.min(this.#rate + 1, pictureRates.length - 1)
    socket.close(4000)
    this.#lose(socket, 4000)
  }

  #stopSending(): void {
    this.#direct?.close()
    this.#direct = null
    const recorder = this.#recorder
    this.#recorder = null
    if (recorder && recorder.state !== 'inactive') recorder.stop()
  }
}
