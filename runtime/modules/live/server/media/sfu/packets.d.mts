export interface Rtp {
  readonly payloadType: number
  readonly isLast: boolean
  readonly seq: number
  readonly timestamp: number
  readonly ssrc: number
  readonly payload: Buffer
}
export function isRtcp(packet: Buffer): boolean
export function readRtp(packet: Buffer): Rtp | null
export function rewriteRtp(packet: Buffer, head: Pick<Rtp, 'payloadType' | 'seq' | 'timestamp' | 'ssrc'>): Buffer
export class Counter {
  constructor(bits: number)
  read(value: number): number
  peek(value: number): number
}
export interface Picture {
  readonly timestamp: number
  readonly isKey: boolean
  readonly data: Buffer
}
export function readVp8(
  payload: Buffer,
): { readonly isBegin: boolean; readonly isKey: boolean; readonly data: Buffer } | null
export function sizeOf(picture: Buffer): { readonly width: number; readonly height: number } | null
export class PictureReader {
  needsKey: boolean
  push(seq: number, rtp: Pick<Rtp, 'timestamp' | 'isLast' | 'payload'>, now: number): Picture[]
}
export class SharedClock {
  timeOf(medium: 'video' | 'audio', rate: number, timestamp: number, now: number): number
  report(medium: 'video' | 'audio', rate: number, report: { readonly time: number; readonly timestamp: number }): void
}
export interface SenderReport {
  readonly ssrc: number
  readonly time: number
  readonly mark: number
  readonly timestamp: number
  readonly body: Buffer
}
export function readRtcp(packet: Buffer): {
  readonly reports: readonly SenderReport[]
  readonly pictures: readonly number[]
  readonly losses: readonly { readonly ssrc: number; readonly seqs: readonly number[] }[]
}
export function writePictureRequest(ssrc: number): Buffer
export function writeLosses(ssrc: number, seqs: readonly number[]): Buffer
export function writeRate(bits: number, ssrcs: readonly number[]): Buffer
export function writeReceiverReport(report: {
  readonly ssrc: number
  readonly lostPart: number
  readonly lost: number
  readonly highest: number
  readonly mark: number
  readonly delay: number
}): Buffer
export function rewriteReport(body: Buffer, head: { readonly ssrc: number; readonly timestamp: number }): Buffer
export function pinCodecs(sdp: string): string
export function payloadTypeOf(section: string): number | null
export function sectionsOf(sdp: string): ReadonlyMap<string, string>
export function announceAddress(sdp: string, address: string): string
