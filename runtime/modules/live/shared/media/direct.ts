/**
 * Signals of connections over which sound and picture go directly. They come over the stream of a sender or viewer, and
 * carry the number of the lease of the room: those of an earlier one count for nothing.
 */
import type { MediaMedium } from './frames.ts'

export type ClientSignal =
  /** A sender offers. */
  | { readonly type: 'offer'; readonly epoch: number; readonly sdp: string }
  /** A viewer answers the offer of the server. */
  | { readonly type: 'answer'; readonly epoch: number; readonly sdp: string }
  | { readonly type: 'candidate'; readonly epoch: number; readonly candidate: string; readonly mid: string }
  /** A viewer cannot connect directly: everything is to come over the stream. */
  | { readonly type: 'relay' }
  /** A sender is done. */
  | { readonly type: 'stop' }

/** One medium of a channel in the connection of a viewer. */
export interface ChannelLane {
  readonly channel: number
  readonly medium: MediaMedium
  readonly mid: string
}

export type ServerSignal =
  | { readonly type: 'answer'; readonly epoch: number; readonly sdp: string }
  /**
   * All lanes of a viewer, whenever they change.
   * @property epoch 0 = the connection is gone
   * @property sdp an offer; null = the connection stays as it is
   */
  | {
      readonly type: 'lanes'
      readonly epoch: number
      readonly lanes: readonly ChannelLane[]
      readonly sdp: string | null
    }
  /** The server has given the direct connection up: everything comes over the stream. */
  | { readonly type: 'relay' }

const maxSdp = 32_000
const maxCandidate = 500

/** Null = it is no signal. */
export function readSignal(text: string): ClientSignal | null {
  try {
    const { type, epoch, sdp, candidate, mid } = JSON.parse(text) as Readonly<Record<string, unknown>>
    if (type === 'relay' || type === 'stop') return { type }
    if (typeof epoch !== 'number') return null
    if (type === 'offer' || type === 'answer')
      return typeof sdp === 'string' && sdp.length <= maxSdp ? { type, epoch, sdp } : null
    if (type !== 'candidate' || typeof candidate !== 'string' || typeof mid !== 'string') return null
    return candidate.length + mid.length <= maxCandidate ? { type, epoch, candidate, mid } : null
  } catch {
    return null
  }
}
