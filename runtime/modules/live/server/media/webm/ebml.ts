/** Elements of EBML (RFC 8794), of which a WebM file consists: a number, a length, and content. */

/** The bytes are no WebM file of the kind that lessons have. */
export class WebmError extends Error {}

/** Numbers of elements, with their marker bits. */
export const ids = {
  ebml: 0x1a45dfa3,
  ebmlVersion: 0x4286,
  ebmlReadVersion: 0x42f7,
  maxIdLength: 0x42f2,
  maxSizeLength: 0x42f3,
  docType: 0x4282,
  docTypeVersion: 0x4287,
  docTypeReadVersion: 0x4285,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  nothing: 0xec,
  info: 0x1549a966,
  timecodeScale: 0x2ad7b1,
  duration: 0x4489,
  muxer: 0x4d80,
  writer: 0x5741,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  codecId: 0x86,
  codecPrivate: 0x63a2,
  codecDelay: 0x56aa,
  seekPreRoll: 0x56bb,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
  audio: 0xe1,
  cluster: 0x1f43b675,
  timecode: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cuePositions: 0xb7,
  cueTrack: 0xf7,
  cueCluster: 0xf1,
} as const

/** A number in as few bytes as it needs. */
export function uint(value: number): Buffer {
  const length = Math.max(1, Math.ceil(value.toString(16).length / 2))
  const bytes = Buffer.alloc(length)
  bytes.writeUIntBE(value, 0, length)
  return bytes
}

/** A number in eight bytes. */
export function uint8(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}

export function float(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}

/** A length in one or eight bytes. */
export const sizeBytes = (size: number): Buffer => (size < 127 ? Buffer.from([0x80 | size]) : longSize(size))

/** A length in eight bytes, which can be replaced by any other. */
export function longSize(size: number): Buffer {
  const bytes = uint8(size)
  bytes[0] = 0x01
  return bytes
}

/** Stands for a length that is not known yet. */
export const unknownSize = Buffer.from([0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])

export function element(id: number, ...content: readonly Buffer[]): Buffer {
  const size = content.reduce((sum, part) => sum + part.length, 0)
  return Buffer.concat([uint(id), sizeBytes(size), ...content])
}

/** Room of that many bytes (9 at least, or 2 to 128), which players skip. */
export const nothing = (bytes: number): Buffer =>
  bytes < 129
    ? Buffer.concat([uint(ids.nothing), sizeBytes(bytes - 2), Buffer.alloc(bytes - 2)])
    : Buffer.concat([uint(ids.nothing), longSize(bytes - 9), Buffer.alloc(bytes - 9)])

export interface ElementHead {
  readonly id: number
  /** Bytes of the content; null = until the next element of its level. */
  readonly size: number | null
  /** Bytes of the head itself. */
  readonly length: number
}

/** Reads the head of an element; null = more bytes are needed. */
export function readHead(bytes: Buffer, offset: number): ElementHead | null {
  const idLength = lengthOf(bytes[offset], 4)
  const sizeLength = idLength === null ? null : lengthOf(bytes[offset + idLength], 8)
  if (idLength === null || sizeLength === null) return null
  const sizeStart = offset + idLength
  if (sizeStart + sizeLength > bytes.length) return null
  return {
    id: bytes.readUIntBE(offset, idLength),
    size: readSize(bytes, sizeStart, sizeLength),
    length: idLength + sizeLength,
  }
}

/** Bytes of a number by its first one; null = there is none yet. */
function lengthOf(first: number | undefined, longest: number): number | null {
  if (first === undefined) return null
  const length = Math.clz32(first) - 23
  if (length > longest) throw new WebmError('not an element')
  return length
}

function readSize(bytes: Buffer, offset: number, length: number): number | null {
  const first = (bytes[offset] ?? 0) & (0xff >> length)
  let value = first
  let isUnknown = first === 0xff >> length
  for (let index = 1; index < length; index += 1) {
    const byte = bytes[offset + index] ?? 0
    isUnknown &&= byte === 0xff
    value = value * 256 + byte
  }
  if (isUnknown) return null
  if (!Number.isSafeInteger(value)) throw new WebmError('too long')
  return value
}

/** A number of up to six bytes. */
export function readUint(bytes: Buffer): number {
  if (bytes.length > 6 && bytes.subarray(0, bytes.length - 6).some((byte) => byte !== 0)) throw new WebmError('number')
  const tail = bytes.subarray(-6)
  return tail.length === 0 ? 0 : tail.readUIntBE(0, tail.length)
}

/** The elements of a whole content. */
export function* children(bytes: Buffer): Generator<{ readonly id: number; readonly content: Buffer }> {
  for (let offset = 0; offset < bytes.length;) {
    const head = readHead(bytes, offset)
    if (head?.size == null) throw new WebmError('not whole')
    const start = offset + head.length
    if (start + head.size > bytes.length) throw new WebmError('not whole')
    yield { id: head.id, content: bytes.subarray(start, start + head.size) }
    offset = start + head.size
  }
}
