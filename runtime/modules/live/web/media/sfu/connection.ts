/** A connection of the browser over which sound and picture go directly, and how long it may take. */
import type { ClientSignal } from '../../../shared/media/direct.ts'
import type { IceServer } from '../../../shared/media/ice.ts'

/** Milliseconds for the connection to be made, and for one that is interrupted to come back. */
const waits = { connect: 4000, interrupt: 3000 } as const

/** Whether this browser can do it at all. */
export const canConnectDirectly = (): boolean =>
  typeof RTCPeerConnection !== 'undefined' && 'setCodecPreferences' in RTCRtpTransceiver.prototype

interface ConnectionParts {
  readonly epoch: number
  readonly iceServers: readonly IceServer[]
  readonly tell: (signal: ClientSignal) => void
  readonly onConnect?: () => void
  /** It cannot be made, or was lost. */
  readonly onFailure: () => void
}

/** Opens one, watches it, and tells the other side the addresses of this one. */
export class DirectConnection {
  readonly peer: RTCPeerConnection
  readonly epoch: number
  readonly #parts: ConnectionParts
  #timer: ReturnType<typeof setTimeout> | undefined
  #isClosed = false

  constructor(parts: ConnectionParts) {
    this.#parts = parts
    this.epoch = parts.epoch
    this.peer = new RTCPeerConnection({
      iceServers: parts.iceServers.map((server) => ({ ...server, urls: [...server.urls] })),
      bundlePolicy: 'max-bundle',
    })
    this.peer.addEventListener('icecandidate', ({ candidate }) => {
      if (candidate?.candidate)
        parts.tell({
          type: 'candidate',
          epoch: parts.epoch,
          candidate: candidate.candidate,
          mid: candidate.sdpMid ?? '0',
        })
    })
    this.peer.addEventListener('connectionstatechange', () => this.#follow())
    this.#limit(waits.connect)
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.peer.close()
  }

  #follow(): void {
    if (this.#isClosed) return
    const { connectionState: state } = this.peer
    if (state === 'connected') {
      clearTimeout(this.#timer)
      this.#parts.onConnect?.()
    } else if (state === 'failed' || state === 'closed') this.#fail()
    else if (state === 'disconnected') this.#limit(waits.interrupt)
  }

  #limit(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#fail(), ms)
  }

  #fail(): void {
    if (this.#isClosed) return
    this.close()
    this.#parts.onFailure()
  }
}
