// Packets of sound and picture: RTP (RFC 3550), VP8 in it (RFC 7741), and RTCP with its feedback (RFC 4585, 5104).
// Plain JavaScript, because the process that uses it is started from a file.

/** RTP and RTCP come over one port: types 192 to 223 are those of RTCP (RFC 5761). */
export const isRtcp = (packet) => packet.length >= 8 && packet[1] >= 192 && packet[1] <= 223

/** Null = it is no packet of RTP. */
export function readRtp(packet) {
  if (packet.length < 12 || packet[0] >> 6 !== 2) return null
  let start = 12 + (packet[0] & 0x0f) * 4
  if ((packet[0] & 0x10) !== 0) {
    if (packet.length < start + 4) return null
    start += 4 + packet.readUInt16BE(start + 2) * 4
  }
  const end = packet.length - ((packet[0] & 0x20) !== 0 ? packet[packet.length - 1] : 0)
  if (start > end) return null
  return {
    payloadType: packet[1] & 0x7f,
    isLast: (packet[1] & 0x80) !== 0,
    seq: packet.readUInt16BE(2),
    timestamp: packet.readUInt32BE(4),
    ssrc: packet.readUInt32BE(8),
    payload: packet.subarray(start, end),
  }
}

/** A copy with other values in its head. */
export function rewriteRtp(packet, { payloadType, seq, timestamp, ssrc }) {
  const copy = Buffer.from(packet)
  copy[1] = (copy[1] & 0x80) | payloadType
  copy.writeUInt16BE(seq & 0xffff, 2)
  copy.writeUInt32BE(timestamp >>> 0, 4)
  copy.writeUInt32BE(ssrc, 8)
  return copy
}

/** Counts on where numbers of so many bits begin anew. */
export class Counter {
  #size
  #last = null

  constructor(bits) {
    this.#size = 2 ** bits
  }

  /** The whole number that is nearest to the highest one so far. */
  read(value) {
    const near = this.peek(value)
    this.#last = Math.max(this.#last ?? near, near)
    return near
  }

  peek(value) {
    if (this.#last === null) return value
    const distance = (value - this.#last) % this.#size
    const half = this.#size / 2
    const step = distance > half ? distance - this.#size : distance < -half ? distance + this.#size : distance
    return this.#last + step
  }
}

/** A part of a picture. Null = it is none. */
export function readVp8(payload) {
  if (payload.length < 2) return null
  const isBegin = (payload[0] & 0x10) !== 0 && (payload[0] & 0x07) === 0
  let offset = 1
  if ((payload[0] & 0x80) !== 0) {
    const more = payload[1]
    offset += 1
    if ((more & 0x80) !== 0) offset += (payload[offset] & 0x80) !== 0 ? 2 : 1
    if ((more & 0x40) !== 0) offset += 1
    if ((more & 0x30) !== 0) offset += 1
  }
  if (offset >= payload.length) return null
  const data = payload.subarray(offset)
  return { isBegin, isKey: isBegin && (data[0] & 1) === 0, data }
}

/** Width and height in a picture that needs no other one; null = it does not say them. */
export function sizeOf(picture) {
  if (picture.length < 10 || picture.readUIntBE(3, 3) !== 0x9d012a) return null
  return { width: picture.readUInt16LE(6) & 0x3fff, height: picture.readUInt16LE(8) & 0x3fff }
}

/** Milliseconds for which a packet that is missing is waited for, and packets that wait with it. */
const waitMs = 400
const maxWaiting = 1000

/** Puts pictures together. What is missing for too long is left out, up to a picture that needs no other one. */
export class PictureReader {
  #waiting = new Map()
  #next = null
  #parts = null
  #waitsSince = null
  /** The next picture has to need no other one. */
  needsKey = true

  /** @returns the pictures that are complete */
  push(seq, { timestamp, isLast, payload }, now) {
    this.#next ??= seq
    if (seq < this.#next) return []
    this.#waiting.set(seq, { timestamp, isLast, part: readVp8(payload) })
    const pictures = this.#drain()
    if (this.#waiting.size === 0) this.#waitsSince = null
    else {
      this.#waitsSince ??= now
      if (now - this.#waitsSince > waitMs || this.#waiting.size > maxWaiting) {
        this.#next = Math.min(...this.#waiting.keys())
        this.#lose()
        this.#waitsSince = null
        pictures.push(...this.#drain())
      }
    }
    return pictures
  }

  #lose() {
    this.#parts = null
    this.needsKey = true
  }

  #drain() {
    const pictures = []
    for (;;) {
      const entry = this.#waiting.get(this.#next)
      if (!entry) return pictures
      this.#waiting.delete(this.#next)
      this.#next += 1
      const picture = this.#add(entry)
      if (picture) pictures.push(picture)
    }
  }

  #add({ timestamp, isLast, part }) {
    // An empty packet fills the line.
    if (!part) return null
    if (part.isBegin) this.#parts = { timestamp, isKey: part.isKey, data: [] }
    if (!this.#parts || this.#parts.timestamp !== timestamp) {
      this.#lose()
      return null
    }
    this.#parts.data.push(part.data)
    if (!isLast) return null
    const { isKey, data } = this.#parts
    this.#parts = null
    if (this.needsKey && !isKey) return null
    this.needsKey = false
    return { timestamp, isKey, data: Buffer.concat(data) }
  }
}

/** Puts sound and picture of one sender on one clock: until a report of the sender says more, by their arrival. */
export class SharedClock {
  #shift = null
  #media = new Map()

  /** Milliseconds of the clock of this machine. @param rate of the timestamps, in a second */
  timeOf(medium, rate, timestamp, now) {
    const own = (timestamp / rate) * 1000
    const entry = this.#media.get(medium) ?? { offset: now - own, isReported: false }
    this.#media.set(medium, entry)
    if (!entry.isReported) entry.offset = Math.min(entry.offset, now - own)
    return entry.offset + own
  }

  /** @param time milliseconds of the clock of the sender at which the timestamp was taken */
  report(medium, rate, { time, timestamp }) {
    const entry = this.#media.get(medium)
    if (!entry) return
    const own = (timestamp / rate) * 1000
    this.#shift ??= entry.offset + own - time
    entry.offset = time + this.#shift - own
    entry.isReported = true
  }
}

/** The packets in one that was received: several come together. Whatever follows a broken one is left out. */
function* walkRtcp(packet) {
  for (let offset = 0; offset + 8 <= packet.length;) {
    const length = (packet.readUInt16BE(offset + 2) + 1) * 4
    if (packet[offset] >> 6 !== 2 || offset + length > packet.length) return
    yield { type: packet[offset + 1], count: packet[offset] & 0x1f, body: packet.subarray(offset, offset + length) }
    offset += length
  }
}

const types = { senderReport: 200, receiverReport: 201, lineFeedback: 205, pictureFeedback: 206 }

/** Requests and reports in a packet. */
export function readRtcp(packet) {
  const reports = []
  const pictures = new Set()
  const losses = []
  for (const { type, count, body } of walkRtcp(packet)) {
    if (type === types.senderReport && body.length >= 28) reports.push(readReport(body))
    if (body.length < 12) continue
    const source = body.readUInt32BE(8)
    if (type === types.pictureFeedback && count === 1) pictures.add(source)
    if (type === types.pictureFeedback && count === 4)
      for (let offset = 12; offset + 8 <= body.length; offset += 8) pictures.add(body.readUInt32BE(offset))
    if (type === types.lineFeedback && count === 1) losses.push({ ssrc: source, seqs: readLosses(body) })
  }
  return { reports, pictures: [...pictures], losses }
}

function readReport(body) {
  const seconds = body.readUInt32BE(8)
  const fraction = body.readUInt32BE(12)
  return {
    ssrc: body.readUInt32BE(4),
    time: seconds * 1000 + (fraction / 2 ** 32) * 1000,
    /** The middle of that time, which receivers give back. */
    mark: (((seconds & 0xffff) << 16) | (fraction >>> 16)) >>> 0,
    timestamp: body.readUInt32BE(16),
    body,
  }
}

function readLosses(body) {
  const seqs = []
  for (let offset = 12; offset + 4 <= body.length; offset += 4) {
    const first = body.readUInt16BE(offset)
    const others = body.readUInt16BE(offset + 2)
    seqs.push(first)
    for (let bit = 0; bit < 16; bit += 1) if ((others & (1 << bit)) !== 0) seqs.push((first + bit + 1) & 0xffff)
  }
  return seqs
}

/** A packet of RTCP. @param count what the type counts or distinguishes with it */
function rtcp(count, type, words) {
  const packet = Buffer.alloc(4 + words.length * 4)
  packet[0] = 0x80 | count
  packet[1] = type
  packet.writeUInt16BE(words.length, 2)
  words.forEach((word, index) => packet.writeUInt32BE(word >>> 0, 4 + index * 4))
  return packet
}

/** Asks for a picture that needs no other one. */
export const writePictureRequest = (ssrc) => rtcp(1, types.pictureFeedback, [1, ssrc])

/** Asks for packets again. @param seqs in their order */
export function writeLosses(ssrc, seqs) {
  const words = []
  for (const seq of seqs) {
    const distance = words.length > 0 ? (seq - (words.at(-1) >>> 16)) & 0xffff : 0
    if (words.length > 0 && distance >= 1 && distance <= 16) words[words.length - 1] |= 1 << (distance - 1)
    else words.push((seq & 0xffff) << 16)
  }
  return rtcp(1, types.lineFeedback, [1, ssrc, ...words])
}

/** Says how many bits in a second may be sent (REMB). */
export function writeRate(bits, ssrcs) {
  let exponent = 0
  let mantissa = bits
  for (; mantissa > 0x3ffff; mantissa = Math.floor(mantissa / 2)) exponent += 1
  const rate = ((ssrcs.length << 24) | (exponent << 18) | mantissa) >>> 0
  return rtcp(15, types.pictureFeedback, [1, 0, 0x52454d42, rate, ...ssrcs])
}

/** Says how much arrived. Without it, senders do not know the line. */
export const writeReceiverReport = ({ ssrc, lostPart, lost, highest, mark, delay }) =>
  rtcp(1, types.receiverReport, [
    1,
    ssrc,
    (Math.round(lostPart * 255) << 24) | Math.min(Math.max(lost, 0), 0x7fffff),
    highest % 2 ** 32,
    0,
    mark,
    // In parts of 65536 of a second.
    Math.round((delay * 65_536) / 1000),
  ])

/** The report of a sender for those who receive it under another number and with other timestamps. */
export function rewriteReport(body, { ssrc, timestamp }) {
  const copy = Buffer.from(body.subarray(0, 28))
  copy[0] = 0x80
  copy.writeUInt16BE(6, 2)
  copy.writeUInt32BE(ssrc, 4)
  copy.writeUInt32BE(timestamp >>> 0, 16)
  return copy
}

const payloadNames = { video: 'VP8/90000', audio: 'opus/48000/2' }

/**
 * An offer with VP8 and Opus and what this server answers to, and nothing else: browsers then send pictures of one
 * kind, without extensions of packets.
 */
export function pinCodecs(sdp) {
  const [head, ...media] = sdp.split(/\r?\n(?=m=)/)
  return [head, ...media.map(pinMedium)].join('\r\n').replace(/\r?\n?$/, '\r\n')
}

function pinMedium(section) {
  const lines = section.split(/\r?\n/).filter((line) => line !== '')
  const medium = /^m=(audio|video) /.exec(lines[0])?.[1]
  if (!medium) return lines.join('\r\n')
  const type = payloadTypeOf(section)
  const isKept = (line) => {
    if (/^a=(extmap|rtcp-rsize|simulcast|rid)/.test(line)) return false
    const own = /^a=(?:rtpmap|fmtp|rtcp-fb):(\d+|\*) ?(.*)$/.exec(line)
    return !own || (Number(own[1]) === type && !own[2].startsWith('transport-cc'))
  }
  const [first, ...rest] = lines
  const words = first.split(' ').slice(0, 3)
  return [[...words, type ?? 0].join(' '), ...rest.filter(isKept)].join('\r\n')
}

/** The number under which a medium is sent; null = not at all. */
export function payloadTypeOf(section) {
  const medium = /^m=(audio|video) /.exec(section)?.[1]
  const types = [...section.matchAll(/^a=rtpmap:(\d+) (\S+)\r?$/gm)]
  const line = types.find(([, , name]) => name.toLowerCase() === payloadNames[medium]?.toLowerCase())
  return line ? Number(line[1]) : null
}

/** The sections of a description, by their `mid`. */
export const sectionsOf = (sdp) =>
  new Map(
    sdp
      .split(/\r?\n(?=m=)/)
      .slice(1)
      .map((section) => [/^a=mid:(\S+)/m.exec(section)?.[1] ?? '', section]),
  )

/** A description with the address at which the server is reached from outside. */
export function announceAddress(sdp, address) {
  if (address === '') return sdp
  const places = new Set()
  return sdp
    .split('\r\n')
    .flatMap((line) => {
      if (line.startsWith('m=')) places.clear()
      const parts = line.split(' ')
      if (!line.startsWith('a=candidate:')) return [line]
      if (places.has('own')) return []
      places.add('own')
      parts[4] = address
      return [parts.join(' ')]
    })
    .join('\r\n')
}
