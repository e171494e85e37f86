/** RTP, VP8 in it, RTCP with its feedback, and the lines over which packets go to viewers. */
import { expect, it } from 'vitest'
import * as packets from '../../../../runtime/modules/live/server/media/sfu/packets.mjs'
import { defineLines, type LineTrack } from '../../../../runtime/modules/live/server/media/sfu/lines.mjs'

const { Counter, PictureReader, readRtcp, readRtp, rewriteRtp, SharedClock } = packets
const { writeLosses, writePictureRequest, writeRate, writeReceiverReport } = packets

interface PacketParts {
  readonly seq: number
  readonly timestamp?: number
  readonly isLast?: boolean
  readonly payloadType?: number
  readonly ssrc?: number
  readonly payload?: Buffer
}

function rtp({ seq, timestamp = 0, isLast = true, payloadType = 96, ssrc = 7, payload }: PacketParts): Buffer {
  const head = Buffer.alloc(12)
  head[0] = 0x80
  head[1] = (isLast ? 0x80 : 0) | payloadType
  head.writeUInt16BE(seq & 0xffff, 2)
  head.writeUInt32BE(timestamp, 4)
  head.writeUInt32BE(ssrc, 8)
  return Buffer.concat([head, payload ?? part(true, true)])
}

/** A part of a picture with an identifier of 15 bits. */
const part = (isBegin: boolean, isKey: boolean, size = 12): Buffer =>
  Buffer.concat([
    Buffer.from([isBegin ? 0x90 : 0x80, 0x80, 0x80, 5]),
    isBegin ? Buffer.from([isKey ? 0 : 1, 0, 0, 0x9d, 0x01, 0x2a, 0x80, 0x02, 0x68, 0x01]) : Buffer.alloc(0),
    Buffer.alloc(size, 9),
  ])

const senderReport = (ssrc: number, seconds: number, timestamp: number): Buffer => {
  const body = Buffer.alloc(28)
  body.set([0x80, 200, 0, 6])
  body.writeUInt32BE(ssrc, 4)
  body.writeUInt32BE(seconds, 8)
  body.writeUInt32BE(2 ** 31, 12)
  body.writeUInt32BE(timestamp, 16)
  return body
}

it('reads packets of RTP with everything before and after what they carry, and refuses others', () => {
  const plain = rtp({ seq: 65_535, timestamp: 99, payload: Buffer.from('sound'), payloadType: 111, isLast: false })
  expect(readRtp(plain)).toMatchObject({ payloadType: 111, isLast: false, seq: 65_535, timestamp: 99, ssrc: 7 })
  const full = Buffer.concat([plain.subarray(0, 12), Buffer.alloc(4), Buffer.from([0xbe, 0xde, 0, 1, 1, 2, 3, 4])])
  full[0] = 0xb1
  const padded = Buffer.concat([full, Buffer.from('sound'), Buffer.from([0, 0, 3])])
  expect(String(readRtp(padded)?.payload)).toBe('sound')
  expect(readRtp(padded.subarray(0, 14))).toBeNull()
  expect(readRtp(Buffer.alloc(11, 0x80))).toBeNull()
  expect(readRtp(Buffer.alloc(20))).toBeNull()
  const copy = rewriteRtp(plain, { payloadType: 100, seq: 65_536 + 3, timestamp: 2 ** 32 + 5, ssrc: 8 })
  expect(readRtp(copy)).toMatchObject({ payloadType: 100, isLast: false, seq: 3, timestamp: 5, ssrc: 8 })
  expect(packets.isRtcp(writePictureRequest(1))).toBe(true)
  expect(packets.isRtcp(plain)).toBe(false)
})

it('counts on where numbers begin anew, forwards and backwards', () => {
  const counter = new Counter(16)
  expect([65_534, 65_535, 0, 1, 65_535, 2].map((value) => counter.read(value))).toEqual([
    65_534, 65_535, 65_536, 65_537, 65_535, 65_538,
  ])
  for (let value = 3; value < 70_000; value += 1000) counter.read(value % 65_536)
  expect(counter.peek(70_000 % 65_536)).toBe(65_536 + 70_000)
})

it('walks through all packets that come together, also behind reports and descriptions', () => {
  const receiver = writeReceiverReport({ ssrc: 5, lostPart: 0.5, lost: 3, highest: 9, mark: 1, delay: 1000 })
  const description = Buffer.from([0x81, 202, 0, 2, 0, 0, 0, 1, 1, 1, 65, 0])
  const full = Buffer.from([0x84, 206, 0, 4, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 9, 1, 0, 0, 0])
  const together = Buffer.concat([
    receiver,
    description,
    senderReport(3, 10, 77),
    writePictureRequest(0xfffffffe),
    full,
    writeLosses(6, [65_535, 0, 1, 40]),
  ])
  const { reports, pictures, losses } = readRtcp(together)
  expect(pictures).toEqual([0xfffffffe, 9])
  expect(losses).toEqual([{ ssrc: 6, seqs: [65_535, 0, 1, 40] }])
  expect(reports).toMatchObject([{ ssrc: 3, time: 10_500, timestamp: 77, mark: 10 * 65_536 + 32_768 }])
  // A broken one is left out, with all that follows.
  for (let length = 0; length < together.length; length += 1) readRtcp(together.subarray(0, length))
  expect(readRtcp(Buffer.concat([receiver, Buffer.from([0, 206, 0, 1]), writePictureRequest(1)])).pictures).toEqual([])
})

it('says rates in the form of REMB', () => {
  const packet = writeRate(1_500_000, [7])
  expect(packet.toString('latin1', 12, 16)).toBe('REMB')
  const word = packet.readUInt32BE(16)
  expect(word >>> 24).toBe(1)
  expect((word & 0x3ffff) * 2 ** ((word >>> 18) & 0x3f)).toBeGreaterThan(1_490_000)
  expect(packet.readUInt32BE(20)).toBe(7)
})

it('puts pictures together in whatever order packets come, and goes on after a loss with a whole one', () => {
  const reader = new PictureReader()
  const push = (seq: number, timestamp: number, isLast: boolean, payload: Buffer, now = 0) =>
    reader.push(seq, { timestamp, isLast, payload }, now)
  // The beginning is missing: nothing is shown before the first whole picture.
  expect(push(1, 0, true, part(false, false))).toEqual([])
  expect(push(2, 90, false, part(true, true))).toEqual([])
  expect(push(4, 90, true, part(false, false))).toEqual([])
  const [first] = push(3, 90, false, part(false, false))
  expect(first).toMatchObject({ timestamp: 90, isKey: true })
  expect(first!.data.length).toBe(10 + 3 * 12)
  expect(packets.sizeOf(first!.data)).toEqual({ width: 640, height: 360 })
  expect(push(3, 90, false, part(false, false))).toEqual([])
  expect(push(5, 180, true, part(true, false))).toMatchObject([{ timestamp: 180, isKey: false }])
  // One is lost for good: pictures that need it are left out.
  expect(push(7, 360, true, part(true, false), 100)).toEqual([])
  expect(push(8, 450, true, part(true, false), 600)).toEqual([])
  expect(reader.needsKey).toBe(true)
  expect(push(9, 540, true, part(true, true), 610)).toMatchObject([{ timestamp: 540, isKey: true }])
  expect(reader.needsKey).toBe(false)
})

it('egress#847 puts sound and picture on one clock as soon as the sender reports', () => {
  const clock = new SharedClock()
  // The sound arrives 180 ms later than it was recorded, the picture 20 ms later.
  const arrivals = { video: 20, audio: 180 }
  const rates = { video: 90_000, audio: 48_000 }
  const timeAt = (medium: 'video' | 'audio', moment: number): number =>
    clock.timeOf(medium, rates[medium], (moment * rates[medium]) / 1000, 50_000 + moment + arrivals[medium])
  expect(timeAt('audio', 0) - timeAt('video', 0)).toBe(160)
  for (const medium of ['video', 'audio'] as const)
    clock.report(medium, rates[medium], { time: 9_000_100, timestamp: (100 * rates[medium]) / 1000 })
  expect(Math.abs(timeAt('audio', 200) - timeAt('video', 200))).toBeLessThan(1)
  // A clock that runs differently is followed.
  clock.report('audio', rates.audio, { time: 9_010_050, timestamp: (10_000 * rates.audio) / 1000 })
  expect(Math.round(timeAt('audio', 10_000) - timeAt('video', 10_000))).toBe(50)
})

it('pins VP8 and Opus in an offer, and leaves out what this server does not answer to', () => {
  const description = [
    'v=0',
    'a=extmap-allow-mixed',
    'm=audio 9 UDP/TLS/RTP/SAVPF 111 63',
    'a=mid:0',
    'a=extmap:3 transport-wide',
    'a=rtpmap:111 opus/48000/2',
    'a=rtcp-fb:111 transport-cc',
    'a=fmtp:111 useinbandfec=1',
    'a=rtpmap:63 red/48000/2',
    'm=video 9 UDP/TLS/RTP/SAVPF 98 96 97',
    'a=mid:1',
    'a=rtcp-rsize',
    'a=rtpmap:98 VP9/90000',
    'a=rtpmap:96 VP8/90000',
    'a=rtcp-fb:96 nack pli',
    'a=rtcp-fb:96 transport-cc',
    'a=rtpmap:97 rtx/90000',
    'a=fmtp:97 apt=96',
    '',
  ].join('\r\n')
  expect(packets.pinCodecs(description).split('\r\n')).toEqual([
    'v=0',
    'a=extmap-allow-mixed',
    'm=audio 9 UDP/TLS/RTP/SAVPF 111',
    'a=mid:0',
    'a=rtpmap:111 opus/48000/2',
    'a=fmtp:111 useinbandfec=1',
    'm=video 9 UDP/TLS/RTP/SAVPF 96',
    'a=mid:1',
    'a=rtpmap:96 VP8/90000',
    'a=rtcp-fb:96 nack pli',
    '',
  ])
  const sections = packets.sectionsOf(packets.pinCodecs(description))
  expect([...sections.keys()]).toEqual(['0', '1'])
  expect(packets.payloadTypeOf(sections.get('1')!)).toBe(96)
  expect(packets.payloadTypeOf('m=video 9 UDP 98\r\na=rtpmap:98 VP9/90000')).toBeNull()
  const answer =
    'm=audio\r\na=candidate:1 1 UDP 5 10.0.0.2 5000 typ host\r\na=candidate:2 1 UDP 4 fd00::2 5000 typ host\r\n'
  expect(packets.announceAddress(answer, '203.0.113.9')).toBe(
    'm=audio\r\na=candidate:1 1 UDP 5 203.0.113.9 5000 typ host\r\n',
  )
  expect(packets.announceAddress(answer, '')).toBe(answer)
})

/** A track that keeps what is sent over it. */
class Track implements LineTrack {
  readonly sent: Buffer[] = []
  handle: (packet: Buffer) => void = () => undefined
  isOpen = () => true
  onMessage(handle: (packet: Buffer) => void): void {
    this.handle = handle
  }
  sendMessageBinary(packet: Buffer): boolean {
    this.sent.push(packet)
    return true
  }
  /** Numbers of packets that were sent. */
  seqs = () => this.sent.filter((packet) => !packets.isRtcp(packet)).map((packet) => readRtp(packet)!.seq)
}

function line(medium: 'video' | 'audio' = 'video') {
  const { Source, Lane } = defineLines(packets)
  const sender = { kind: 'camera' as const, clock: new SharedClock(), frames: [], size: null }
  const up = new Track()
  const source = new Source(sender, medium, up, medium === 'video' ? 96 : 111)
  const down = new Track()
  const lane = new Lane(medium, '0', 42, down)
  return { Source, sender, up, source, down, lane }
}

it('hands on from the first whole picture, sends again what is asked for, and asks for what is missing', () => {
  const { up, down, lane, source, sender } = line()
  lane.attach(source)
  up.handle(rtp({ seq: 65_533, payload: part(true, false) }))
  expect(down.sent).toEqual([])
  // The late viewer's wish for a picture reached the sender as one request, however often it was made.
  for (let time = 0; time < 40; time += 1) source.requestPicture()
  expect(up.sent.map((packet) => readRtcp(packet).pictures)).toEqual([[7]])
  up.handle(rtp({ seq: 65_534, timestamp: 90 }))
  up.handle(rtp({ seq: 1, timestamp: 180, payload: part(true, false) }))
  expect(down.seqs()).toEqual([65_534, 1])
  expect(up.sent.flatMap((packet) => readRtcp(packet).losses)).toEqual([{ ssrc: 7, seqs: [65_535, 0] }])
  up.handle(rtp({ seq: 65_535, timestamp: 120, payload: part(true, false) }))
  up.handle(rtp({ seq: 65_535, timestamp: 120, payload: part(true, false) }))
  expect(down.seqs()).toEqual([65_534, 1, 65_535])
  lane.sendAgain([65_534, 65_533, 1])
  expect(down.seqs().slice(3)).toEqual([65_534, 1])
  // Asked for again until it came, and no more than a few times.
  const before = up.sent.length
  for (let now = 100; now < 3000; now += 100) source.askAgain(performance.now() + now)
  expect(up.sent.slice(before).flatMap((packet) => readRtcp(packet).losses.flatMap(({ seqs }) => seqs))).toEqual(
    Array.from({ length: 5 }, () => 0),
  )
  // Packets of another kind or number go nowhere.
  const handed = down.sent.length
  up.handle(rtp({ seq: 2, payloadType: 98 }))
  up.handle(rtp({ seq: 2, ssrc: 8 }))
  expect(down.sent.length).toBe(handed)
  expect(down.sent.every((packet) => readRtp(packet)!.ssrc === 42)).toBe(true)
  expect(sender.frames.length).toBeGreaterThan(0)
})

it('goes on without a jump where a lane gets another source, with reports on the same clock', () => {
  const { Source, sender, up, source, down, lane } = line('audio')
  const sound = Buffer.from('sound')
  lane.attach(source)
  up.handle(rtp({ seq: 10, timestamp: 960, payloadType: 111, payload: sound }))
  const second = new Track()
  const next = new Source(sender, 'audio', second, 96)
  lane.attach(next)
  second.handle(rtp({ seq: 5000, timestamp: 1_000_000, payload: sound, ssrc: 9 }))
  second.handle(senderReport(9, 3, 1_000_960))
  expect(down.seqs()).toEqual([10, 11])
  const [, moved, report] = down.sent as [Buffer, Buffer, Buffer]
  const { timestamp } = readRtp(moved)!
  expect(timestamp).toBeGreaterThanOrEqual(960)
  expect(timestamp).toBeLessThan(960 + 48_000 * 10)
  expect(readRtcp(report).reports).toMatchObject([{ ssrc: 42, timestamp: timestamp + 960 }])
  // Nothing of the one before arrives any more.
  up.handle(rtp({ seq: 11, timestamp: 1920, payloadType: 111, payload: sound }))
  expect(down.seqs()).toEqual([10, 11])
  source.sayRate()
  source.sayReport(performance.now())
  next.sayReport(performance.now())
  expect(second.sent.map((packet) => packet[1])).toEqual([201])
})
