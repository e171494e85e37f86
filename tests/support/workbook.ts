/** Workbooks as bytes: made of cells, or of files of an archive that no spreadsheet would write. */
import { crc32, deflateRawSync } from 'node:zlib'
import { writeXlsx, type CellValue } from 'hucre/xlsx'

/** A workbook as the library writes it: sheets by name. */
export async function workbookOf(sheets: Readonly<Record<string, readonly (readonly CellValue[])[]>>): Promise<Buffer> {
  const bytes = await writeXlsx({
    sheets: Object.entries(sheets).map(([name, rows]) => ({ name, rows: rows.map((row) => [...row]) })),
  })
  return Buffer.from(bytes)
}

export interface ArchiveFile {
  readonly name: string
  readonly content: string | Buffer
  /** The size that the archive declares; absent = the true one. */
  readonly declared?: number
}

/** An archive of these files. */
export function archiveOf(files: readonly ArchiveFile[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, declared } of files) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const sizes = Buffer.alloc(12)
    sizes.writeUInt32LE(crcOf(bytes), 0)
    sizes.writeUInt32LE(packed.length, 4)
    sizes.writeUInt32LE(declared ?? bytes.length, 8)
    const head = Buffer.from([20, 0, 0, 0, 8, 0, 0, 0, 0, 0])
    const length = Buffer.from([Buffer.byteLength(name), 0])
    parts.push(Buffer.from('PK\u0003\u0004', 'latin1'), head, sizes, length, Buffer.alloc(2), Buffer.from(name), packed)
    const place = Buffer.alloc(4)
    place.writeUInt32LE(offset)
    directory.push(
      Buffer.from('PK\u0001\u0002', 'latin1'),
      Buffer.from([20, 0]),
      head,
      sizes,
      length,
      Buffer.alloc(12),
      place,
      Buffer.from(name),
    )
    offset += 30 + Buffer.byteLength(name) + packed.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, central, end])
}

/** `crc32` of zlib is newer than the oldest version of Node that is supported. */
const crcOf = (bytes: Buffer): number => (typeof crc32 === 'function' ? crc32(bytes) : crcByHand(bytes))

function crcByHand(bytes: Buffer): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

const schemas = 'http://schemas.openxmlformats.org'
const relations = `${schemas}/officeDocument/2006/relationships`
const main = `${schemas}/spreadsheetml/2006/main`

const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`

const relationsFile = (list: string): string =>
  `<Relationships xmlns="${schemas}/package/2006/relationships">${list}</Relationships>`

/**
 * The files of a workbook with one sheet.
 * @param rows the elements of `sheetData`
 * @param strings texts that cells may share
 */
export function workbookFiles(
  rows: string,
  sheet: Partial<ArchiveFile> = {},
  strings: readonly string[] = [],
): readonly ArchiveFile[] {
  const texts = strings.map((text) => `<si><t>${text}</t></si>`).join('')
  return [
    { name: '[Content_Types].xml', content: `<Types xmlns="${schemas}/package/2006/content-types"/>` },
    { name: '_rels/.rels', content: relationsFile(relation('rId1', 'officeDocument', 'xl/workbook.xml')) },
    {
      name: 'xl/workbook.xml',
      content:
        `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>` +
        '<sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>',
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relationsFile(
        relation('rId1', 'worksheet', 'worksheets/sheet1.xml') + relation('rId2', 'sharedStrings', 'sharedStrings.xml'),
      ),
    },
    { name: 'xl/sharedStrings.xml', content: `<sst xmlns="${main}">${texts}</sst>` },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
      ...sheet,
    },
  ]
}
