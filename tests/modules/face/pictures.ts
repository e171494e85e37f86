/** Pictures of computer-generated people (see tests/NOTICE), and copies that are relit, turned, blurred and cropped. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

export const pictureFolder = join(import.meta.dirname, 'data')

/** `person01-2.jpg` is the second picture of that person. */
export const readPicture = (name: string): Buffer => readFileSync(join(pictureFolder, name))

/** A frame as requests have it. */
export const frameOf = (bytes: Buffer): string => bytes.toString('base64')

export const relit = (bytes: Buffer, factor: number): Promise<Buffer> =>
  sharp(bytes).linear(factor, 0).jpeg({ quality: 92 }).toBuffer()

export const blurred = (bytes: Buffer, sigma: number): Promise<Buffer> =>
  sharp(bytes).blur(sigma).jpeg({ quality: 92 }).toBuffer()

/** Without so much of each edge, and in another size. */
export async function cropped(bytes: Buffer, part: number): Promise<Buffer> {
  const { width, height } = await sharp(bytes).metadata()
  const [left, top] = [Math.round(width * part), Math.round(height * part)]
  return sharp(bytes)
    .extract({ left, top, width: width - 2 * left, height: height - 2 * top })
    .jpeg({ quality: 92 })
    .toBuffer()
}

export const tilted = (bytes: Buffer, degrees: number): Promise<Buffer> =>
  sharp(bytes).rotate(degrees, { background: '#808080' }).jpeg({ quality: 92 }).toBuffer()

/**
 * The head turned by moving what is near to the camera, as a turn does: the nose more than the eyes, the edge not at
 * all. Positive = to the person's own left, which is to the right of the picture.
 * @param amount in parts of the width
 */
export async function turned(bytes: Buffer, amount: number): Promise<Buffer> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const result = Buffer.alloc(data.length)
  const spread = 2 * (0.13 * width) ** 2
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const near = Math.exp(-((x - width / 2) ** 2 + (y - height * 0.52) ** 2) / spread)
      const source = Math.min(width - 1, Math.max(0, Math.round(x - amount * width * near)))
      for (let channel = 0; channel < channels; channel++)
        result[(y * width + x) * channels + channel] = data[(y * width + source) * channels + channel] ?? 0
    }
  return sharp(result, { raw: { width, height, channels } }).jpeg({ quality: 92 }).toBuffer()
}
