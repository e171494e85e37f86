/** Pastes a block of cells copied from a spreadsheet into the grid. */
import {
  columnType,
  isEmpty,
  normalizeDigits,
  refersToOne,
  requireRelation,
  type FieldModel,
  type RelationModel,
} from '../../../protocol/index.ts'
import { tableApi } from '../../api/table.ts'
import { newLine, openColumns, withValue, type DraftLine } from './edit.ts'

/** Rows of cells; null when the text is a single cell, which the input pastes itself. */
export function blockOf(text: string): readonly (readonly string[])[] | null {
  if (!/[\t\n]/.test(text.replace(/\r?\n$/, ''))) return null
  return text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((row) => row.split('\t').map((cell) => cell.trim()))
}

/** What texts name, by field and text. */
export type NamedRecords = ReadonlyMap<string, ReadonlyMap<string, { readonly id: number; readonly row: DraftLine }>>

/** Names one question asks for. */
const maxNamesPerRequest = 100

/**
 * The records whose names the cells of reference columns contain exactly. One request per column and hundred names; a
 * name that no record or more than one has is left out.
 */
export async function namedRecords(
  columns: readonly FieldModel[],
  block: readonly (readonly string[])[],
): Promise<NamedRecords> {
  const named = new Map<string, Map<string, { id: number; row: DraftLine }>>()
  for (const [at, field] of columns.entries()) {
    const texts = [...new Set(block.map((row) => row[at] ?? '').filter((text) => text !== ''))]
    if (!refersToOne(field) || texts.length === 0) continue
    named.set(field.name, await recordsNamed(requireRelation(field), texts))
  }
  return named
}

async function recordsNamed(
  { controller, show }: RelationModel,
  texts: readonly string[],
): Promise<Map<string, { id: number; row: DraftLine }>> {
  const found = new Map<string, { id: number; row: DraftLine }>()
  const twice = new Set<string>()
  for (let start = 0; start < texts.length; start += maxNamesPerRequest) {
    const search = [{ field: show, operator: 'IN' as const, val: texts.slice(start, start + maxNamesPerRequest) }]
    const { options } = await tableApi(controller).select({ search, limit: 100 }, { quiet: true })
    for (const row of options) {
      const text = String(row[show] ?? '').replace(/^ {4}│? *[├└]/, '')
      if (found.has(text)) twice.add(text)
      found.set(text, { id: row.id, row: { id: row.id, [show]: text } })
    }
  }
  for (const text of twice) found.delete(text)
  return found
}

/**
 * The lines with the block pasted over them; new lines are added up to the limit.
 * @param column index of the first column among the editable ones
 */
export function withBlock(
  field: FieldModel,
  lines: readonly DraftLine[],
  at: number,
  column: number,
  block: readonly (readonly string[])[],
  named: NamedRecords,
): readonly DraftLine[] {
  const open = openColumns(field).slice(column)
  let result = [...lines]
  for (const [down, cells] of block.entries()) {
    const row = at + down
    if (row >= (field.maxItems ?? Infinity)) break
    if (row >= result.length) result.push(newLine(field))
    for (const [across, text] of cells.entries()) {
      const one = open[across]
      if (one) result = [...withText(field, result, row, one, text, named)]
    }
  }
  return result
}

function withText(
  field: FieldModel,
  lines: readonly DraftLine[],
  at: number,
  one: FieldModel,
  text: string,
  named: NamedRecords,
): readonly DraftLine[] {
  const record = named.get(one.name)?.get(text)
  if (!record) return withValue(field, lines, at, one.name, valueOf(one, text))
  const { as } = requireRelation(one)
  const chosen = withValue(field, lines, at, one.name, record.id)
  return chosen.map((line, index) => (index === at ? { ...line, [as]: record.row } : line))
}

/** An option by its label, a number without thousands separators, anything else unchanged. */
function valueOf(field: FieldModel, text: string): unknown {
  if (isEmpty(text)) return null
  if (field.options) return field.options.find(({ label }) => Object.values(label).includes(text))?.value ?? text
  if (columnType(field) !== 'integer') return text
  const plain = normalizeDigits(text)
  return /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain) ? plain.replaceAll(',', '') : plain
}
