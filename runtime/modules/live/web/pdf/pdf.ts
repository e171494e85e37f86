/**
 * PDFs in the browser of a teacher. They are read in a thread of their own that ends with them; nothing in them is run,
 * and nothing that they name is fetched.
 */
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { createPaper, type Paper } from './paper.ts'
import { joinLines } from './lines.ts'

type Problem = 'pdf-locked' | 'pdf-broken' | 'pdf-slow'

/** Why a PDF cannot be read: a key of the texts. */
export class PdfError extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem)
    this.problem = problem
  }
}

/** Milliseconds for one page: a few lines can ask for hours of work. */
const pageMs = 30_000
/** Pixels of the largest image within a page. */
const maxPixels = 40_000_000

export interface Pdf {
  readonly pages: number
  /** Draws a page, counted from 1. */
  draw(page: number): Promise<Paper>
  /** The text of a page. */
  read(page: number): Promise<string>
}

/**
 * Opens a PDF for as long as the work takes.
 * @throws a PdfError when it cannot be read
 */
export async function withPdf<Result>(file: Blob, work: (pdf: Pdf) => Promise<Result>): Promise<Result> {
  const { getDocument, PDFWorker, VerbosityLevel } = await import('pdfjs-dist')
  const { CharacterSets, Decoders } = await import('./data-files.ts')
  const thread = new Worker(new URL('./pdf.wasm-worker.ts', import.meta.url), { type: 'module' })
  try {
    const task = getDocument({
      data: new Uint8Array(await file.arrayBuffer()),
      worker: PDFWorker.create({ port: thread }),
      isEvalSupported: false,
      enableXfa: false,
      useWorkerFetch: false,
      CMapReaderFactory: CharacterSets,
      WasmFactory: Decoders,
      maxImageSize: maxPixels,
      canvasMaxAreaInBytes: maxPixels * 4,
      verbosity: VerbosityLevel.ERRORS,
    })
    const document = await inTime(task.promise)
    return await work(pdfOf(document))
  } catch (error) {
    throw problemOf(error)
  } finally {
    thread.terminate()
  }
}

const pdfOf = (document: PDFDocumentProxy): Pdf => ({
  pages: document.numPages,
  draw: (number) => inTime(drawPage(document, number)),
  read: (number) => inTime(readPage(document, number)),
})

async function drawPage(document: PDFDocumentProxy, number: number): Promise<Paper> {
  const page = await document.getPage(number)
  const { width, height } = page.getViewport({ scale: 1 })
  const paper = createPaper(width, height)
  const { canvas, place } = paper
  const viewport = page.getViewport({ scale: place.scale, offsetX: place.left, offsetY: place.top })
  await page.render({ canvas, viewport, background: '#ffffff' }).promise
  page.cleanup()
  return paper
}

async function readPage(document: PDFDocumentProxy, number: number): Promise<string> {
  const page = await document.getPage(number)
  const { items } = await page.getTextContent()
  page.cleanup()
  return joinLines(items.flatMap((item) => ('str' in item ? [{ text: item.str, isEnd: item.hasEOL }] : [])))
}

async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new PdfError('pdf-slow')), pageMs)
  })
  try {
    return await Promise.race([work, end])
  } finally {
    clearTimeout(timer)
  }
}

/** Names of the errors of the PDF library. */
const brokenNames = ['InvalidPDFException', 'FormatError', 'UnknownErrorException', 'RenderingCancelledException']

function problemOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof PdfError) return error
  if (error.name === 'PasswordException') return new PdfError('pdf-locked')
  return brokenNames.includes(error.name) ? new PdfError('pdf-broken') : error
}
