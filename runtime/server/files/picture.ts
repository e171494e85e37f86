/**
 * Turns uploaded images into inert ones: their bytes have to match their suffix, are decoded, rotated upright and
 * encoded again. Hidden content (scripts, positions, further frames) is lost. The image library is loaded with the
 * first picture.
 */
import { createQueue } from '../operation/limits/budget.ts'
import { pictureTypes, type PictureSuffix, type StoredSuffix } from './file-types.ts'
import { UploadError } from './upload-error.ts'

export interface Picture {
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
  readonly suffix: StoredSuffix
}

/**
 * Decoding and encoding 40 million pixels uses up to 700 MB, so that those in progress have together at most the pixels
 * of the largest picture allowed; of small ones there are two at once.
 */
const queue = createQueue(1)
const minShare = 0.5

/**
 * Throws an UploadError.
 * @param source bytes or the path of a file
 * @param head the first bytes
 */
export async function readPicture(
  given: PictureSuffix,
  { source, head }: { readonly source: Buffer | string; readonly head: Buffer },
  { maxPixels }: { readonly maxPixels: number },
): Promise<Picture> {
  const { mime, suffix } = pictureTypes[given]
  const { fileTypeFromBuffer } = await import('file-type')
  // Guard T50: the bytes of an image match its suffix.
  // Without: if (!(await fileTypeFromBuffer(head))) throw new UploadError('upload.image')
  if ((await fileTypeFromBuffer(head))?.mime !== mime) throw new UploadError('upload.image')
  return encode(source, suffix, maxPixels)
}

/**
 * Width and height of a picture whose beginning is at hand, as people see it. It stays as it is, for it is served from
 * another place. Throws an UploadError.
 */
export async function measurePicture(
  given: PictureSuffix,
  head: Buffer,
  { maxPixels }: { readonly maxPixels: number },
): Promise<Pick<Picture, 'width' | 'height'>> {
  const { fileTypeFromBuffer } = await import('file-type')
  if ((await fileTypeFromBuffer(head))?.mime !== pictureTypes[given].mime) throw new UploadError('upload.image')
  const { default: sharp } = await import('sharp')
  const facts = await sharp(head, { failOn: 'none', pages: 1 })
    .metadata()
    .catch(() => null)
  if (!facts) throw new UploadError('upload.image')
  const { width, height } = facts.autoOrient
  if (width * height > maxPixels) throw tooManyPixels(maxPixels)
  return { width, height }
}

/** A drawing of the server as a picture. Never for SVG of a client. */
export async function drawPicture(svg: string, { maxPixels }: { readonly maxPixels: number }): Promise<Picture> {
  return encode(Buffer.from(svg), 'webp', maxPixels)
}

async function encode(source: Buffer | string, suffix: Picture['suffix'], maxPixels: number): Promise<Picture> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  try {
    const upright = sharp(source, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 }).autoOrient()
    const { width, height } = await upright.metadata()
    const { data, info } = await queue(
      // Guard T83: pixels in progress have a limit.
      // Without: width * height * 0
      Math.max(minShare, (width * height) / maxPixels),
      () => writers[suffix](upright).toBuffer({ resolveWithObject: true }),
    )
    return { bytes: data, width: info.width, height: info.height, suffix }
  } catch (error) {
    if (error instanceof Error && /pixel limit/i.test(error.message)) throw tooManyPixels(maxPixels)
    throw new UploadError('upload.image')
  }
}

const tooManyPixels = (maxPixels: number): UploadError =>
  new UploadError('upload.pixels', { megapixels: maxPixels / 1_000_000 })

type Sharp = import('sharp').Sharp

const writers: Readonly<Record<Picture['suffix'], (picture: Sharp) => Sharp>> = {
  jpg: (picture) => picture.jpeg({ quality: 88 }),
  png: (picture) => picture.png(),
  webp: (picture) => picture.webp({ quality: 88 }),
  gif: (picture) => picture.gif(),
}
