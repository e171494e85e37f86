/**
 * Writes WebM: the head of a file, clusters that can be appended one by one, and what is added at the end so that
 * players know how long it is and can go to any place (cues). Viewers of the lesson get the same bytes.
 */
import { element, float, ids, longSize, nothing, sizeBytes, uint, uint8, unknownSize } from './ebml.ts'
import type { Block, Medium, Track } from './reader.ts'

/** Numbers of the tracks in what is written. */
export const trackNumbers: Readonly<Record<Medium, number>> = { video: 1, audio: 2 }

/** Room for the table of places, which is filled in at the end. */
const seekRoom = 100

const ebmlHead = element(
  ids.ebml,
  element(ids.ebmlVersion, uint(1)),
  element(ids.ebmlReadVersion, uint(1)),
  element(ids.maxIdLength, uint(4)),
  element(ids.maxSizeLength, uint(8)),
  element(ids.docType, Buffer.from('webm')),
  element(ids.docTypeVersion, uint(4)),
  element(ids.docTypeReadVersion, uint(2)),
)

const program = Buffer.from('tablewright')

/** @param duration milliseconds; null = not known yet */
const infoOf = (duration: number | null): Buffer =>
  element(
    ids.info,
    element(ids.timecodeScale, uint(1_000_000)),
    duration === null ? nothing(11) : element(ids.duration, float(duration)),
    element(ids.muxer, program),
    element(ids.writer, program),
  )

/** Places in every file that this version writes; those in the segment count from its content. */
const sizePlace = ebmlHead.length + 4
export const segmentStart = sizePlace + 8
const infoPlace = seekRoom
export const tracksPlace = infoPlace + infoOf(null).length

/** The beginning of a file, and of what a viewer gets. */
export function fileHead(tracks: readonly Track[]): Buffer {
  const entries = tracks.map((track) => trackEntry(track))
  const segment = Buffer.concat([uint(ids.segment), unknownSize])
  return Buffer.concat([ebmlHead, segment, nothing(seekRoom), infoOf(null), element(ids.tracks, ...entries)])
}

function trackEntry(track: Track): Buffer {
  const { medium, codecPrivate, codecDelay, seekPreRoll, width, height, audio } = track
  const number = trackNumbers[medium]
  return element(
    ids.trackEntry,
    element(ids.trackNumber, uint(number)),
    element(ids.trackUid, uint(number)),
    element(ids.trackType, uint(medium === 'video' ? 1 : 2)),
    element(ids.codecId, Buffer.from(medium === 'video' ? 'V_VP8' : 'A_OPUS')),
    ...(codecPrivate ? [element(ids.codecPrivate, codecPrivate)] : []),
    ...(codecDelay !== null ? [element(ids.codecDelay, uint(codecDelay))] : []),
    ...(seekPreRoll !== null ? [element(ids.seekPreRoll, uint(seekPreRoll))] : []),
    medium === 'video'
      ? element(ids.video, element(ids.width, uint(width)), element(ids.height, uint(height)))
      : element(ids.audio, ...(audio ? [audio] : [])),
  )
}

/** Bytes before the first frame of a cluster. */
export const clusterHead = 4 + 8 + 6

/** Frames that follow each other within 30 seconds. @param start milliseconds of the first one */
export function clusterOf(start: number, blocks: readonly Block[]): Buffer {
  const time = Buffer.alloc(4)
  time.writeUInt32BE(start)
  const content = Buffer.concat([
    uint(ids.timecode),
    sizeBytes(4),
    time,
    ...blocks.map(({ medium, time: moment, isKey, data }) => {
      const head = Buffer.alloc(4)
      head[0] = 0x80 | trackNumbers[medium]
      head.writeInt16BE(moment - start, 1)
      head[3] = isKey ? 0x80 : 0
      return element(ids.simpleBlock, head, data)
    }),
  ])
  return Buffer.concat([uint(ids.cluster), longSize(content.length), content])
}

/** A place to which players can go: a cluster that begins with a picture that needs no earlier one. */
export interface Cue {
  /** Milliseconds. */
  readonly time: number
  /** The place of the cluster in the file. */
  readonly place: number
  readonly medium: Medium
}

/** The index at the end of a file. */
export const cuesOf = (cues: readonly Cue[]): Buffer =>
  element(
    ids.cues,
    ...cues.map(({ time, place, medium }) =>
      element(
        ids.cuePoint,
        element(ids.cueTime, uint(time)),
        element(
          ids.cuePositions,
          element(ids.cueTrack, uint(trackNumbers[medium])),
          element(ids.cueCluster, uint(place - segmentStart)),
        ),
      ),
    ),
  )

export interface Patch {
  readonly place: number
  readonly bytes: Buffer
}

/** Bytes for the room at the beginning of a file that is complete. @param cuesPlace where the index begins */
export function patchesOf(cuesPlace: number, end: number, duration: number): readonly Patch[] {
  const seek = (id: number, place: number): Buffer =>
    element(ids.seek, element(ids.seekId, uint(id)), element(ids.seekPosition, uint8(place)))
  const table = element(
    ids.seekHead,
    seek(ids.info, infoPlace),
    seek(ids.tracks, tracksPlace),
    seek(ids.cues, cuesPlace - segmentStart),
  )
  return [
    { place: sizePlace, bytes: longSize(end - segmentStart) },
    { place: segmentStart, bytes: Buffer.concat([table, nothing(seekRoom - table.length)]) },
    { place: segmentStart + infoPlace, bytes: infoOf(duration) },
  ]
}
