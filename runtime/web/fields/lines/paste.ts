/** Pastes a block of cells copied from a spreadsheet into the grid. */
import {
  isEmpty,
  kinds,
  normalizeDigits,
  readText,
  refersToOne,
  requireRelation,
  unresolved,
  type FieldModel,
  type RelationModel,
} from '../../../protocol/index.ts'
import { tableApi, type Row } from '../../core/api/table.ts'
import { newLine, openColumns, withValue, type DraftLine } from './edit.ts'

/**
 * A cell of a block: in quotation marks when it has a tab, a line break or a quotation mark, which is doubled; other
 * quotation marks are what they are.
 */
const cellShape = /"((?:[^"\t\r\n]|"")*(?:""|[\t\r\n])(?:[^"]|"")*)"(?=[\t\r\n]|$)|[^\t\r\n]*/y
const lineEnd = /\r\n?|\n/y

/**
 * Rows of cells as the spreadsheet meant them; null when the text is a single cell that the input pastes itself. Lines
 * may end in CR LF, LF or CR.
 */
export function blockOf(text: string): readonly (readonly string[])[] | null {
  let cells: string[] = []
  const rows = [cells]
  let hasQuotes = false
  for (let position = 0; ;) {
    cellShape.lastIndex = position
    const [cell = '', quoted] = cellShape.exec(text) ?? []
    cells.push((quoted?.replaceAll('""', '"') ?? cell).trim())
    hasQuotes ||= quoted !== undefined
    position += cell.length
    lineEnd.lastIndex = position
    const end = lineEnd.exec(text)?.[0]
    if (end === undefined && text[position] !== '\t') break
    position += end?.length ?? 1
    // A line break ends the last row as well.
    if (end !== undefined && position >= text.length) break
    if (end !== undefined) {
      cells = []
      rows.push(cells)
    }
  }
  return rows.length === 1 && cells.length === 1 && !hasQuotes ? null : rows
}

/** Records by field and the text that names them. */
export type NamedRecords = ReadonlyMap<string, ReadonlyMap<string, { readonly id: number; readonly row: DraftLine }>>

/** Names one question asks for. */
const maxNamesPerRequest = 100
/** How many further texts, which are searched one by one, at a time. */
const parallelSearches = 6

/**
 * The records that the cells of reference columns name exactly: by what they are called, one request per column and
 * hundred names, else by a number or code that identifies one, a search for each. Texts that name no record or several
 * are left out.
 */
export async function namedRecords(
  columns: readonly FieldModel[],
  block: readonly (readonly string[])[],
): Promise<NamedRecords> {
  const records = new Map<string, Map<string, { id: number; row: DraftLine }>>()
  for (const [index, field] of columns.entries()) {
    const texts = [...new Set(block.map((row) => row[index] ?? '').filter((text) => text !== ''))]
    if (!refersToOne(field) || texts.length === 0) continue
    const relation = requireRelation(field)
    const byName = await recordsNamed(relation, texts)
    const others = texts.filter((text) => !byName.has(text))
    records.set(field.name, new Map([...byName, ...(await recordsIdentified(relation, others))]))
  }
  return records
}

async function recordsNamed(
  { controller, show }: RelationModel,
  texts: readonly string[],
): Promise<Map<string, { id: number; row: DraftLine }>> {
  const records = new Map<string, { id: number; row: DraftLine }>()
  const twice = new Set<string>()
  for (let start = 0; start < texts.length; start += maxNamesPerRequest) {
    const search = [{ field: show, operator: 'IN' as const, val: texts.slice(start, start + maxNamesPerRequest) }]
    // A name that several records share is on a further page as well.
    for (let page = 1, isLast = false; !isLast; page += 1) {
      const { options, total } = await tableApi(controller).select({ search, page, limit: 100 }, { quiet: true })
      isLast = page * 100 >= total
      for (const row of options) {
        const text = String(row[show] ?? '').replace(/^ {4}│? *[├└]/, '')
        if (records.has(text)) twice.add(text)
        records.set(text, { id: row.id, row: { id: row.id, [show]: text } })
      }
    }
  }
  for (const text of twice) records.delete(text)
  return records
}

async function recordsIdentified(
  relation: RelationModel,
  texts: readonly string[],
): Promise<Map<string, { id: number; row: DraftLine }>> {
  const records = new Map<string, { id: number; row: DraftLine }>()
  const waiting = [...texts]
  const search = async (): Promise<void> => {
    for (let text = waiting.shift(); text !== undefined; text = waiting.shift()) {
      const { options } = await tableApi(relation.controller).select({ quickSearch: text }, { quiet: true })
      const rows = options.filter((row) => isNamed(row, text))
      const [row] = rows
      if (row && rows.length === 1) records.set(text, { id: row.id, row })
    }
  }
  await Promise.all(Array.from({ length: parallelSearches }, search))
  return records
}

/** True when one of the row's texts is that one, but for its case. */
const isNamed = (row: Row, text: string): boolean =>
  Object.values(row).some((value) => typeof value === 'string' && value.trim().toLowerCase() === text.toLowerCase())

interface PasteContext {
  /** The records that the texts name. */
  readonly records: NamedRecords
  /** The time zone of the site. */
  readonly timeZone: string
}

/**
 * The lines with the block pasted over them; new lines are added up to the limit.
 * @param start the line, and the index of the first column among the editable ones
 */
export function withBlock(
  field: FieldModel,
  lines: readonly DraftLine[],
  start: { readonly line: number; readonly column: number },
  block: readonly (readonly string[])[],
  context: PasteContext,
): readonly DraftLine[] {
  const open = openColumns(field).slice(start.column)
  let result = [...lines]
  for (const [down, cells] of block.entries()) {
    const line = start.line + down
    if (line >= (field.maxItems ?? Infinity)) break
    if (line >= result.length) result.push(newLine(field))
    for (const [across, text] of cells.entries()) {
      const column = open[across]
      if (column) result = [...withText(field, result, { line, column }, text, context)]
    }
  }
  return result
}

function withText(
  field: FieldModel,
  lines: readonly DraftLine[],
  { line: place, column }: { readonly line: number; readonly column: FieldModel },
  text: string,
  { records, timeZone }: PasteContext,
): readonly DraftLine[] {
  const record = records.get(column.name)?.get(text)
  // A number in a column of records is no id: the person who copied it never saw one.
  const value = refersToOne(column) && text !== '' ? unresolved(text) : valueOf(column, text, timeZone)
  if (!record) return withValue(field, lines, place, column.name, value)
  const { as } = requireRelation(column)
  const chosen = withValue(field, lines, place, column.name, record.id)
  return chosen.map((line, index) => (index === place ? { ...line, [as]: record.row } : line))
}

/** Digits in groups of three with the same separator: commas, apostrophes, blanks of every width. */
const grouped = /^[+-]?\d{1,3}([,'’\s])\d{3}(\1\d{3})*(\.\d+)?$/u

/** A number without separators, anything else as people write it; what is no value stays as it was copied. */
function valueOf(field: FieldModel, text: string, timeZone: string): unknown {
  if (isEmpty(text)) return null
  if (kinds[field.kind].isNumber) {
    const plain = normalizeDigits(text.replaceAll('，', ','))
    return grouped.test(plain) ? plain.replaceAll(/[,'’\s]/gu, '') : plain
  }
  const read = readText(text, field, { timeZone })
  if ('value' in read) return read.value
  // The number of an option is no name of it either.
  return field.options ? unresolved(text) : text
}
