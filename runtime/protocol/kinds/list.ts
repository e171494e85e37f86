/**
 * Kinds that store several texts in one column as JSON: set of options, tags, pictures, files. Comma-separated text is
 * accepted.
 */
import type { Operator } from '../operators.ts'
import { isSafeText, trimText } from '../safe-text.ts'
import type { FieldModel, StoredValue, WireValue } from '../table-model.ts'
import { noSuchOption, optionNamed, optionOf } from './enum.ts'
import { broken, exact, ok, type Kind, type KindContext, type Read } from './kind.ts'
import { file, image, text } from './text.ts'

const listOperators: readonly Operator[] = [
  'eq',
  'ne',
  'LIKE',
  'NOT LIKE',
  'IN',
  'NOT IN',
  'FIND_IN_SET',
  'NULL',
  'NOT NULL',
]

type ReadItem = (item: unknown, field: FieldModel, context: KindContext) => Read

/** A kind of several items in one column. */
export function listKind(readItem: ReadItem): Kind {
  return {
    column: 'json',
    operators: listOperators,
    read(input, field, context) {
      const items = typeof input === 'string' ? input.split(',') : input
      if (!Array.isArray(items)) return broken('typeList')
      const values: WireValue[] = []
      for (const item of items) {
        if (typeof item === 'string' && trimText(item) === '') continue
        const read = readItem(item, field, context)
        if ('problem' in read) return read
        if (values.includes(read.value)) return broken('uniqueItems')
        values.push(read.value)
      }
      if (field.maxItems !== undefined && values.length > field.maxItems)
        return broken('maxItems', { limit: field.maxItems })
      return ok(values)
    },
    readText(written, field, context) {
      const items = itemsOfText(written)
      if (!field.options) return this.read(items, field, context)
      const options = items.map((item) => optionNamed(field, item.trim()))
      return options.includes(undefined)
        ? noSuchOption(field)
        : this.read(
            options.map((option) => option?.value),
            field,
            context,
          )
    },
    toStored: (value) => (Array.isArray(value) && value.length > 0 ? JSON.stringify(value) : null),
    toWire: (value) => parseJson(value, []),
    operand: (value) => exact(value),
    toText: (value, field, _context, language) =>
      textOf(
        Array.isArray(value) ? value.map((item) => optionOf(field, item)?.label[language] ?? String(item)) : [],
        field,
      ),
  }
}

/** Items with commas between them, in JSON where that would read as other items. */
function textOf(items: readonly string[], field: FieldModel): string {
  const plain = items.join(',')
  const read = itemsOfText(plain).map((item) => (field.options ? item.trim() : item))
  return items.length === read.length && items.every((item, index) => item === read[index])
    ? plain
    : JSON.stringify(items)
}

/** The items of a text that a person wrote, or that an export did. Blank ones count for nothing. */
export function itemsOfText(written: string): readonly string[] {
  const list = written.trim().startsWith('[') ? parseJson(written.trim(), null) : null
  if (Array.isArray(list) && list.every((item) => typeof item === 'string')) return list
  return written.split(/[,，]/).filter((item) => item.trim() !== '')
}

/** Column content as JSON; what is no JSON (damaged) counts as the fallback. */
export function parseJson(json: StoredValue, fallback: WireValue): WireValue {
  if (typeof json !== 'string') return json === null ? fallback : (json as WireValue)
  try {
    return JSON.parse(json) as WireValue
  } catch {
    return fallback
  }
}

function limitedText(item: unknown, field: FieldModel, context: KindContext): Read {
  if (typeof item !== 'string') return broken('typeText')
  if (!isSafeText(item)) return broken('text')
  const limit = field.maxLength ?? 255
  return trimText(item).length > limit ? broken('maxLength', { limit }) : text.read(item, field, context)
}

export const tags = listKind(limitedText)
export const images: Kind = {
  ...listKind((item, field, context) => image.read(item, field, context)),
  addresses: 'pictures',
}
export const files: Kind = {
  ...listKind((item, field, context) => file.read(item, field, context)),
  addresses: 'files',
}
export const set = listKind((item, field) => {
  const option = optionOf(field, typeof item === 'string' ? trimText(item) : item)
  return option ? ok(option.value) : broken('option')
})
