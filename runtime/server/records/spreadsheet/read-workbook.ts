/** Reads the rows of one sheet of a workbook, as texts of cells. */
import pLimit from 'p-limit'
import { checkArchive } from './zip-directory.ts'
import { workbookLimits } from './workbook-error.ts'
import { WorkbookThread } from './workbook-thread.ts'

/** Rows with content: the number of each in the sheet, from 1, and its cells without blank ones at the end. */
type WorkbookRow = readonly [line: number, cells: readonly string[]]

export interface Workbook {
  /** Names of all sheets. */
  readonly sheets: readonly string[]
  /** The one that is read. */
  readonly sheet: string
  rows(): AsyncGenerator<readonly WorkbookRow[], void>
  close(): Promise<void>
}

/** Lines above the header that do not count as rows. */
export const maxTitleRows = 20

/** Each workbook that is read may take as much memory as its limit. */
const limit = pLimit(4)

/** True for archives, and for the compound files of before 2007, which are refused with a reason. */
export const isWorkbook = (bytes: Uint8Array): boolean =>
  bytes.length >= 4 &&
  ((bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4) ||
    (bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0))

/**
 * A workbook whose rows are read as they are asked for, once. Throws a WorkbookError, also from `rows`.
 * @param sheet its name; null = the first one that a person sees and that has content
 */
export async function openWorkbook(bytes: Buffer, sheet: string | null): Promise<Workbook> {
  checkArchive(bytes)
  const leave = await enter()
  const limits = { ...workbookLimits, titleRows: maxTitleRows }
  const thread = new WorkbookThread({ work: 'read', bytes, sheet, limits }, workbookLimits.seconds)
  const close = async (): Promise<void> => {
    await thread.end()
    leave()
  }
  try {
    return { ...(await thread.receive<Pick<Workbook, 'sheets' | 'sheet'>>()), rows: () => rowsOf(thread), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Waits for its turn. Resolves with what ends it. */
const enter = (): Promise<() => void> =>
  new Promise((resolve) => void limit(() => new Promise<void>((leave) => resolve(leave))))

async function* rowsOf(thread: WorkbookThread): AsyncGenerator<readonly WorkbookRow[], void> {
  for (;;) {
    thread.send('next')
    const { rows, isLast } = await thread.receive<{ rows: readonly WorkbookRow[]; isLast: boolean }>()
    yield rows
    if (isLast) return
  }
}
