/** Sound and picture that go directly, with clients in a process of their own: who may, what is recorded, L7 to L10. */
import { fork, type ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEngine } from '../../../../runtime/modules/live/server/media/sfu/engine.ts'
import { openDirectRoom } from '../../../../runtime/modules/live/server/media/sfu/room.ts'
import type { MediaMedium } from '../../../../runtime/modules/live/shared/media/frames.ts'
import { mediaCloseCodes, moveCode } from '../../../../runtime/modules/live/shared/media/frames.ts'
import { moduleEngines } from '../../../support/databases.ts'
import { openLive, type LiveSite, type Who } from '../live-site.ts'
import { ofAnotherProcess } from './another-process.ts'
import { openMedia, type MediaSocket, type ServerText } from './media-client.ts'
import { framesOf, recorderCluster, recorderHead } from './recorder.ts'
import { describeFile } from './webm-file.ts'

const library = 'node-datachannel'
const isThere = (() => {
  try {
    return createRequire(import.meta.url).resolve(library) !== ''
  } catch {
    return false
  }
})()
if (!isThere) console.log(`Sound and picture do not go directly: the optional package ${library} is not installed.`)

type Counts = Readonly<Partial<Record<MediaMedium, { readonly received: number }>>>

interface Answer {
  readonly number: number
  readonly error?: string
  readonly sdp: string
  readonly counts: Counts
}

/** Clients of the direct connection. */
class Peers {
  readonly #child: ChildProcess = fork(join(import.meta.dirname, 'peers.mjs'), { execArgv: [] })
  readonly #waiting: ((answer: Answer) => void)[] = []

  constructor() {
    this.#child.on('message', (answer: Answer) => this.#waiting[answer.number]?.(answer))
  }

  #ask(action: string, id: string, more: object = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const settle = (answer: Answer): void =>
        answer.error === undefined ? resolve(answer) : reject(new Error(`${action}: ${answer.error}`))
      const number = this.#waiting.push(settle) - 1
      this.#child.send({ do: action, id, number, ...more })
    })
  }

  /** Begins to send. @returns its offer */
  async send(id: string, media: readonly MediaMedium[]): Promise<string> {
    return (await this.#ask('send', id, { media, size: 3000 })).sdp
  }

  async answer(id: string, sdp: string): Promise<void> {
    await this.#ask('answer', id, { sdp })
  }

  /** Takes an offer. @returns the answer */
  async watch(id: string, sdp: string): Promise<string> {
    return (await this.#ask('watch', id, { sdp })).sdp
  }

  async count(id: string, medium: MediaMedium): Promise<number> {
    return (await this.#ask('count', id)).counts[medium]?.received ?? 0
  }

  end(): void {
    this.#child.kill('SIGKILL')
  }
}

const slowly = { timeout: 15_000 }

describe.skipIf(!isThere).each(moduleEngines)('direct sound and picture on $name', (engine) => {
  let site: LiveSite
  let peers: Peers
  let zoe: number
  let count = 0
  beforeAll(async () => {
    site = await openLive(engine)
    zoe = await site.member()
    peers = new Peers()
  })
  /** The process of the server. */
  const media = async () => {
    const opened = await openEngine(site.scope)
    if (typeof opened === 'string') throw new Error(opened)
    return opened
  }
  afterAll(async () => {
    peers?.end()
    if (site) (await media()).stop()
    await site?.dispose()
  })

  /** A client of a stream, and the latest text of a type that it was sent. */
  async function open(who: Who, room: number, request: object, onText: (text: ServerText) => void = () => undefined) {
    const texts: ServerText[] = []
    const client = await openMedia(site, who, room, { ...request, direct: true }, (text) => {
      texts.push(text)
      onText(text)
    })
    const find = <Type extends ServerText['type']>(type: Type) =>
      client.until(() => texts.findLast((text): text is Extract<ServerText, { type: Type }> => text.type === type))
    return { client, find }
  }
  const tell = ({ socket }: MediaSocket, message: object): void => socket.send(JSON.stringify(message))

  /** Sends as a browser does; signals of the lease before are no signals. */
  async function send(who: Who, room: number, offered: readonly MediaMedium[] = ['video', 'audio']) {
    const { client, find } = await open(who, room, { type: 'publish', kind: 'camera' })
    const epoch = (await find('ready')).direct
    if (epoch === null) throw new Error('it goes over the stream')
    const id = `sender ${(count += 1)}`
    tell(client, { type: 'offer', epoch: epoch - 1, sdp: 'v=0' })
    tell(client, { type: 'offer', epoch, sdp: await peers.send(id, offered) })
    await peers.answer(id, (await find('answer')).sdp)
    return { client, epoch }
  }

  /** Watches as a browser does. */
  async function watch(who: Who, room: number) {
    const id = `viewer ${(count += 1)}`
    const lanes = new Set<MediaMedium>()
    const { client } = await open(who, room, { type: 'watch' }, async (text) => {
      if (text.type !== 'lanes' || text.sdp === null) return
      for (const { medium } of text.lanes) lanes.add(medium)
      tell(client, { type: 'answer', epoch: text.epoch - 1, sdp: 'v=0' })
      tell(client, { type: 'answer', epoch: text.epoch, sdp: await peers.watch(id, text.sdp) })
    })
    /** Waits for so many packets more. */
    const receive = async (medium: MediaMedium, packets = 10) => {
      const before = await peers.count(id, medium)
      await expect.poll(() => peers.count(id, medium), slowly).toBeGreaterThanOrEqual(before + packets)
    }
    return { client, id, lanes, receive }
  }

  const recordsOf = (room: number) => site.rows('live_record', { room_id: room })
  const sealed = async (room: number, states: readonly number[]) => {
    await expect.poll(async () => (await recordsOf(room)).map(({ state }) => state), slowly).toEqual(states)
    return recordsOf(room)
  }

  it('brings the teacher to pupils and to those of the stream, records it, and begins anew after a fault', async () => {
    const room = await site.lesson()
    const teacher = await send('teacher', room)
    expect(teacher.epoch).toBe(1)
    const pupil = await watch(zoe, room)
    await pupil.receive('video')
    await pupil.receive('audio')
    // Nothing of it comes over the stream as well; to others all of it does.
    expect(pupil.client.pieces).toEqual([])
    const adam = await openMedia(site, await site.member(), room)
    await adam.until(() => adam.pieces.length > 3)
    tell(pupil.client, { type: 'relay' })
    await pupil.client.until(() => pupil.client.pieces.length > 1)
    // The process ends: the sender begins anew, with the next number, and what was recorded is whole.
    process.kill((await media()).pid!, 'SIGKILL')
    expect(await teacher.client.untilClosed()).toBe(moveCode)
    await adam.until(() => adam.channels().length === 0)
    const again = await send('teacher', room)
    expect(again.epoch).toBe(2)
    await adam.until(() => adam.channels().length === 1)
    await sealed(room, [1, 0])
    for (const { socket } of [pupil.client, adam, again.client]) socket.close()
    for (const { url, start_ms: start, end_ms: end } of await sealed(room, [1, 1])) {
      const { duration, blocks } = describeFile(join(site.app.running.folder, String(url)))
      expect(duration).toBe(Number(end) - Number(start))
      expect(duration).toBeGreaterThan(0)
      expect(new Set(blocks.map(({ medium }) => medium)).size).toBe(2)
    }
  })

  it('L10 hands on what somebody may send now, and nothing once the floor is taken', async () => {
    const room = await site.lesson({ mic: 1, cam: 0 })
    const teacher = await send('teacher', room, ['video'])
    await site.does(zoe, room, { kind: 'hand.up', payload: {} })
    await site.does('teacher', room, { kind: 'floor.give', payload: { person: `user:${zoe}` } })
    const speaking = await send(zoe, room)
    const adam = await watch(await site.member(), room)
    await adam.receive('video')
    await adam.receive('audio')
    // She may not show herself: who sees only her gets no picture.
    const listening = await watch('teacher', room)
    await listening.receive('audio')
    expect([...listening.lanes]).toEqual(['audio'])
    expect(await peers.count(listening.id, 'video')).toBe(0)
    await site.does('teacher', room, { kind: 'floor.take', payload: { person: `user:${zoe}` } })
    expect(await speaking.client.untilClosed()).toBe(mediaCloseCodes.rights)
    await adam.client.until(() => adam.client.channels().length === 1)
    // The picture of the teacher goes on, and tells that time goes by.
    await adam.receive('video')
    const heard = await peers.count(adam.id, 'audio')
    await adam.receive('video', 30)
    expect(await peers.count(adam.id, 'audio')).toBe(heard)
    for (const { client } of [teacher, adam, listening]) client.socket.close()
  })

  it('L7 leaves a room to the process that has it, and takes it once that one is dead', async () => {
    const room = await site.lesson()
    const theirs = await openDirectRoom(ofAnotherProcess(site.scope), room)
    expect(theirs?.epoch).toBe(1)
    const { client, find } = await open('teacher', room, { type: 'publish', kind: 'camera' })
    expect((await find('ready')).direct).toBeNull()
    client.socket.send(Buffer.concat([recorderHead(), recorderCluster(framesOf(0, 200))]))
    await sealed(room, [0])
    expect(client.closed()).toBeNull()
    process.kill(theirs!.engine.pid!, 'SIGKILL')
    await expect.poll(() => theirs!.isOpen, slowly).toBe(false)
    await expect
      .poll(async () => (await site.rows('live_room', { id: room })).map((row) => Number(row['lease_until'])), slowly)
      .toEqual([0])
    client.socket.send(recorderCluster(framesOf(200, 400)))
    expect(await client.untilClosed()).toBe(moveCode)
    const teacher = await send('teacher', room)
    expect(teacher.epoch).toBe(2)
    const pupil = await watch(zoe, room)
    await pupil.receive('video')
    for (const { socket } of [teacher.client, pupil.client]) socket.close()
    await sealed(room, [1, 1])
  })
})
