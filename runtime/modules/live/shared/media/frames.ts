/**
 * Frames of the streams of a room. A viewer gets texts (`MediaFrame`) and bytes: the number of a channel in four
 * bytes, then the head of a WebM file or a cluster. A sender sends what its browser records.
 */
import type { MediaKind } from '../events.ts'
import type { IceServer } from './ice.ts'

/** The first message of a client. @property direct it can send or receive by WebRTC */
export type MediaRequest =
  | { readonly type: 'watch'; readonly direct?: boolean }
  | { readonly type: 'publish'; readonly kind: MediaKind; readonly direct?: boolean }
  /** Tries the direct connection, and sends nothing. */
  | { readonly type: 'probe' }

export type MediaMedium = 'video' | 'audio'

/** Sound and picture of somebody at this moment. */
export interface Channel {
  readonly id: number
  readonly holder: string
  readonly kind: MediaKind
  /** For `MediaSource`. */
  readonly mime: string
  readonly hasVideo: boolean
  readonly hasAudio: boolean
}

export type MediaFrame =
  /** All channels, whenever they change. */
  | { readonly type: 'channels'; readonly channels: readonly Channel[] }
  /** The sender may begin. @property direct the number of the lease with which it offers; null = over the stream */
  | { readonly type: 'ready'; readonly direct: number | null }
  /** Servers that help to connect, before anything else, where the site has some. */
  | { readonly type: 'ice'; readonly servers: readonly IceServer[] }

/** Why the server ends a stream. */
export const mediaCloseCodes = {
  /** The lesson is over. */
  over: 4300,
  /** The sender may not send this, or not any more. */
  rights: 4301,
  /** The same person sends the same from elsewhere. */
  replaced: 4302,
  /** The bytes are not what a browser records. */
  format: 4303,
  /** The first message was none. */
  request: 4304,
} as const
export type MediaClose = keyof typeof mediaCloseCodes

/** The server ends a stream whose user is to begin anew at once: the way of sound and picture has changed. */
export const moveCode = 4310

/** Types that browsers record and play. */
export const recordedTypes = {
  both: 'video/webm;codecs=vp8,opus',
  video: 'video/webm;codecs=vp8',
  audio: 'audio/webm;codecs=opus',
} as const

export type MediaParts = keyof typeof recordedTypes

export const partsOf = (hasVideo: boolean, hasAudio: boolean): MediaParts =>
  hasVideo ? (hasAudio ? 'both' : 'video') : 'audio'

/** A channel as viewers are told of it. */
export const describeChannel = (
  sender: Pick<Channel, 'id' | 'holder' | 'kind'>,
  hasVideo: boolean,
  hasAudio: boolean,
): Channel => ({ ...sender, mime: recordedTypes[partsOf(hasVideo, hasAudio)], hasVideo, hasAudio })

/** Bytes of the number of a channel. */
export const channelBytes = 4
