/** Recordings as Chromium makes them, without one: VP8 and Opus in clusters of unknown length. */
import { element, float, ids, uint, unknownSize } from '../../../../runtime/modules/live/server/media/webm/ebml.ts'

export interface Frame {
  readonly medium: 'video' | 'audio'
  /** Milliseconds of the recorder. */
  readonly time: number
  readonly isKey?: boolean
  readonly data?: Buffer
}

const numbers = { audio: 1, video: 2 } as const

/** The beginning of a recording. */
export function recorderHead(media: readonly Frame['medium'][] = ['audio', 'video'], codec = 'V_VP8'): Buffer {
  const entry = (medium: Frame['medium']): Buffer =>
    element(
      ids.trackEntry,
      element(ids.trackNumber, uint(numbers[medium])),
      element(ids.trackUid, uint(77)),
      element(ids.trackType, uint(medium === 'video' ? 1 : 2)),
      element(ids.codecId, Buffer.from(medium === 'video' ? codec : 'A_OPUS')),
      medium === 'video'
        ? element(ids.video, element(ids.width, uint(640)), element(ids.height, uint(360)))
        : element(ids.audio, element(0xb5, float(48_000)), element(0x9f, uint(1))),
    )
  return Buffer.concat([
    element(ids.ebml, element(ids.docType, Buffer.from('webm'))),
    uint(ids.segment),
    unknownSize,
    element(ids.info, element(ids.timecodeScale, uint(1_000_000)), element(ids.muxer, Buffer.from('Chrome'))),
    element(ids.tracks, ...media.map(entry)),
  ])
}

/** A picture: its first bit says whether it needs an earlier one. */
export const picture = (isKey: boolean, content = Buffer.alloc(20)): Buffer =>
  Buffer.concat([Buffer.from([isKey ? 0 : 1]), content])

export function recorderCluster(frames: readonly Frame[]): Buffer {
  const start = frames[0]?.time ?? 0
  const blocks = frames.map(({ medium, time, isKey = false, data }) => {
    const head = Buffer.alloc(4)
    head[0] = 0x80 | numbers[medium]
    head.writeInt16BE(time - start, 1)
    return element(ids.simpleBlock, head, data ?? (medium === 'video' ? picture(isKey) : Buffer.from('sound')))
  })
  return Buffer.concat([uint(ids.cluster), unknownSize, element(ids.timecode, uint(start)), ...blocks])
}

/** Frames of a span: 20 pictures and 50 packets of sound in a second, a picture that needs no other every second. */
export function framesOf(from: number, to: number, media: readonly Frame['medium'][] = ['audio', 'video']): Frame[] {
  const frames: Frame[] = []
  for (let time = from; time < to; time += 10) {
    if (media.includes('audio') && time % 20 === 0) frames.push({ medium: 'audio', time })
    if (media.includes('video') && time % 50 === 0) frames.push({ medium: 'video', time, isKey: time % 1000 === 0 })
  }
  return frames
}
