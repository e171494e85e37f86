/** White paper of the board's size for an image or a page of a file. */
import { maxPageHeight, minPageHeight, pageWidth } from '../../shared/events.ts'

/** Pixels of the width of a page. */
const fullWidth = 1600
const leastWidth = 400

interface PaperSize {
  /** In units of a page. */
  readonly height: number
  /** In pixels. */
  readonly pixels: { readonly width: number; readonly height: number }
  /** Where the content stands, in pixels, and by how much it is enlarged. */
  readonly place: { readonly left: number; readonly top: number; readonly scale: number }
}

/** A page as wide as the content; what is much too high or too wide is made smaller, and stands in the middle. */
export function paperFor(width: number, height: number, most: number = fullWidth): PaperSize {
  const unit = pageWidth / width
  const pageHeight = Math.round(Math.min(maxPageHeight, Math.max(minPageHeight, height * unit)))
  const paperWidth = Math.round(Math.min(fullWidth, Math.max(leastWidth, most)))
  const paperHeight = Math.max(1, Math.round((pageHeight * paperWidth) / pageWidth))
  const scale = Math.min(paperWidth / width, paperHeight / height)
  return {
    height: pageHeight,
    pixels: { width: paperWidth, height: paperHeight },
    place: { left: (paperWidth - width * scale) / 2, top: (paperHeight - height * scale) / 2, scale },
  }
}

export interface Paper extends PaperSize {
  readonly canvas: HTMLCanvasElement
}

/** @param most pixels of the width that the content is worth; absent = all */
export function createPaper(width: number, height: number, most?: number): Paper {
  const size = paperFor(width, height, most)
  const canvas = document.createElement('canvas')
  canvas.width = size.pixels.width
  canvas.height = size.pixels.height
  const context = canvas.getContext('2d')
  // A transparent image would be black as a JPEG.
  if (context) {
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  return { ...size, canvas }
}
