/** Pictures as the networks see them: pixels in red, green and blue, cut and turned. */

export interface Pixels {
  readonly width: number
  readonly height: number
  /** Three bytes for each pixel, row by row. */
  readonly data: Uint8Array
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** The longest side of a picture that is analysed. Faces in larger ones are found as well in this size. */
const maxSide = 640

/** Guard of the decoder: pictures of phones have up to 50 million pixels. */
const maxPixels = 50_000_000

/** Decodes a picture and turns it upright; null when it is none. The image library is loaded with the first one. */
export async function decodePicture(bytes: Uint8Array): Promise<Pixels | null> {
  const { default: sharp } = await import('sharp')
  try {
    // Guard T50: a picture that has too many pixels is not decoded.
    const { data, info } = await sharp(bytes, { failOn: 'error', pages: 1, limitInputPixels: maxPixels })
      .rotate()
      .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#000000' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    if (info.channels !== 3) return null
    return { width: info.width, height: info.height, data }
  } catch {
    return null
  }
}

/** The face of a picture as a small JPEG, for people who compare. */
export async function encodeFace({ width, height, data }: Pixels): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer()
}

/** Where a point of a target lies in the source: `x' = a·x − b·y + left`, `y' = b·x + a·y + top`. */
export interface Similarity {
  readonly a: number
  readonly b: number
  readonly left: number
  readonly top: number
}

/**
 * A square of the picture in another size and direction; black where the picture ends. Each pixel is the mean of as
 * many places as it covers, so that small squares of large pictures are not grainy.
 */
export function resample(picture: Pixels, size: number, { a, b, left, top }: Similarity): Pixels {
  const { width, height, data } = picture
  const result = new Uint8Array(size * size * 3)
  const samples = Math.max(1, Math.min(4, Math.round(Math.hypot(a, b))))
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      let red = 0
      let green = 0
      let blue = 0
      for (let row = 0; row < samples; row++)
        for (let column = 0; column < samples; column++) {
          const across = x + (column + 0.5) / samples
          const down = y + (row + 0.5) / samples
          const sourceX = a * across - b * down + left - 0.5
          const sourceY = b * across + a * down + top - 0.5
          const x0 = Math.floor(sourceX)
          const y0 = Math.floor(sourceY)
          if (x0 < -1 || y0 < -1 || x0 >= width || y0 >= height) continue
          const partX = sourceX - x0
          const partY = sourceY - y0
          for (let corner = 0; corner < 4; corner++) {
            const cornerX = x0 + (corner & 1)
            const cornerY = y0 + (corner >> 1)
            if (cornerX < 0 || cornerY < 0 || cornerX >= width || cornerY >= height) continue
            const weight = (corner & 1 ? partX : 1 - partX) * (corner >> 1 ? partY : 1 - partY)
            const place = (cornerY * width + cornerX) * 3
            red += weight * (data[place] ?? 0)
            green += weight * (data[place + 1] ?? 0)
            blue += weight * (data[place + 2] ?? 0)
          }
        }
      const place = (y * size + x) * 3
      const count = samples * samples
      result[place] = Math.round(red / count)
      result[place + 1] = Math.round(green / count)
      result[place + 2] = Math.round(blue / count)
    }
  return { width: size, height: size, data: result }
}

/** A square of the picture without turning it. */
export const cutSquare = (picture: Pixels, left: number, top: number, side: number, size: number): Pixels =>
  resample(picture, size, { a: side / size, b: 0, left, top })

/** Brightness of the pixels, 0 to 255. */
function grayOf({ data }: Pixels): Float32Array {
  const gray = new Float32Array(data.length / 3)
  for (let index = 0; index < gray.length; index++)
    gray[index] =
      0.299 * (data[3 * index] ?? 0) + 0.587 * (data[3 * index + 1] ?? 0) + 0.114 * (data[3 * index + 2] ?? 0)
  return gray
}

export interface Exposure {
  /** Mean of the brightness, 0 to 255. */
  readonly brightness: number
  /** Variance of the differences of neighbours (Laplacian): small where the picture is blurred. */
  readonly sharpness: number
}

/** How bright and how sharp a picture is. */
export function measureExposure(picture: Pixels): Exposure {
  const gray = grayOf(picture)
  const { width, height } = picture
  const brightness = gray.reduce((sum, value) => sum + value, 0) / gray.length
  let sum = 0
  let squares = 0
  let count = 0
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const index = y * width + x
      const around =
        (gray[index - 1] ?? 0) + (gray[index + 1] ?? 0) + (gray[index - width] ?? 0) + (gray[index + width] ?? 0)
      const difference = around - 4 * (gray[index] ?? 0)
      sum += difference
      squares += difference * difference
      count++
    }
  return { brightness, sharpness: squares / count - (sum / count) ** 2 }
}
