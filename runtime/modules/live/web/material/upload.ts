/** Uploads of a classroom: pages of the board in the size that it needs, materials with their text. */
import { callRoute, postData } from 'tablewright/web'
import { maxMaterialText, maxPart, passagesRoute, readableTypes } from '../../shared/material-routes.ts'
import { createPaper, type Paper } from '../pdf/paper.ts'
import { withPdf } from '../pdf/pdf.ts'

const send = <Data>(action: string, room: number, file: Blob, name: string): Promise<Data> => {
  const body = new FormData()
  body.append('file', file, name)
  return postData<Data>(`/admin/live.Classroom/${action}`, body, { query: `room=${room}`, quiet: true, timeout: 0 })
}

/** A page of the board that is uploaded. */
export interface BoardPage {
  readonly code: string
  /** In units of a page. */
  readonly height: number
}

/** Bytes from which a page is sent as a photograph. */
const maxSharp = 1_500_000

const encode = (canvas: HTMLCanvasElement, type: string): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the page cannot be encoded'))), type, 0.9),
  )

/** Texts stay sharp, photographs small. */
async function uploadPaper(room: number, { canvas, height }: Paper, isSharp: boolean): Promise<BoardPage> {
  const sharp = isSharp ? await encode(canvas, 'image/png') : null
  const isSmall = sharp !== null && sharp.size <= maxSharp
  const blob = isSmall ? sharp : await encode(canvas, 'image/jpeg')
  const { code } = await send<{ code: string }>('picture', room, blob, isSmall ? 'page.png' : 'page.jpg')
  // Browsers keep the pixels of a canvas for as long as its size is not 0.
  canvas.width = 0
  return { code, height }
}

/** Uploads an image as a page of the board. */
export async function uploadImage(room: number, file: File): Promise<BoardPage> {
  const bitmap = await createImageBitmap(file)
  const paper = createPaper(bitmap.width, bitmap.height, bitmap.width)
  const { left, top, scale } = paper.place
  paper.canvas.getContext('2d')?.drawImage(bitmap, left, top, bitmap.width * scale, bitmap.height * scale)
  bitmap.close()
  return uploadPaper(room, paper, false)
}

/** Pages of one PDF. */
export const maxPdfPages = 100

/** A PDF has more pages than the board takes. */
export class TooManyPages extends Error {
  readonly pages: number
  readonly most: number

  constructor(pages: number, most: number) {
    super(`${pages} pages, ${most} at most`)
    this.pages = pages
    this.most = most
  }
}

interface PdfUpload {
  /** Pages that the board still takes. */
  readonly most: number
  readonly onPage: (page: BoardPage, number: number, pages: number) => void
}

/** Uploads the pages of a PDF, each as a page of the board. @throws a PdfError or TooManyPages */
export const uploadPdf = (room: number, file: File, { most, onPage }: PdfUpload): Promise<void> =>
  withPdf(file, async ({ pages, draw }) => {
    if (pages > most) throw new TooManyPages(pages, most)
    for (let number = 1; number <= pages; number++)
      onPage(await uploadPaper(room, await draw(number), true), number, pages)
  })

export const isPdf = ({ name, type }: File): boolean => type === 'application/pdf' || /\.pdf$/i.test(name)

/** Pages whose text the assistant knows. */
const maxTextPages = 200

/**
 * Uploads a material; texts are read here, so that the assistant knows them.
 * @throws a PdfError when the material is there, and its text cannot be read
 */
export async function uploadMaterial(room: number, file: File): Promise<void> {
  const { material } = await send<{ material: number }>('material', room, file, file.name)
  const store = (page: number, text: string) =>
    callRoute(passagesRoute, { room, material, page, text }, { quiet: true })
  if (isPdf(file)) {
    await withPdf(file, async ({ pages, read }) => {
      let length = 0
      for (let page = 1; page <= Math.min(pages, maxTextPages); page++) {
        const text = (await read(page)).slice(0, maxPart)
        length += text.length
        if (length > maxMaterialText) return
        if (text !== '') await store(page, text)
      }
    })
    return
  }
  if (!readableTypes.some((type) => file.name.toLowerCase().endsWith(`.${type}`))) return
  const text = (await file.text()).slice(0, maxMaterialText)
  for (let start = 0, page = 1; start < text.length; start += maxPart, page += 1)
    await store(page, text.slice(start, start + maxPart))
}
