/** Writes rows as a workbook with one sheet, in a thread of its own, as they are read. */
import { WorkbookThread } from './workbook-thread.ts'

export interface WorkbookColumn {
  readonly header: string
  /** A text that is not of its type, or that a spreadsheet would round, stays a text. */
  readonly type: 'text' | 'number' | 'day' | 'moment'
  /** In which a spreadsheet shows the values. */
  readonly format?: string
  /** In characters. */
  readonly width: number
}

/** Characters that no name of a sheet contains, and how long it may be. */
const noSheetName = /[\\/?*:[\]]/g
const maxSheetName = 31

/**
 * The bytes of the workbook as they come about.
 * @param rows lines of JSON, each a list with the text of every column
 */
export async function* writeWorkbook(
  rows: AsyncIterator<Buffer, unknown>,
  { name, columns }: { readonly name: string; readonly columns: readonly WorkbookColumn[] },
): AsyncGenerator<Buffer, void> {
  const sheet =
    name
      .replace(noSheetName, ' ')
      .replace(/^'+|'+$/g, '')
      .trim()
      .slice(0, maxSheetName) || 'Sheet1'
  const thread = new WorkbookThread({ work: 'write', name: sheet, columns }, null)
  try {
    for (;;) {
      const message = await thread.receive<'rows' | 'end' | { readonly bytes: Uint8Array }>()
      if (message === 'end') return
      if (message === 'rows') {
        const { value, done } = await rows.next()
        thread.send('rows', done === true ? null : (value as Buffer).toString())
      } else {
        yield Buffer.from(message.bytes.buffer, message.bytes.byteOffset, message.bytes.byteLength)
        thread.send('written')
      }
    }
  } finally {
    await thread.end()
    await rows.return?.()
  }
}
