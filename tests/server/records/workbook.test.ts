/** Workbooks: what is read in them, held to another reader, and which of them are refused before they cost anything. */
import { readSheet } from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import type { CellValue } from 'hucre/xlsx'
import { openWorkbook } from '../../../runtime/server/records/spreadsheet/read-workbook.ts'
import { WorkbookError } from '../../../runtime/server/records/spreadsheet/workbook-error.ts'
import { writeWorkbook, type WorkbookColumn } from '../../../runtime/server/records/spreadsheet/write-workbook.ts'
import { archiveOf, workbookFiles, workbookOf } from '../../support/workbook.ts'

async function read(bytes: Buffer, sheet: string | null = null) {
  const workbook = await openWorkbook(bytes, sheet)
  try {
    const rows: (readonly [number, readonly string[]])[] = []
    for await (const part of workbook.rows()) rows.push(...part)
    return { sheet: workbook.sheet, sheets: workbook.sheets, rows }
  } finally {
    await workbook.close()
  }
}

const cellsIn = async (bytes: Buffer): Promise<readonly (readonly string[])[]> =>
  (await read(bytes)).rows.map(([, cells]) => cells)

/** The code of the refusal, and the limit that it names. */
async function refusal(bytes: Buffer): Promise<readonly [code: string, limit: unknown]> {
  const error = await read(bytes).then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof WorkbookError)) throw new Error(`no refusal: ${String(error)}`)
  return [error.code, error.params['limit']]
}

const day = (text: string): Date => new Date(`${text}Z`)

/** Cells as spreadsheets of people contain them. */
const corpus: Readonly<Record<string, readonly (readonly CellValue[])[]>> = {
  codes: [
    ['Code', 'Name'],
    ['007', '螺丝'],
    ['4006381333931', 'pen'],
    ['1E5', 'x'],
    [4006381333931, 42],
  ],
  'texts that look like formulas': [['=1+1', '+1', '-x', '@a', "'=1"]],
  'blanks and lines': [[' a ', 'b\nc', 'd\te', '', null, 'end']],
  numbers: [[0, -1.5, 0.1 + 0.2, 1e14, 123456.789, 1e-7]],
  'days and times': [[day('2026-03-05T00:00:00'), day('2026-03-05T14:30:00'), day('1999-12-31T18:00:00')]],
  'yes and no': [[true, false]],
  'markup and pairs of units': [['<b>&amp;</b>', '😀', 'é', '"q"']],
  'a title above a table': [['Price list'], [null, null], ['Code', 'Price'], ['A', 2.5]],
}

/** A value of the other reader as ours reads it. */
function asText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString().slice(0, 19).replace('T', ' ').replace(' 00:00:00', '')
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (typeof value === 'number') return Number(value.toPrecision(15)).toString().replace('1e-7', '0.0000001')
  return String(value)
}

const withoutBlankEnd = (cells: readonly string[]): readonly string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)

describe('a workbook', () => {
  it('reads as another reader reads it', async () => {
    for (const [name, rows] of Object.entries(corpus)) {
      const bytes = await workbookOf({ Sheet1: rows })
      const data: readonly (readonly unknown[])[] = await readSheet(bytes, { trim: false })
      const other = data.map((row) => withoutBlankEnd(row.map(asText))).filter((cells) => cells.length > 0)
      expect([name, await cellsIn(bytes)]).toEqual([name, other])
    }
  })

  it('numbers its rows as the sheet does, and leaves out blank ones', async () => {
    const bytes = await workbookOf({ Sheet1: [['a'], [null], [' '], ['b', null, '']] })
    expect((await read(bytes)).rows).toEqual([
      [1, ['a']],
      [4, ['b']],
    ])
  })

  it('reads the first sheet with content, or the one that is named', async () => {
    const bytes = await workbookOf({ Empty: [], 价格: [['x']], Other: [['y']] })
    expect(await read(bytes)).toMatchObject({ sheet: '价格', sheets: ['Empty', '价格', 'Other'] })
    const covered = await workbookOf({ Cover: [['Read me']], Prices: [['a'], ['b']] })
    expect(await read(covered)).toMatchObject({ sheet: 'Prices' })
    expect((await read(bytes, 'Other')).rows).toEqual([[1, ['y']]])
    const error = await read(bytes, 'Nothing').catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'sheet', params: { sheet: 'Nothing', sheets: 'Empty, 价格, Other' } })
  })

  it('writes numbers with more than 15 digits in the form that says so', async () => {
    const rows = '<row r="1"><c r="A1"><v>1234567890123456789</v></c><c r="B1"><v>999999999999999</v></c></row>'
    expect(await cellsIn(archiveOf(workbookFiles(rows)))).toEqual([['1.23456789012346E+18', '999999999999999']])
  })

  it('is written as it is read: numbers, days and moments as such, all else as text', async () => {
    const columns: readonly WorkbookColumn[] = [
      { header: '编号', type: 'text', width: 10 },
      { header: 'Price', type: 'number', width: 10, format: '0.00' },
      { header: 'Day', type: 'day', width: 12, format: 'yyyy-mm-dd' },
      { header: 'Moment', type: 'moment', width: 20, format: 'yyyy-mm-dd hh:mm:ss' },
    ]
    const rows = [
      ['=1+1', '12.50', '2026-03-05', '2026-03-05 14:30:01'],
      ['007', '12345678901234567', '1900-01-01', '2026-03-05 00:00:00'],
      [' x\n_x0041_', '', '', ''],
    ]
    const lines = async function* () {
      yield Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    }
    const parts: Buffer[] = []
    for await (const part of writeWorkbook(lines(), { name: 'A/B: [x] and a name that is too long', columns }))
      parts.push(part)
    const bytes = Buffer.concat(parts)
    expect((await read(bytes)).sheet).toHaveLength(31)
    expect(await cellsIn(bytes)).toEqual([
      ['编号', 'Price', 'Day', 'Moment'],
      ['=1+1', '12.5', '2026-03-05', '2026-03-05 14:30:01'],
      ['007', '12345678901234567', '1900-01-01', '2026-03-05'],
      [' x\n_x0041_'],
    ])
  })
})

describe('T59 a hostile workbook is refused with the limit that it exceeds', () => {
  const sheet = (rows: string) => archiveOf(workbookFiles(rows))
  it.each<[string, () => Buffer, string, unknown]>([
    ['no archive at all', () => Buffer.from('PK\u0003\u0004 is not enough', 'latin1'), 'broken', undefined],
    ['an archive without a workbook', () => archiveOf([{ name: 'a', content: 'b' }]), 'broken', undefined],
    ['a workbook of before 2007', () => Buffer.from('d0cf11e0a1b11ae1'.padEnd(1200, '0'), 'hex'), 'old', undefined],
    [
      'too many entries',
      () => archiveOf(Array.from({ length: 2001 }, (_file, index) => ({ name: `${index}`, content: 'x' }))),
      'entries',
      2000,
    ],
    [
      'two hundred megabytes of spaces',
      () => archiveOf(workbookFiles('', { content: Buffer.alloc(201 * 1024 * 1024, 0x20) })),
      'inflated',
      200,
    ],
    [
      'an entry that is longer than it says',
      () => archiveOf(workbookFiles(`<row>${' '.repeat(100_000)}</row>`, { declared: 200 })),
      'broken',
      undefined,
    ],
    [
      'an entry that does not say its length',
      () => archiveOf(workbookFiles('<row/>', { declared: 0 })),
      'broken',
      undefined,
    ],
    ['a cell far to the right', () => sheet('<row r="1"><c r="XFD1"><v>1</v></c></row>'), 'columns', 200],
    ['too many rows', () => sheet('<row><c><v>1</v></c></row>'.repeat(100_022)), 'rows', 100_000],
    [
      'a long text that many cells repeat',
      () => archiveOf(workbookFiles(`<row>${'<c t="s"><v>0</v></c>'.repeat(50)}</row>`, {}, ['x'.repeat(1_000_000)])),
      'characters',
      40_000_000,
    ],
  ])('%s', async (_name, bytes, code, limit) => {
    expect(await refusal(bytes())).toEqual([code, limit])
  })

  it('cells in the far corners cost nothing, and entities are not expanded', async () => {
    const rows =
      '<row r="1"><c r="A1" t="inlineStr"><is><t>&a;</t></is></c></row>' +
      '<row r="1048576"><c r="A1048576"><v>1</v></c></row>'
    const bytes = archiveOf(
      workbookFiles(rows).map((file) =>
        file.name.endsWith('sheet1.xml')
          ? { ...file, content: `<!DOCTYPE x [<!ENTITY a "expanded">]>${String(file.content)}` }
          : file,
      ),
    )
    const cells = await read(bytes).then(
      ({ rows: allRows }) => allRows,
      (error: unknown) => [error],
    )
    expect(JSON.stringify(cells)).not.toContain('expanded')
  })
})
