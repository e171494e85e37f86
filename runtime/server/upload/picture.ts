/**
 * Turns uploaded bytes into an inert picture: they have to match their suffix, are decoded, rotated upright and encoded
 * again. Hidden content (scripts, positions, further frames) is lost. The image library is loaded with the first
 * picture.
 */
import { createQueue } from '../limits/budget.ts'
import type { UploadSettings } from '../settings/settings.ts'
import { pictureSuffix, pictureTypes, rejectedFormat, type StoredSuffix } from './name.ts'
import { UploadError } from './upload-error.ts'

export interface Picture {
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
  readonly suffix: StoredSuffix
  readonly mime: string
}

/**
 * Decoding and encoding 40 million pixels uses up to 700 MB, so that those in progress have together at most the pixels
 * of the largest picture allowed; of small ones there are two at once.
 */
const queue = createQueue(1)
const minShare = 0.5

/** Throws an UploadError. */
export async function readPicture(name: string, bytes: Buffer, settings: UploadSettings): Promise<Picture> {
  if (bytes.length > settings.maxSize) throw new UploadError('upload.size')
  const given = pictureSuffix(name)
  if (!given || !settings.suffixes.includes(given)) {
    const format = rejectedFormat(name)
    throw format ? new UploadError('upload.format', { format }) : new UploadError('upload.type')
  }
  const { mime, suffix } = pictureTypes[given]
  const { fileTypeFromBuffer } = await import('file-type')
  if ((await fileTypeFromBuffer(bytes))?.mime !== mime) throw new UploadError('upload.image')
  return encode(bytes, suffix, settings.maxPixels)
}

/** A drawing of the server as a picture. Never for SVG of a client. */
export async function drawPicture(svg: string, settings: UploadSettings): Promise<Picture> {
  return encode(Buffer.from(svg), 'webp', settings.maxPixels)
}

async function encode(bytes: Buffer, suffix: Picture['suffix'], maxPixels: number): Promise<Picture> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  try {
    const upright = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 }).autoOrient()
    const { width, height } = await upright.metadata()
    const { data, info } = await queue(Math.max(minShare, (width * height) / maxPixels), () =>
      writers[suffix](upright).toBuffer({ resolveWithObject: true }),
    )
    return { bytes: data, width: info.width, height: info.height, suffix, mime: pictureTypes[suffix].mime }
  } catch (error) {
    if (error instanceof Error && /pixel limit/i.test(error.message))
      throw new UploadError('upload.pixels', { limit: maxPixels / 10_000 })
    throw new UploadError('upload.image')
  }
}

type Sharp = import('sharp').Sharp

const writers: Readonly<Record<Picture['suffix'], (picture: Sharp) => Sharp>> = {
  jpg: (picture) => picture.jpeg({ quality: 88 }),
  png: (picture) => picture.png(),
  webp: (picture) => picture.webp({ quality: 88 }),
  gif: (picture) => picture.gif(),
}
