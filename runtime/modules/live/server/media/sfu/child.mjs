// The process that hands sound and picture on directly (see engine.ts): packets of senders go to viewers as they are,
// and their frames to the server, which checks and records them. Plain JavaScript, because a process is started from a
// file. A fault of native code ends this process and not the server.
import { createSocket } from 'node:dgram'

const { library, files, port, address } = JSON.parse(process.argv[2])
const packets = await import(files.packets)
const { defineLines, guard, payloadTypes } = await import(files.lines)
const { announceAddress, isRtcp, payloadTypeOf, pinCodecs, readRtcp, sectionsOf, SharedClock } = packets
const { Source, Lane } = defineLines(packets)

/** Milliseconds between two: frames for the server, rates, reports, requests for a packet. */
const every = { frames: 100, rate: 500, report: 1000, loss: 30 }

const post = (message) => {
  if (process.connected) process.send(message)
}
const { PeerConnection, Video, Audio, cleanup } = (await import(library).then(
  (module) => module.default ?? module,
  (error) => fail('library', error),
)) ?? { cleanup: () => undefined }

function fail(reason, error) {
  post({ event: 'failure', reason, message: String(error?.message ?? error).slice(0, 500) })
  // The message has to leave first.
  process.disconnect()
  process.exit(1)
}

/** The port of all peers. */
const ownPort = await new Promise((resolve) => {
  const socket = createSocket('udp4')
  socket.once('error', (error) => fail('port', error))
  socket.bind(port, () => {
    const { port: free } = socket.address()
    socket.close(() => resolve(free))
  })
})

/** @param name for the log of the library only */
const connect = (name) =>
  new PeerConnection(name, {
    iceServers: [],
    enableIceUdpMux: true,
    portRangeBegin: ownPort,
    portRangeEnd: ownPort,
    forceMediaTransport: true,
    disableAutoNegotiation: true,
  })

/** The description of this side, once its addresses are in it. */
const describe = (connection, type) =>
  new Promise((resolve, reject) => {
    const finish = guard(() => {
      const description = connection.localDescription()
      if (connection.gatheringState() === 'complete' && description) resolve(announceAddress(description.sdp, address))
    })
    connection.onGatheringStateChange(finish)
    connection.setLocalDescription(type)
    finish()
    setTimeout(() => reject(new Error('no addresses')), 5000).unref()
  })

const senders = new Map()
const viewers = new Map()

class Sender {
  kind
  clock = new SharedClock()
  sources = new Map()
  frames = []
  size = null
  #peer
  #connection

  constructor(peer, kind) {
    this.#peer = peer
    this.kind = kind
    this.#connection = connect(`sender ${peer}`)
    this.#connection.onStateChange(guard((state) => post({ event: 'state', peer, state })))
  }

  /** @param media those that may be sent; packets of others go nowhere */
  async accept(description, media) {
    const sdp = pinCodecs(description)
    const sections = sectionsOf(sdp)
    this.#connection.onTrack(
      guard((track) => {
        const medium = track.type()
        const payloadType = payloadTypeOf(sections.get(track.mid()) ?? '')
        if (!media.includes(medium) || payloadType === null || this.sources.has(medium)) return
        this.sources.set(medium, new Source(this, medium, track, payloadType))
        for (const viewer of viewers.values()) viewer.attachAll()
      }),
    )
    this.#connection.setRemoteDescription(sdp, 'offer')
    return describe(this.#connection, 'answer')
  }

  addCandidate(candidate, mid) {
    this.#connection.addRemoteCandidate(candidate, mid)
  }

  flush() {
    if (this.frames.length === 0) return
    post({ event: 'frames', peer: this.#peer, frames: this.frames, size: this.size })
    this.frames = []
  }

  close() {
    for (const { lanes } of this.sources.values()) for (const lane of lanes) lane.detach()
    guard(() => this.#connection.close())()
  }
}

let lastSsrc = 0x10000000 + Math.floor(Math.random() * 0x70000000)

class Viewer {
  #peer
  #connection
  #lanes = []
  /** Senders to see and hear, with their media. */
  #choice = []
  /** False = an offer waits for its answer. */
  #isStable = true
  #needsOffer = false

  constructor(peer) {
    this.#peer = peer
    this.#connection = connect(`viewer ${peer}`)
    this.#connection.onStateChange(guard((state) => post({ event: 'state', peer, state })))
  }

  /** @param choice senders, with their media */
  async show(choice) {
    this.#choice = choice
    for (const lane of this.#lanes)
      if (lane.owner && !choice.some(({ sender, media }) => sender === lane.owner && media.includes(lane.medium))) {
        lane.owner = null
        lane.detach()
      }
    for (const { sender, media } of choice)
      for (const medium of media) {
        if (this.#lanes.some((lane) => lane.owner === sender && lane.medium === medium)) continue
        const lane = this.#lanes.find((entry) => entry.owner === null && entry.medium === medium) ?? this.#add(medium)
        lane.owner = sender
      }
    this.attachAll()
    await this.#offer()
  }

  #add(medium) {
    const mid = String(this.#lanes.length)
    const ssrc = (lastSsrc += 1)
    const media = medium === 'video' ? new Video(mid, 'SendOnly') : new Audio(mid, 'SendOnly')
    if (medium === 'video') media.addVP8Codec(payloadTypes.video)
    else media.addOpusCodec(payloadTypes.audio)
    media.addSSRC(ssrc, 'tablewright', `stream${mid}`, `track${mid}`)
    const track = this.#connection.addTrack(media)
    const lane = new Lane(medium, mid, ssrc, track)
    track.onMessage(guard((packet) => this.#read(packet)))
    track.onOpen(guard(() => lane.source?.requestPicture()))
    this.#lanes.push(lane)
    this.#needsOffer = true
    return lane
  }

  attachAll() {
    for (const lane of this.#lanes) {
      const source = lane.owner ? senders.get(lane.owner)?.sources.get(lane.medium) : null
      if (source && lane.source !== source) lane.attach(source)
    }
  }

  #read(packet) {
    if (!isRtcp(packet)) return
    const { pictures, losses } = readRtcp(packet)
    for (const lane of this.#lanes) {
      if (pictures.includes(lane.ssrc)) lane.source?.requestPicture()
      for (const { ssrc, seqs } of losses) if (ssrc === lane.ssrc) lane.sendAgain(seqs)
    }
  }

  /** Tells the client of its lanes; only the server offers, so that offers of both sides never meet. */
  async #offer() {
    if (!this.#isStable) return
    const lanes = this.#lanes.flatMap(({ owner, medium, mid }) => (owner ? [{ sender: owner, medium, mid }] : []))
    if (!this.#needsOffer) return post({ event: 'lanes', peer: this.#peer, lanes, sdp: null })
    this.#needsOffer = false
    this.#isStable = false
    post({ event: 'lanes', peer: this.#peer, lanes, sdp: await describe(this.#connection, 'offer') })
  }

  async accept(answer) {
    if (this.#isStable) return
    this.#connection.setRemoteDescription(answer, 'answer')
    this.#isStable = true
    await this.show(this.#choice)
  }

  addCandidate(candidate, mid) {
    this.#connection.addRemoteCandidate(candidate, mid)
  }

  close() {
    for (const lane of this.#lanes) lane.detach()
    guard(() => this.#connection.close())()
  }
}

const peerOf = (peer) => senders.get(peer) ?? viewers.get(peer)

const actions = {
  async publish({ peer, sdp, kind, media }) {
    const sender = new Sender(peer, kind)
    senders.set(peer, sender)
    post({ event: 'answer', peer, sdp: await sender.accept(sdp, media) })
  },
  async view({ peer, choice }) {
    const viewer = viewers.get(peer) ?? new Viewer(peer)
    viewers.set(peer, viewer)
    await viewer.show(choice)
  },
  accept: ({ peer, sdp }) => viewers.get(peer)?.accept(sdp),
  candidate: ({ peer, candidate, mid }) => peerOf(peer)?.addCandidate(candidate, mid),
  close({ peer }) {
    const entry = peerOf(peer)
    senders.delete(peer)
    viewers.delete(peer)
    entry?.close()
  },
}

process.on('message', async (message) => {
  try {
    await actions[message.do](message)
  } catch (error) {
    post({ event: 'state', peer: message.peer, state: 'failed', message: String(error?.message ?? error) })
  }
})
process.on('disconnect', () => process.exit(0))
// The one who started it ends it.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined)

const allSources = () => [...senders.values()].flatMap(({ sources }) => [...sources.values()])
setInterval(() => senders.forEach((sender) => sender.flush()), every.frames)
setInterval(() => allSources().forEach((source) => source.askAgain(performance.now())), every.loss)
setInterval(() => allSources().forEach((source) => source.sayRate()), every.rate)
setInterval(() => allSources().forEach((source) => source.sayReport(performance.now())), every.report)
process.on('exit', guard(cleanup))
post({ event: 'ready', port: ownPort })
