/** The streams of a room: a client watches, or sends its camera or screen. */
import type { TopicCall, TopicKind } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import type { Scope } from '#generated/live/server.ts'
import { mediaKinds } from '../../shared/events.ts'
import { readSignal } from '../../shared/media/direct.ts'
import type { MediaFrame, MediaRequest } from '../../shared/media/frames.ts'
import { readRoom, statusOf, storedStatus } from '../room.ts'
import { enter } from '../topics.ts'
import { followOthers } from './follow.ts'
import { iceServers } from './ice.ts'
import { publish } from './publish.ts'
import { closeStream, openRelay, type MediaStream, type Relay, type StreamUse } from './relay.ts'
import { probe } from './sfu/probe.ts'
import { DirectViewer } from './sfu/viewer.ts'

const roomOf = (key: string): number => (/^[1-9]\d{0,15}$/.test(key) ? Number(key) : 0)

/** Whether somebody may see and hear: those who may be in the room, and visitors where it is open to them. */
async function mayWatch(call: TopicCall<Database>): Promise<boolean> {
  const id = roomOf(call.key)
  if (call.scope.actor || call.member) return (await enter(call, id)) !== null
  const room = await readRoom(call.scope.database.query, id)
  // Guard T12: visitors listen where the room says so.
  return room?.allow_visit === 1 && storedStatus(room) !== 'cancelled'
}

export const mediaStreams: TopicKind<Database> = {
  name: 'liveMedia',
  mayRead: mayWatch,
  streamsToVisitors: true,
  openStream: (stream) =>
    new Promise((resolve, reject) => {
      let use: StreamUse | null = null
      let work: Promise<void> = Promise.resolve()
      const receive = async (data: Buffer, isBinary: boolean): Promise<void> => {
        if (use) return use.receive(data, isBinary)
        const request = isBinary ? null : readRequest(String(data))
        use = request && (await begin(stream, request))
        if (!use) closeStream(stream, 'request')
      }
      stream.onMessage((data, isBinary) => (work = work.then(() => receive(data, isBinary))))
      stream.onClose(() => {
        work
          .catch(() => undefined)
          .then(() => use?.end())
          .then(resolve, reject)
      })
    }),
}

/** How the following of other processes ends, by relay with viewers. */
const followers = new WeakMap<Relay, () => Promise<void>>()

/** The first message; null = something else. */
function readRequest(text: string): MediaRequest | null {
  try {
    const { type, kind, direct } = JSON.parse(text) as Readonly<Record<string, unknown>>
    if (type === 'probe') return { type }
    if (type === 'watch') return { type, direct: direct === true }
    const source = mediaKinds.find((name) => name === kind)
    return type === 'publish' && source ? { type, kind: source, direct: direct === true } : null
  } catch {
    return null
  }
}

/** Guard T12: servers with a password are told while the lesson is going on, and to nobody before or after it. */
async function sendIceServers(stream: MediaStream, { settings, database }: Scope, id: number): Promise<void> {
  const servers = iceServers(settings)
  if (servers.length === 0) return
  const room = await readRoom(database.query, id)
  if (room && statusOf(room) === 'live') stream.send(JSON.stringify({ type: 'ice', servers } satisfies MediaFrame))
}

async function begin(stream: MediaStream, request: MediaRequest): Promise<StreamUse> {
  const call = await stream.call()
  // The hub calls with the tables of the module.
  const scope = call.scope as Scope
  const room = roomOf(call.key)
  await sendIceServers(stream, scope, room)
  if (request.type === 'publish') return publish(stream, room, request)
  if (request.type === 'probe') return probe(stream, scope)
  const { relay, leave } = openRelay(scope.database.adapter, room)
  const entered = scope.actor || call.member ? await enter(call, room) : null
  const giveUp = (): void => {
    direct?.close()
    relay.giveUpDirect(viewer)
  }
  const direct = request.direct ? new DirectViewer(stream, giveUp) : null
  const viewer = relay.watch(stream, entered?.person.holder ?? null, direct)
  const stopFollowing = relay.viewerCount === 1 ? followOthers(scope, room, relay) : null
  if (stopFollowing) followers.set(relay, stopFollowing)
  return {
    async receive(data, isBinary) {
      const signal = isBinary ? null : readSignal(String(data))
      if (signal?.type === 'relay') giveUp()
      else if (signal) direct?.take(signal)
    },
    async end() {
      direct?.close()
      relay.leave(viewer)
      if (relay.viewerCount === 0) await followers.get(relay)?.()
      leave()
    },
  }
}
