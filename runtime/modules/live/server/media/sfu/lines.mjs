// The packets of one medium: a source takes them from its sender, lanes hand them on to viewers (see child.mjs). Plain
// JavaScript, because the process that uses it is started from a file.

/** Milliseconds between two: requests for a picture, requests for a packet, sending a packet again. */
export const waits = { picture: 500, loss: 60, again: 20 }
/** How often a packet is asked for, and packets that are kept for those who ask for them. */
const maxTries = 6
const memory = 1024
/** Bits of sound and picture in a second. */
const bits = { camera: 1_500_000, screen: 2_500_000 }
export const rates = { video: 90_000, audio: 48_000 }
export const payloadTypes = { video: 96, audio: 111 }

/** Nothing that goes wrong with one packet or peer may end the process: native code calls this. */
export const guard =
  (work) =>
  (...values) => {
    try {
      return work(...values)
    } catch {
      return undefined
    }
  }

/** @param packets the module packets.mjs, whose address only the server knows */
export function defineLines(packets) {
  const { Counter, isRtcp, PictureReader, readRtcp, readRtp, readVp8, rewriteReport, rewriteRtp, sizeOf } = packets
  const { writeLosses, writePictureRequest, writeRate, writeReceiverReport } = packets

  /** One medium of a sender. */
  class Source {
    lanes = new Set()
    #sender
    #medium
    #track
    #payloadType
    #ssrc = null
    #seqs = new Counter(16)
    #timestamps = new Counter(32)
    #highest = null
    #recent = Array.from({ length: memory })
    #missing = new Map()
    #reader = new PictureReader()
    #lastSound = -1
    #pictureAt = -Infinity
    #wantsPicture = false
    #report = null
    #received = 0
    #first = null
    #before = { received: 0, expected: 0 }

    constructor(sender, medium, track, payloadType) {
      this.#sender = sender
      this.#medium = medium
      this.#track = track
      this.#payloadType = payloadType
      track.onMessage(guard((packet) => this.receive(packet)))
    }

    get medium() {
      return this.#medium
    }

    receive(packet) {
      if (isRtcp(packet)) return this.#readReports(packet)
      const rtp = readRtp(packet)
      if (!rtp || rtp.payloadType !== this.#payloadType) return undefined
      this.#ssrc ??= rtp.ssrc
      if (rtp.ssrc !== this.#ssrc) return undefined
      const seq = this.#seqs.read(rtp.seq)
      const timestamp = this.#timestamps.read(rtp.timestamp)
      if (this.#recent[seq % memory]?.seq === seq) return undefined
      this.#received += 1
      this.#first ??= seq
      this.#noteGap(seq)
      const entry = { seq, timestamp, rtp, packet }
      if (seq >= 0) this.#recent[seq % memory] = entry
      for (const lane of this.lanes) lane.forward(entry)
      return this.#collect(entry)
    }

    /** Asks at once for what did not arrive before this packet. */
    #noteGap(seq) {
      this.#missing.delete(seq)
      if (this.#highest === null || seq <= this.#highest) {
        this.#highest ??= seq
        return
      }
      if (seq - this.#highest > 200) {
        this.#missing.clear()
        this.requestPicture()
      } else {
        const lost = []
        for (let number = this.#highest + 1; number < seq; number += 1) {
          this.#missing.set(number, { tries: 1, at: performance.now() })
          lost.push(number)
        }
        if (lost.length > 0) this.#send(writeLosses(this.#ssrc, lost))
      }
      this.#highest = seq
    }

    askAgain(now) {
      const lost = []
      for (const [seq, entry] of this.#missing) {
        if (now - entry.at < waits.loss) continue
        entry.tries += 1
        entry.at = now
        if (entry.tries > maxTries) this.#missing.delete(seq)
        else lost.push(seq)
      }
      if (lost.length > 0) this.#send(writeLosses(this.#ssrc, lost))
      if (this.#wantsPicture) this.requestPicture()
    }

    entryOf(seq) {
      const entry = this.#recent[((seq % memory) + memory) % memory]
      return entry?.seq === seq ? entry : null
    }

    /** Asks for a picture that needs no other one: once in a while, however many want it. */
    requestPicture() {
      if (this.#medium !== 'video') return
      const now = performance.now()
      this.#wantsPicture = now - this.#pictureAt < waits.picture || this.#ssrc === null
      if (this.#wantsPicture) return
      this.#pictureAt = now
      this.#send(writePictureRequest(this.#ssrc))
    }

    sayRate() {
      if (this.#ssrc !== null && this.#medium === 'video') this.#send(writeRate(bits[this.#sender.kind], [this.#ssrc]))
    }

    sayReport(now) {
      if (this.#ssrc === null) return
      const expected = this.#highest - this.#first + 1
      const lost = expected - this.#received
      const span = Math.max(1, expected - this.#before.expected)
      const lostPart = Math.min(1, Math.max(0, (span - (this.#received - this.#before.received)) / span))
      this.#before = { received: this.#received, expected }
      const { mark = 0, moment = now } = this.#report ?? {}
      this.#send(
        writeReceiverReport({ ssrc: this.#ssrc, lostPart, lost, highest: this.#highest, mark, delay: now - moment }),
      )
    }

    #readReports(packet) {
      for (const report of readRtcp(packet).reports) {
        if (report.ssrc !== this.#ssrc) continue
        const timestamp = this.#timestamps.peek(report.timestamp)
        this.#report = { mark: report.mark, moment: performance.now() }
        this.#sender.clock.report(this.#medium, rates[this.#medium], { time: report.time, timestamp })
        for (const lane of this.lanes) lane.report(report, timestamp)
      }
    }

    /** Frames for the server. */
    #collect({ seq, timestamp, rtp }) {
      const now = Date.now()
      const time = this.#sender.clock.timeOf(this.#medium, rates[this.#medium], timestamp, now)
      if (this.#medium === 'audio') {
        if (seq <= this.#lastSound || rtp.payload.length === 0) return
        this.#lastSound = seq
        this.#sender.frames.push({ medium: 'audio', time, isKey: true, data: Buffer.from(rtp.payload) })
        return
      }
      for (const picture of this.#reader.push(seq, { ...rtp, timestamp }, now)) {
        const moment = this.#sender.clock.timeOf('video', rates.video, picture.timestamp, now)
        if (picture.isKey) this.#sender.size ??= sizeOf(picture.data)
        this.#sender.frames.push({ medium: 'video', time: moment, isKey: picture.isKey, data: picture.data })
      }
      if (this.#reader.needsKey) this.requestPicture()
    }

    #send(packet) {
      guard(() => this.#track.isOpen() && this.#track.sendMessageBinary(packet))()
    }
  }

  /** One medium to one viewer: it can have one source after the other. */
  class Lane {
    medium
    mid
    ssrc
    source = null
    #track
    /** From numbers of the source to those of the viewer. */
    #shift = null
    #last = null
    #needsKey = false
    #sentAgain = new Map()

    constructor(medium, mid, ssrc, track) {
      this.medium = medium
      this.mid = mid
      this.ssrc = ssrc
      this.#track = track
    }

    attach(source) {
      this.detach()
      this.source = source
      this.#shift = null
      this.#needsKey = this.medium === 'video'
      source.lanes.add(this)
      source.requestPicture()
    }

    detach() {
      this.source?.lanes.delete(this)
      this.source = null
    }

    forward({ seq, timestamp, rtp, packet }) {
      if (!this.#track.isOpen()) return
      if (this.#needsKey) {
        if (readVp8(rtp.payload)?.isKey !== true) return
        this.#needsKey = false
      }
      if (!this.#shift) {
        // The numbers go on where those of the source before ended.
        const gap = Math.round(((performance.now() - (this.#last?.at ?? 0)) * rates[this.medium]) / 1000)
        this.#shift = this.#last
          ? { seq: this.#last.seq + 1 - seq, timestamp: this.#last.timestamp + gap - timestamp, from: seq }
          : { seq: 0, timestamp: 0, from: seq }
      }
      if (seq < this.#shift.from) return
      const next = { seq: seq + this.#shift.seq, timestamp: timestamp + this.#shift.timestamp, at: performance.now() }
      if (!this.#last || next.seq > this.#last.seq) this.#last = next
      this.#send(packet, next)
    }

    #send(packet, { seq, timestamp }) {
      const head = { payloadType: payloadTypes[this.medium], seq, timestamp: timestamp % 2 ** 32, ssrc: this.ssrc }
      guard(() => this.#track.sendMessageBinary(rewriteRtp(packet, head)))()
    }

    report({ body }, timestamp) {
      if (!this.#shift || !this.#track.isOpen()) return
      const moved = (timestamp + this.#shift.timestamp) % 2 ** 32
      guard(() => this.#track.sendMessageBinary(rewriteReport(body, { ssrc: this.ssrc, timestamp: moved })))()
    }

    sendAgain(numbers) {
      if (!this.#shift || !this.source || !this.#last) return
      const now = performance.now()
      for (const number of numbers) {
        const near = this.#last.seq - ((((this.#last.seq - number) % 65_536) + 65_536) % 65_536)
        const entry = this.source.entryOf(near - this.#shift.seq)
        if (!entry || entry.seq < this.#shift.from || now - (this.#sentAgain.get(near) ?? -Infinity) < waits.again)
          continue
        if (this.#sentAgain.size > memory) this.#sentAgain.clear()
        this.#sentAgain.set(near, now)
        this.#send(entry.packet, { seq: near, timestamp: entry.timestamp + this.#shift.timestamp })
      }
    }
  }

  return { Source, Lane }
}
