/** Recordings as files: what a browser records in pieces becomes one file of known length, also after a crash (L8). */
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Assembler } from '../../../../runtime/modules/live/server/media/webm/assemble.ts'
import { children, ids, readUint, WebmError } from '../../../../runtime/modules/live/server/media/webm/ebml.ts'
import { RecordingFile, repairFile } from '../../../../runtime/modules/live/server/media/webm/file.ts'
import { WebmReader } from '../../../../runtime/modules/live/server/media/webm/reader.ts'
import { fileHead } from '../../../../runtime/modules/live/server/media/webm/writer.ts'
import { framesOf, picture, recorderCluster, recorderHead, type Frame } from './recorder.ts'
import { describeFile } from './webm-file.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tablewright-webm-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Piece {
  readonly now: number
  readonly bytes: Buffer
}

/** Records pieces as the server does. @returns where the recording began and the path of its file */
async function record(name: string, pieces: readonly Piece[], complete = true) {
  const reader = new WebmReader()
  const path = join(folder, name)
  let file: RecordingFile | null = null
  let assembler: Assembler | null = null
  for (const { now, bytes } of pieces) {
    const blocks = reader.push(bytes)
    if (blocks.length === 0) continue
    assembler ??= new Assembler(reader.tracks!, blocks, now)
    file ??= await RecordingFile.create(path, fileHead(reader.tracks!), 'video')
    for (const cluster of assembler.add(blocks, now)) await file.append(cluster)
  }
  const completed = complete ? await file!.complete() : (await file!.close(), null)
  return { path, startedAt: assembler!.startedAt, completed }
}

/** Each frame says when it was recorded, in milliseconds of the wall clock. */
const stamped = (frames: readonly Frame[], wall: number): Frame[] =>
  frames.map((frame) => {
    const stamp = Buffer.alloc(8)
    stamp.writeDoubleBE(wall + frame.time)
    return { ...frame, data: frame.medium === 'video' ? picture(frame.isKey ?? false, stamp) : stamp }
  })

/** The tracks of a recorder with sound and picture. */
function recorderTracks() {
  const reader = new WebmReader()
  reader.push(recorderHead())
  return reader.tracks!
}

describe('recordings as files', () => {
  it('L8 bbb#8815 keeps sound, picture and clock together, over half an hour with three pauses', async () => {
    const pieces: Piece[] = [{ now: 0, bytes: recorderHead() }]
    const start = Date.now()
    let [recorder, wall, arrival] = [0, start, start]
    for (let part = 0; part < 4; part += 1) {
      for (const end = recorder + 450_000; recorder < end; recorder += 200, wall += 200) {
        // The line takes between 0 and 90 ms, and once in a while three seconds, for which everything waits.
        arrival = Math.max(arrival, wall + 200 + (recorder % 90) + (recorder % 100_000 === 50_000 ? 3000 : 0))
        const frames = stamped(framesOf(recorder, recorder + 200), wall - recorder)
        pieces.push({ now: arrival, bytes: recorderCluster(frames) })
      }
      // The recorder is paused for a minute, of which its clock knows nothing.
      if (part < 3) wall += 60_000
    }
    const { path, startedAt, completed } = await record('half-an-hour.webm', pieces)
    const { duration, cues, blocks, elements } = describeFile(path)
    expect(completed?.duration).toBe(duration)
    expect(elements[0]).toMatchObject({ id: ids.seekHead })
    // As long as it took, pauses included, give or take a tenth of a second.
    expect(Math.abs(duration! - (wall - start))).toBeLessThanOrEqual(100)
    const lateness = (medium: 'video' | 'audio'): number => {
      const last = blocks.findLast((block) => block.medium === medium)!
      return startedAt + last.time - last.data.readDoubleBE(medium === 'video' ? 1 : 0)
    }
    expect(Math.abs(lateness('video') - lateness('audio'))).toBeLessThanOrEqual(80)
    expect(Math.abs(lateness('video'))).toBeLessThanOrEqual(100)
    const gaps = cues.slice(1).map(({ time }, index) => time - cues[index]!.time)
    // A cue every five seconds at least, pauses apart.
    expect(gaps.filter((gap) => gap > 5000)).toHaveLength(3)
  })

  const clocks: Readonly<Record<string, (time: number) => number>> = {
    'a clock that is too slow': (time) => time * 1.0005,
    'a clock that is too fast': (time) => time / 1.0005,
    'three short pauses': (time) => time + [100_000, 300_000, 500_000].filter((pause) => time >= pause).length * 700,
    'a line that is slow at first': (time) => time,
  }
  it.each(Object.keys(clocks))('L8 ten minutes last as long as they took, with %s', (name) => {
    const wall = clocks[name]!
    const tracks = recorderTracks()
    let [arrival, assembler] = [0, null as Assembler | null]
    for (let time = 0; time < 600_000; time += 500) {
      const isSlow = name.startsWith('a line') && time === 0
      arrival = Math.max(arrival, wall(time + 500) + (isSlow ? 400 : (time / 500) % 40))
      const blocks = (['audio', 'video'] as const).flatMap((medium) =>
        [0, 480].map((offset) => ({ medium, time: time + offset, isKey: true, data: Buffer.alloc(1) })),
      )
      assembler ??= new Assembler(tracks, blocks, arrival)
      for (const { start, end } of assembler.add(blocks, arrival)) expect(end).toBeGreaterThanOrEqual(start)
    }
    expect(Math.abs(assembler!.end - (wall(600_000) - wall(0)))).toBeLessThanOrEqual(100)
  })

  it('egress#210 half a second without any packet leaves one recording with a gap as long', async () => {
    const frames = [...framesOf(0, 5000), ...framesOf(5500, 10_000)]
    const pieces = [
      { now: 0, bytes: recorderHead() },
      ...Array.from({ length: 50 }, (_none, index) => ({
        now: 200 + index * 200,
        bytes: frames.filter(({ time }) => Math.floor(time / 200) === index),
      }))
        .filter(({ bytes }) => bytes.length > 0)
        .map(({ now, bytes }) => ({ now, bytes: recorderCluster(bytes) })),
    ]
    const { path } = await record('gap.webm', pieces)
    const { blocks, duration } = describeFile(path)
    expect(duration).toBe(9980)
    for (const medium of ['video', 'audio'] as const) {
      const times = blocks.filter((block) => block.medium === medium).map(({ time }) => time)
      const gaps = times.slice(1).map((time, index) => time - times[index]!)
      expect(Math.max(...gaps)).toBeLessThanOrEqual(600)
      expect(gaps.filter((gap) => gap > 50)).toHaveLength(1)
    }
  })

  it('leads players to pictures that need no other, and says where index and end are', async () => {
    const bytes = Buffer.concat([
      recorderHead(),
      ...Array.from({ length: 50 }, (_none, index) => recorderCluster(framesOf(index * 200, index * 200 + 200))),
    ])
    // The pieces of a network have no respect for elements.
    const pieces = Array.from({ length: Math.ceil(bytes.length / 777) }, (_none, index) => ({
      now: 1000 + index * 60,
      bytes: bytes.subarray(index * 777, (index + 1) * 777),
    }))
    const { path } = await record('pieces.webm', pieces)
    const { elements, cues, seeks, duration } = describeFile(path)
    expect(elements[0]!.segmentSize).toBe(elements[0]!.total)
    expect(duration).toBe(9980)
    expect(cues.map(({ time }) => time)).toEqual(Array.from({ length: 10 }, (_none, index) => index * 1000))
    for (const { place, time } of cues) {
      const cluster = elements.find((element) => element.place === place)!
      expect(cluster.id).toBe(ids.cluster)
      const [timecode, first] = [...children(cluster.content)]
      expect(readUint(timecode!.content)).toBe(time)
      expect(first!.content[3]! & 0x80).toBe(0x80)
    }
    for (const { id, place } of seeks) expect(elements.find((element) => element.place === place)?.id).toBe(id)
    expect(seeks.map(({ id }) => id)).toEqual([ids.info, ids.tracks, ids.cues])
  })

  it('L9 repairs a file whose writer was killed at any byte, once or again', async () => {
    const pieces = [
      { now: 0, bytes: recorderHead() },
      ...Array.from({ length: 40 }, (_none, index) => ({
        now: 200 + index * 200,
        bytes: recorderCluster(framesOf(index * 200, index * 200 + 200)),
      })),
    ]
    const { path } = await record('killed.webm', pieces, false)
    const whole = readFileSync(path)
    const first = whole.indexOf(Buffer.from('1f43b675', 'hex'))
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: first, max: whole.length }), async (cut) => {
        writeFileSync(path, whole)
        truncateSync(path, cut)
        const repaired = await repairFile(path)
        const before = new WebmReader()
        const times = before.push(whole.subarray(0, cut)).map(({ time }) => time)
        if (repaired === null) return void expect(times.length).toBeLessThanOrEqual(14)
        // All but the cluster that was being written, of 200 ms.
        expect(repaired.duration).toBeGreaterThanOrEqual(Math.max(...times) - 200)
        expect(describeFile(path).duration).toBe(repaired.duration)
        const complete = readFileSync(path)
        expect(await repairFile(path)).toEqual(repaired)
        expect(readFileSync(path).equals(complete)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('T65 refuses what is no recording of a browser, and keeps nothing of what never ends', () => {
    const read = (...parts: readonly Buffer[]) => new WebmReader().push(Buffer.concat(parts))
    expect(() => read(Buffer.from('<html>'))).toThrow(WebmError)
    expect(() => read(recorderHead(['video'], 'V_VP9'))).toThrow('codec')
    const endless = Buffer.concat([recorderHead(), Buffer.from('a3', 'hex'), Buffer.from('0100000000200000', 'hex')])
    expect(() => read(endless)).toThrow('too long')
    expect(() => read(recorderHead().subarray(0, 12), Buffer.from('1654ae6b0100000000ffffff', 'hex'))).toThrow(
      WebmError,
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.nat(300), (noise, place) => {
        const bytes = Buffer.concat([recorderHead(), recorderCluster(framesOf(0, 400))])
        const damaged = Buffer.concat([bytes.subarray(0, place), Buffer.from(noise), bytes.subarray(place)])
        try {
          new WebmReader().push(damaged)
        } catch (error) {
          expect(error).toBeInstanceOf(WebmError)
        }
      }),
      { numRuns: 300 },
    )
  })
})
