/** The square that is cut out of a picture: pure geometry. */

export interface Crop {
  /** 1 = the shorter side fills the square. */
  readonly zoom: number
  /** The point of the picture in the middle of the square, as shares of its width and height. */
  readonly x: number
  readonly y: number
}

export const maxZoom = 4
export const centered: Crop = { zoom: 1, x: 0.5, y: 0.5 }

interface Size {
  readonly width: number
  readonly height: number
}

/** The square of the picture that is shown, in its pixels. */
export function squareOf({ width, height }: Size, { zoom, x, y }: Crop): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / zoom
  return { left: x * width - side / 2, top: y * height - side / 2, side }
}

/** The same crop with the square inside the picture, and a zoom that is allowed. */
export function clampCrop({ width, height }: Size, crop: Crop): Crop {
  const zoom = Math.min(Math.max(crop.zoom, 1), maxZoom)
  const half = Math.min(width, height) / zoom / 2
  const inside = (share: number, length: number) => Math.min(Math.max(share, half / length), 1 - half / length)
  return { zoom, x: inside(crop.x, width), y: inside(crop.y, height) }
}

/** Moves the picture under the square by pixels of a square that is shown `shown` pixels wide. */
export function moveCrop(size: Size, crop: Crop, by: { readonly x: number; readonly y: number }, shown: number): Crop {
  const { side } = squareOf(size, crop)
  const scale = side / shown
  return clampCrop(size, { ...crop, x: crop.x - (by.x * scale) / size.width, y: crop.y - (by.y * scale) / size.height })
}
