// Clients of the direct connection in a process of their own, without a browser: they send pictures and sound that are
// none, and count what arrives. A fault of native code ends it and not the test.
import { createRequire } from 'node:module'

const { PeerConnection, Video, Audio } = createRequire(import.meta.url)('node-datachannel')

const post = (message) => {
  if (process.connected) process.send(message)
}
/** They keep their tracks: a track that nobody keeps ends at some moment. */
const peers = new Map()
const connect = (name) =>
  new PeerConnection(name, { iceServers: [], forceMediaTransport: true, disableAutoNegotiation: true })

const describe = (peer, type) =>
  new Promise((resolve) => {
    const finish = () => {
      if (peer.gatheringState() === 'complete' && peer.localDescription()) resolve(peer.localDescription().sdp)
    }
    peer.onGatheringStateChange(finish)
    peer.setLocalDescription(type)
    finish()
  })

/**
 * A description whose side begins. With candidates in an offer, the other side may be through before its answer has
 * been read: on a busy machine the library then refuses it, because it knows no fingerprint yet.
 */
const withoutCandidates = (sdp) => sdp.replaceAll(/^a=(candidate:.*|end-of-candidates)\r?\n/gm, '')

function rtp({ payloadType, isLast, seq, timestamp, ssrc }, payload) {
  const head = Buffer.alloc(12)
  head[0] = 0x80
  head[1] = (isLast ? 0x80 : 0) | payloadType
  head.writeUInt16BE(seq & 0xffff, 2)
  head.writeUInt32BE(timestamp >>> 0, 4)
  head.writeUInt32BE(ssrc, 8)
  return Buffer.concat([head, payload])
}

const lines = {
  video: { ssrc: 11, payloadType: 96, rate: 90_000, everyMs: 50 },
  audio: { ssrc: 12, payloadType: 111, rate: 48_000, everyMs: 20 },
}
const keyHead = Buffer.from([0, 0, 0, 0x9d, 0x01, 0x2a, 0x80, 0x02, 0x68, 0x01])

/** A sender. @property size bytes of a picture */
async function send({ id, media, size }) {
  const connection = connect(`sender ${id}`)
  const peer = { connection, tracks: [], timers: [], counts: {}, delays: [], wantsKey: true }
  peers.set(id, peer)
  for (const medium of media) {
    const { ssrc, payloadType, everyMs, rate } = lines[medium]
    const own = medium === 'video' ? new Video(medium, 'SendOnly') : new Audio(medium, 'SendOnly')
    if (medium === 'video') own.addVP8Codec(payloadType)
    else own.addOpusCodec(payloadType)
    own.addSSRC(ssrc, 'test', 'test', medium)
    const track = connection.addTrack(own)
    peer.tracks.push(track)
    // The numbers begin anew soon.
    let seq = 65_500
    let count = 0
    track.onMessage((packet) => {
      if (packet[1] === 206) peer.wantsKey = true
    })
    track.onOpen(() => {
      const next = () => {
        if (!track.isOpen()) return
        const timestamp = Math.round((count * everyMs * rate) / 1000)
        const isKey = peer.wantsKey || count % 20 === 0
        if (medium === 'video') peer.wantsKey = false
        count += 1
        const whole = Buffer.alloc(medium === 'video' ? size : 120, 7)
        if (medium === 'video' && isKey) keyHead.copy(whole)
        for (let offset = 0; offset < whole.length; offset += 1100) {
          const part = whole.subarray(offset, offset + 1100)
          const isLast = offset + 1100 >= whole.length
          const payload = medium === 'video' ? Buffer.concat([Buffer.from([offset === 0 ? 0x10 : 0]), part]) : part
          // When it was sent, for those who measure.
          if (payload.length > 60) payload.writeDoubleBE(performance.now(), 40)
          track.sendMessageBinary(rtp({ payloadType, isLast, seq, timestamp, ssrc }, payload))
          peer.counts[medium] = { last: seq & 0xffff }
          seq += 1
        }
      }
      peer.timers.push(setInterval(next, everyMs))
    })
  }
  return { sdp: withoutCandidates(await describe(connection, 'offer')) }
}

/** A viewer: answers an offer and counts. */
async function watch({ id, sdp }) {
  const peer = peers.get(id) ?? { connection: connect(`viewer ${id}`), tracks: [], timers: [], counts: {}, delays: [] }
  if (!peers.has(id)) {
    peer.connection.onTrack((track) => {
      peer.tracks.push(track)
      const count = (peer.counts[track.type()] ??= { received: 0, lost: 0, last: null })
      track.onMessage((packet) => {
        if (packet[1] >= 192 && packet[1] <= 223) return
        const seq = packet.readUInt16BE(2)
        const step = count.last === null ? 1 : (seq - count.last) & 0xffff
        if (step > 0 && step < 0x8000) {
          count.lost += step - 1
          count.last = seq
        } else count.lost -= 1
        count.received += 1
        if (packet.length > 72) peer.delays.push(performance.now() - packet.readDoubleBE(52))
      })
    })
    peers.set(id, peer)
  }
  peer.connection.setRemoteDescription(withoutCandidates(sdp), 'offer')
  return { sdp: await describe(peer.connection, 'answer') }
}

const actions = {
  send,
  watch,
  answer: ({ id, sdp }) => peers.get(id).connection.setRemoteDescription(sdp, 'answer'),
  count({ id }) {
    const { counts, delays } = peers.get(id) ?? { counts: {}, delays: [] }
    return { counts, delays: delays.splice(0) }
  },
  /** A sender sends nothing more. */
  stop: ({ id }) => peers.get(id).timers.forEach(clearInterval),
}

// Every message has a number, which its answer has as well.
process.on('message', async (message) => {
  try {
    post({ number: message.number, ...(await actions[message.do](message)) })
  } catch (error) {
    post({ number: message.number, error: String(error) })
  }
})
process.on('disconnect', () => process.exit(0))
