import type * as packets from './packets.mjs'
type Medium = 'video' | 'audio'
export interface LineTrack {
  isOpen(): boolean
  onMessage(handle: (packet: Buffer) => void): void
  sendMessageBinary(packet: Buffer): boolean
}
export interface LineSender {
  readonly kind: 'camera' | 'screen'
  readonly clock: packets.SharedClock
  readonly frames: object[]
  size: object | null
}
export interface Source {
  receive(packet: Buffer): void
  requestPicture(): void
  askAgain(now: number): void
  sayRate(): void
  sayReport(now: number): void
}
export interface Lane {
  attach(source: Source): void
  detach(): void
  sendAgain(seqs: readonly number[]): void
}
export function defineLines(used: typeof packets): {
  readonly Source: new (sender: LineSender, medium: Medium, track: LineTrack, payloadType: number) => Source
  readonly Lane: new (medium: Medium, mid: string, ssrc: number, track: LineTrack) => Lane
}
