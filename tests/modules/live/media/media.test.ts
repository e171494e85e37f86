/** Sound and picture of a lesson through the server: who may send and see them, and what is recorded (L7 to L10). */
import { createHmac } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Scope } from '#generated/live/server.ts'
import { liveErasure } from '../../../../runtime/modules/live/server/erasure.ts'
import { followOthers } from '../../../../runtime/modules/live/server/media/follow.ts'
import {
  noteMissing,
  removeOld,
  repairAbandoned,
  warnOfLittleRoom,
} from '../../../../runtime/modules/live/server/media/jobs.ts'
import { openRelay, RelayChannel, type MediaStream } from '../../../../runtime/modules/live/server/media/relay.ts'
import { Recording } from '../../../../runtime/modules/live/server/media/recording.ts'
import { recordingSettings } from '../../../../runtime/modules/live/server/media/settings.ts'
import { mediaCloseCodes } from '../../../../runtime/modules/live/shared/media/frames.ts'
import { endRetention, moduleEngines } from '../../../support/databases.ts'
import { openLive, type LiveSite, type Who } from '../live-site.ts'
import { clusterStart, isHead, openMedia, publish } from './media-client.ts'
import { framesOf, recorderCluster, recorderHead } from './recorder.ts'

const slowly = { timeout: 15_000 }

/** A scope with the folder and the settings of the server. */
function scopeOfSite({ scope, app }: LiveSite): Scope {
  const { settings } = scope
  const upload = { ...settings.upload, folder: join(app.running.folder, 'storage') }
  const initial = Object.entries(recordingSettings).map(([name, { initial: value }]) => [name, value] as const)
  return { ...scope, settings: { ...settings, upload, own: { ...settings.own, ...Object.fromEntries(initial) } } }
}

describe.each(moduleEngines)('sound and picture on $name', (engine) => {
  let site: LiveSite
  let [zoe, adam]: number[] = []
  /** A scope with the folder and the settings of the server. */
  let scope: Scope
  beforeAll(async () => {
    site = await openLive(engine)
    ;[zoe, adam] = [await site.member(), await site.member()]
    scope = scopeOfSite(site)
  })
  afterAll(() => site?.dispose())

  const recordsOf = (room: number) => site.rows('live_record', { room_id: room })
  const sealed = async (room: number, count = 1) => {
    await expect
      .poll(async () => (await recordsOf(room)).filter(({ state }) => state === 1 || state === 2).length, slowly)
      .toBe(count)
    return recordsOf(room)
  }

  it('brings the teacher to everybody in the room, late ones included, and to nobody else', async () => {
    const room = await site.lesson()
    const zoes = await openMedia(site, zoe!, room)
    const teacher = await publish(site, 'teacher', room)
    teacher.send()
    const [channel] = await zoes.until(() => (zoes.channels().length === 1 ? zoes.channels() : null))
    expect(channel).toMatchObject({ holder: `admin:${site.teacher}`, kind: 'camera', hasVideo: true, hasAudio: true })
    for (let part = 0; part < 7; part += 1) teacher.send()
    await zoes.until(() => zoes.pieces.some(({ bytes }) => !isHead(bytes) && clusterStart(bytes) >= 1200))
    expect(isHead(zoes.pieces[0]!.bytes)).toBe(true)
    // A late pupil begins with the last picture that needs no other, not with what was before.
    const adams = await openMedia(site, adam!, room)
    await adams.until(() => adams.pieces.length >= 2)
    expect(isHead(adams.pieces[0]!.bytes)).toBe(true)
    expect(clusterStart(adams.pieces[1]!.bytes)).toBe(1000)
    // The sender does not hear itself.
    const second = await openMedia(site, 'teacher', room)
    teacher.send()
    await adams.until(() => adams.pieces.some(({ bytes }) => clusterStart(bytes) >= 1400))
    expect(second.pieces).toEqual([])
    await expect(openMedia(site, null, room)).rejects.toThrow('404')
    const open = await site.lesson({ allow_visit: 1 })
    const visitor = await openMedia(site, null, open)
    const other = await publish(site, 'teacher', open, { media: ['audio'] })
    other.send()
    await visitor.until(() => visitor.pieces.length >= 2)
    expect(visitor.channels()).toMatchObject([{ hasVideo: false, mime: 'audio/webm;codecs=opus' }])
    // A visitor cannot send, and neither can an administrator who does not teach.
    const guest = await openMedia(site, null, open, { type: 'publish', kind: 'camera' })
    expect(await guest.untilClosed()).toBe(mediaCloseCodes.over)
    // A pupil who is sent out hears nothing more.
    await site.does('teacher', room, { kind: 'remove', payload: { person: `user:${zoe}` } })
    expect(await zoes.untilClosed()).toBe(4403)
    // The lesson is over: sending ends, and what was recorded is complete.
    await site.lessonAction(room, 'end')
    teacher.send()
    expect(await teacher.untilClosed()).toBe(mediaCloseCodes.over)
    await adams.until(() => adams.channels().length === 0)
    for (const { socket } of [adams, second, visitor, other]) socket.close()
    await sealed(room)
  })

  it('L10 a pupil is heard with the floor only, and L7 of two places the later one', async () => {
    const room = await site.lesson({ mic: 1, cam: 0 })
    const watching = await openMedia(site, 'teacher', room)
    const early = await publish(site, zoe!, room)
    expect(await early.untilClosed()).toBe(mediaCloseCodes.rights)
    await site.does(zoe!, room, { kind: 'hand.up', payload: {} })
    await site.does('teacher', room, { kind: 'floor.give', payload: { person: `user:${zoe}` } })
    const speaking = await publish(site, zoe!, room)
    speaking.send()
    // The camera is not allowed: it is left out, and sound arrives.
    await watching.until(() => watching.channels().length === 1)
    expect(watching.channels()).toMatchObject([{ hasVideo: false, hasAudio: true }])
    await watching.until(() => watching.pieces.length >= 2)
    const screen = await publish(site, zoe!, room, { kind: 'screen' })
    expect(await screen.untilClosed()).toBe(mediaCloseCodes.rights)
    // From another tab: the first one is told, and nothing of it arrives any more.
    const elsewhere = await publish(site, zoe!, room)
    expect(await speaking.untilClosed()).toBe(mediaCloseCodes.replaced)
    elsewhere.send()
    await watching.until(() => watching.channels()[0]?.id !== watching.pieces[0]?.channel)
    // Another process takes the place.
    const [track] = await site.rows('live_track', { room_id: room, holder: `user:${zoe}`, kind: 0 })
    expect(Number(track!['epoch'])).toBe(2)
    await site.update('live_track', Number(track!['id']), { epoch: 3 })
    elsewhere.send()
    expect(await elsewhere.untilClosed()).toBe(mediaCloseCodes.replaced)
    const last = await publish(site, zoe!, room)
    last.send()
    await watching.until(() => watching.pieces.at(-1)?.channel === watching.channels()[0]?.id)
    await watching.until(() => !isHead(watching.pieces.at(-1)!.bytes))
    await site.does('teacher', room, { kind: 'floor.take', payload: { person: `user:${zoe}` } })
    const heard = watching.pieces.length
    last.send()
    expect(await last.untilClosed()).toBe(mediaCloseCodes.rights)
    await watching.until(() => watching.channels().length === 0)
    expect(watching.pieces.length).toBe(heard)
    const noise = await publish(site, 'teacher', room)
    noise.socket.send(Buffer.from('no recording'))
    expect(await noise.untilClosed()).toBe(mediaCloseCodes.format)
    watching.socket.close()
    await sealed(room, 3)
  })

  it('tells servers for STUN and TURN to those who may use sound and picture, while the lesson goes on', async () => {
    const set = async (values: object) => {
      const answer = await site.app.post<{ errors?: object }>(site.teacher, 'routine.Config/edit', values)
      return answer.code === 1 ? 'stored' : JSON.stringify(answer.data)
    }
    const [scheduled, open] = [await site.room(), await site.lesson({ allow_visit: 1, record: 0 })]
    const serversOf = async (who: Who | null, room: number) => {
      const client = await openMedia(site, who, room, { type: 'watch' })
      // The list of channels comes after the servers.
      await client.until(() => client.isTold())
      client.socket.close()
      return client.servers()
    }
    expect(await serversOf(zoe!, open)).toBe(null)
    for (const address of ['http://a.test', 'stun:', 'turn:user@a.test', 'turn:a.test?transport=tls', 'stun:a test'])
      expect(await set({ live_ice_servers: address }), address).toContain('live_ice_servers')
    const addresses = 'stun:stun.test:3478\nturn:turn.test?transport=tcp\nturns:[2001:db8::1]:5349'
    const servers = [{ urls: ['stun:stun.test:3478'] }]
    const turn = ['turn:turn.test?transport=tcp', 'turns:[2001:db8::1]:5349']
    // Without a secret nobody gets in at a TURN server.
    expect(await set({ live_ice_servers: addresses })).toBe('stored')
    expect(await serversOf(zoe!, open)).toEqual(servers)
    expect(await set({ live_ice_secret: 'k3y' })).toBe('stored')
    const [, pass] = (await serversOf(null, open))!
    expect(pass).toMatchObject({ urls: turn, username: expect.stringMatching(/^\d{10}:[0-9a-f]{12}$/) })
    const { username, credential } = pass!
    expect(Number(username!.split(':')[0]) - Date.now() / 1000).toBeGreaterThan(11 * 3600)
    expect(credential).toBe(createHmac('sha1', 'k3y').update(username!).digest('base64'))
    expect(await set({ live_ice_user: 'class' })).toContain('live_ice_secret')
    expect(await set({ live_ice_user: 'class', live_ice_secret: 'other' })).toBe('stored')
    const account = { urls: turn, username: 'class', credential: 'other' }
    expect(await serversOf('teacher', open)).toEqual([...servers, account])
    expect(await serversOf('teacher', scheduled)).toBe(null)
    await site.lessonAction(open, 'end')
    expect(await serversOf(zoe!, open)).toBe(null)
    const settings = await site.app.get(site.teacher, 'routine.Config/index')
    expect(JSON.stringify(settings)).not.toMatch(/k3y|"other"/)
    expect(await set({ live_ice_servers: '', live_ice_secret: '' })).toBe('stored')
  })

  it('records what is sent, says so to everybody, and keeps it private', async () => {
    const room = await site.lesson()
    expect((await site.read<{ recorded: boolean }>(zoe!, 'info', room)).data.recorded).toBe(true)
    const teacher = await publish(site, 'teacher', room)
    const pupil = await openMedia(site, zoe!, room)
    for (let part = 0; part < 12; part += 1) teacher.send()
    await pupil.until(() => pupil.pieces.some(({ bytes }) => !isHead(bytes) && clusterStart(bytes) >= 2200))
    pupil.socket.close()
    await expect.poll(async () => (await site.state(zoe!, room)).recordings.length, slowly).toBe(1)
    const { recordings } = await site.state(zoe!, room)
    expect(Math.abs(recordings[0]!.since - Date.now())).toBeLessThan(60_000)
    // The tab is killed (jitsi#14581): what came until then is a whole recording.
    teacher.socket.terminate()
    const [row] = await sealed(room)
    expect(row).toMatchObject({ state: 1, reason: 2, kind: 0, user_id: null, admin_id: site.teacher })
    expect(Number(row!['end_ms']) - Number(row!['start_ms'])).toBe(2380)
    expect((await site.state(zoe!, room)).recordings).toEqual([])
    const url = String(row!['url'])
    expect((await fetch(`${site.address}${url}`)).status).toBe(404)
    const records = await site.app.get<{ list: { url_info: { address: string }[] }[] }>(
      site.teacher,
      'live.Record/index?limit=100',
    )
    const ticket = records.data.list.flatMap(({ url_info: files }) => files).at(0)?.address
    const part = await fetch(`${site.address}${ticket}`, { headers: { range: 'bytes=100-199' } })
    expect([part.status, part.headers.get('content-type')]).toEqual([206, 'video/webm'])
    expect((await part.arrayBuffer()).byteLength).toBe(100)
    expect(existsSync(join(site.app.running.folder, 'storage/.growing', String(row!['file'])))).toBe(false)
    expect(await site.findings()).toEqual([])
    // A room that is not recorded.
    const plain = await site.lesson({ record: 0 })
    const watching = await openMedia(site, zoe!, plain)
    const sender = await publish(site, 'teacher', plain)
    sender.send()
    await watching.until(() => watching.pieces.length >= 2)
    expect(await recordsOf(plain)).toEqual([])
    sender.socket.close()
    watching.socket.close()
  })

  it('L9 repairs the recordings of a process that was killed', async () => {
    const room = await site.lesson()
    const teacher = await publish(site, 'teacher', room)
    for (let part = 0; part < 6; part += 1) teacher.send()
    teacher.socket.terminate()
    const [row] = await sealed(room)
    const crashed = async (file: string, bytes: Buffer | null): Promise<number> => {
      const { id: _id, url: _url, ...values } = row!
      const growing = join(scope.settings.upload.folder, '.growing')
      mkdirSync(growing, { recursive: true })
      if (bytes) writeFileSync(join(growing, file), bytes)
      const fresh = { ...values, file, state: 0, seen_ms: Date.now() - 60_000 }
      const added = await site.app.database.write((trx) =>
        trx.insertInto('live_record').values(fresh).returning('id').executeTakeFirstOrThrow(),
      )
      return Number(added['id'])
    }
    const { WebmReader } = await import('../../../../runtime/modules/live/server/media/webm/reader.ts')
    const { fileHead } = await import('../../../../runtime/modules/live/server/media/webm/writer.ts')
    const { Assembler } = await import('../../../../runtime/modules/live/server/media/webm/assemble.ts')
    const reader = new WebmReader()
    const blocks = reader.push(Buffer.concat([recorderHead(), recorderCluster(framesOf(0, 5000))]))
    const clusters = new Assembler(reader.tracks!, blocks, Date.now()).add(blocks, Date.now())
    const whole = Buffer.concat([fileHead(reader.tracks!), ...clusters.map(({ bytes }) => bytes)])
    const killed = await crashed('aaaaaaaaaaaaaaaa.webm', whole.subarray(0, whole.length - 5))
    const lost = await crashed('bbbbbbbbbbbbbbbb.webm', null)
    const empty = await crashed('cccccccccccccccc.webm', Buffer.alloc(0))
    await repairAbandoned(scope)
    const rows = new Map((await recordsOf(room)).map((record) => [Number(record['id']), record]))
    // The last second was being written.
    expect(rows.get(killed)).toMatchObject({ state: 2, seconds: 4, reason: 2 })
    expect(rows.get(lost)).toMatchObject({ state: 3, url: null })
    expect(rows.get(empty)).toMatchObject({ state: 3, url: null })
    const growing = readdirSync(join(scope.settings.upload.folder, '.growing'))
    expect(growing.filter((name) => /^([abc])\1{15}\./.test(name))).toEqual([])
    expect((await site.rows('attachment', { url: String(rows.get(killed)!['url']) })).length).toBe(1)
    expect(await site.findings()).toEqual([])
  })

  it('ends a recording for which there is no room, and not the lesson', async () => {
    const room = await site.lesson()
    const teacher = await publish(site, 'teacher', room)
    const watching = await openMedia(site, zoe!, room)
    teacher.send()
    await expect.poll(async () => (await site.state(zoe!, room)).recordings.length, slowly).toBe(1)
    const [row] = await recordsOf(room)
    const isStill = async () => (await site.read<{ still: boolean }>('teacher', 'growth', room)).data.still
    expect(await isStill()).toBe(false)
    await site.update('live_record', Number(row!['id']), { seen_ms: Date.now() - 16_000 })
    expect(await isStill()).toBe(true)
    // The disk takes nothing more.
    const full = { append: () => Promise.reject(new Error('ENOSPC')), complete: async () => ({ duration: 200 }) }
    const recording = new Recording(Number(row!['id']), room, String(row!['file']), full as never)
    await recording.append(scope, { start: 0, end: 200, isKey: true, bytes: Buffer.alloc(1) })
    expect((await recordsOf(room))[0]).toMatchObject({ reason: 1 })
    expect((await site.state(zoe!, room)).recordings).toEqual([])
    teacher.send()
    await watching.until(() => watching.pieces.some(({ bytes }) => !isHead(bytes) && clusterStart(bytes) >= 200))
    teacher.socket.close()
    // The site has used up what it gives to recordings: sound and picture go on without one.
    await site.update('live_record', Number(row!['id']), { bytes: 60 * 1024 ** 3 })
    const again = await publish(site, 'teacher', room)
    again.send()
    await watching.until(() => watching.pieces.filter(({ bytes }) => isHead(bytes)).length === 2)
    await watching.until(() => watching.pieces.at(-1)!.channel === watching.channels()[0]?.id)
    expect((await recordsOf(room)).length).toBe(1)
    again.socket.close()
    watching.socket.close()
    await site.update('live_record', Number(row!['id']), { bytes: 1 })
  })
})

describe.each(moduleEngines)('recordings on $name', (engine) => {
  let site: LiveSite
  let zoe: number
  let scope: Scope
  beforeAll(async () => {
    site = await openLive(engine)
    zoe = await site.member()
    scope = scopeOfSite(site)
  })
  afterAll(() => site?.dispose())

  /** A lesson with a recording of some seconds, which is over. */
  const recordedLesson = async (): Promise<number> => {
    const room = await site.lesson()
    const teacher = await publish(site, 'teacher', room)
    teacher.send(3000)
    await expect.poll(async () => (await site.state('teacher', room)).recordings.length, slowly).toBe(1)
    await site.lessonAction(room, 'end')
    teacher.send()
    await teacher.untilClosed()
    await expect.poll(async () => (await site.rows('live_record', { room_id: room, state: 1 })).length, slowly).toBe(1)
    return room
  }
  interface Replay {
    readonly recordings: readonly { readonly video: boolean; readonly address: string; readonly start: number }[]
  }
  const list = (who: Who | null, room: number) => site.read<Replay>(who, 'recordings', room, '&session=1')

  it('are played by those who may be in the room, part by part, until they are too old', async () => {
    const room = await recordedLesson()
    for (const who of ['teacher', zoe] as const) {
      const { recordings } = (await list(who, room)).data
      expect(recordings).toMatchObject([{ kind: 'camera', video: true }])
      const { address } = recordings[0]!
      const part = await fetch(`${site.address}${address}`, { headers: { range: 'bytes=10-19' } })
      expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10])
    }
    expect((await list(null, room)).code).not.toBe(1)
    await site.does('teacher', await site.lesson(), { kind: 'chat', payload: { text: 'elsewhere' } })
    const [row] = await site.rows('live_record', { room_id: room })
    await site.update('live_record', Number(row!['id']), { create_time: Math.floor(Date.now() / 1000) - 181 * 86_400 })
    await endRetention(site.app.database)
    const other = await recordedLesson()
    await removeOld(scope)
    expect(await site.rows('live_record', { room_id: room })).toEqual([])
    expect(await site.rows('attachment', { url: String(row!['url']) })).toEqual([])
    const file = join(site.app.running.folder, String(row!['url']))
    await expect.poll(() => existsSync(file), slowly).toBe(false)
    expect((await list(zoe, other)).data.recordings.length).toBe(1)
  })

  it('are noted as missing where a backup without them was restored, and tell when there is little room', async () => {
    const room = await recordedLesson()
    const [row] = await site.rows('live_record', { room_id: room })
    await warnOfLittleRoom(scope)
    expect(await site.rows('notice', { kind: 'live/littleRoom' })).toEqual([])
    await site.update('live_record', Number(row!['id']), { bytes: 41 * 1024 ** 3 })
    await warnOfLittleRoom(scope)
    await warnOfLittleRoom(scope)
    expect((await site.rows('notice', { kind: 'live/littleRoom' })).length).toBe(1)
    rmSync(join(site.app.running.folder, String(row!['url'])))
    expect(await noteMissing(scope)).toBe(1)
    expect((await site.rows('live_record', { room_id: room }))[0]).toMatchObject({ state: 3, url: null, bytes: 0 })
    expect(await site.rows('attachment', { url: String(row!['url']) })).toEqual([])
    expect(await noteMissing(scope)).toBe(0)
    expect((await list(zoe, room)).data.recordings).toEqual([])
  })

  it('of a pupil are deleted with the account', async () => {
    const room = await site.lesson({ mic: 1 })
    const former = await site.member()
    await site.does(former, room, { kind: 'hand.up', payload: {} })
    await site.does('teacher', room, { kind: 'floor.give', payload: { person: `user:${former}` } })
    const pupil = await publish(site, former, room, { media: ['audio'] })
    pupil.send(2000)
    await expect.poll(async () => (await site.state(zoe, room)).recordings.length, slowly).toBe(1)
    pupil.socket.close()
    const sealedRows = () => site.rows('live_record', { room_id: room, state: 1 })
    await expect.poll(async () => (await sealedRows()).length, slowly).toBe(1)
    const [row] = await sealedRows()
    const tables = (await liveErasure.export!(scope as never, former)).map(({ name }) => name)
    expect(tables).toContain('live/record')
    await site.app.database.write(async (trx) => {
      const call = { scope: scope as never, trx: trx as never }
      for (const { lock } of liveErasure.locks ?? []) await lock(call, [former])
      await liveErasure.erase(call, former)
    })
    expect(await site.rows('live_record', { room_id: room })).toEqual([])
    expect(await site.rows('live_track', { room_id: room })).toEqual([])
    expect(await site.rows('attachment', { url: String(row!['url']) })).toEqual([])
    await expect.poll(() => existsSync(join(site.app.running.folder, String(row!['url']))), slowly).toBe(false)
  })

  it('reach the viewers of other processes while they grow', async () => {
    const room = await site.lesson()
    const teacher = await publish(site, 'teacher', room)
    teacher.send(1200)
    await expect.poll(async () => (await site.state(zoe, room)).recordings.length, slowly).toBe(1)
    // Another process has another adapter of the same database.
    const { database } = scope
    const adapter: unknown = Object.create(database.adapter as object)
    const other = Object.create(database, { adapter: { value: adapter } }) as typeof database
    const elsewhere = { ...scope, database: other }
    const pieces: Buffer[] = []
    const stream = { buffered: 0, send: (data: string | Buffer) => typeof data !== 'string' && pieces.push(data) }
    const { relay } = openRelay({}, room)
    const viewer = relay.watch(stream as unknown as MediaStream, null)
    const stop = followOthers(elsewhere, room, relay)
    await expect.poll(() => pieces.length, slowly).toBeGreaterThan(1)
    expect(isHead(pieces[0]!.subarray(4))).toBe(true)
    teacher.send(1200)
    await expect.poll(() => clusterStart(pieces.at(-1)!.subarray(4)), slowly).toBeGreaterThanOrEqual(1200)
    teacher.socket.close()
    await expect.poll(() => relay.viewerCount === 1 && pieces.length > 0, slowly).toBe(true)
    await stop()
    relay.leave(viewer)
    expect(relay.isEmpty).toBe(true)
  })
})

describe('viewers', () => {
  it('T65 who is too slow misses what comes until the next picture that needs no other', () => {
    const clusters: { readonly start: number }[] = []
    let waiting = 0
    const stream = {
      get buffered() {
        return waiting
      },
      send: (data: string | Buffer) =>
        typeof data === 'string' || isHead(data.subarray(4)) ? undefined : clusters.push({ start: data.readUInt8(4) }),
    }
    const { relay, leave } = openRelay({}, 1)
    const channel = new RelayChannel(1, 'admin:1', 'camera', () => undefined)
    relay.open(channel)
    const viewer = relay.watch(stream as unknown as MediaStream, null)
    channel.head = Buffer.from('1a45dfa3', 'hex')
    relay.begin(channel)
    const send = (start: number, isKey: boolean): void =>
      relay.send(channel, { start, end: start, isKey, bytes: Buffer.from([start, 0, 0, 0]) })
    send(0, false)
    send(1, true)
    send(2, false)
    waiting = 2 * 1024 * 1024
    send(3, false)
    waiting = 512 * 1024
    // Still too much to begin again.
    send(4, true)
    waiting = 0
    send(5, false)
    send(6, true)
    send(7, false)
    expect(clusters.map(({ start }) => start)).toEqual([1, 2, 6, 7])
    // Pictures without a beginning are not kept without end for those who come later.
    channel.remember({ start: 8, end: 8, isKey: true, bytes: Buffer.alloc(3 * 1024 * 1024) })
    expect(channel.recent).toEqual([])
    relay.leave(viewer)
    relay.close(channel)
    leave()
  })
})
