/** Reads parts of schema documents for the screens. */
import type { Language, Text } from '../../../protocol/index.ts'
import type { Json, JsonObject } from './calls.ts'
import { paletteItems } from './palette.ts'
import type { TextKey } from './texts.ts'

export const objectOf = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
export const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : [])
export const textsOf = (value: unknown): readonly string[] =>
  listOf(value).filter((item): item is string => typeof item === 'string')

export const labelOf = (schema: JsonObject, fallback: string): Text => {
  const label = objectOf(schema['x-label'])
  const text = (language: Language): string => (typeof label[language] === 'string' ? label[language] : fallback)
  return { 'zh-cn': text('zh-cn'), en: text('en') }
}

export const fieldsOf = (document: JsonObject | null): readonly (readonly [name: string, schema: JsonObject])[] =>
  Object.entries(objectOf(document?.['properties'])).map(([name, schema]) => [name, objectOf(schema)])

export const schemaOf = (document: JsonObject | null, field: string): JsonObject =>
  objectOf(objectOf(document?.['properties'])[field])

/** The item of the palette that a field began with, or would. */
export function kindKey(schema: JsonObject): TextKey {
  if (schema['x-relation'] !== undefined) return 'kind.reference'
  if (schema['enum'] !== undefined) return schema['x-widget'] === 'switch' ? 'kind.switch' : 'kind.options'
  if (schema['items'] !== undefined) return objectOf(schema['items'])['format'] ? 'kind.other' : 'kind.tags'
  if (schema['x-scale'] !== undefined) return 'kind.decimal'
  const format = schema['format']
  if (format !== undefined) return paletteItems.find((item) => item.schema['format'] === format)?.key ?? 'kind.other'
  if (schema['type'] === 'integer' || schema['minimum'] !== undefined || schema['maximum'] !== undefined)
    return 'kind.integer'
  if (typeof schema['maxLength'] === 'number') return schema['maxLength'] > 255 ? 'kind.textarea' : 'kind.text'
  return 'kind.other'
}

interface FormSection {
  readonly index: number
  readonly name: string
  readonly label: Text | null
  readonly rows: readonly (readonly string[])[]
}

/** Sections of the form; grids of lines are left out. */
export const sectionsOf = (document: JsonObject | null): readonly FormSection[] =>
  listOf(objectOf(document?.['x-views'])['form']).flatMap((part, index) => {
    const section = objectOf(part)
    if (!Array.isArray(section['rows'])) return []
    const name = String(section['section'])
    return [
      {
        index,
        name,
        label: section['x-label'] === undefined ? null : labelOf(section, name),
        rows: listOf(section['rows']).map(textsOf),
      },
    ]
  })

export const columnsOf = (document: JsonObject | null): readonly string[] =>
  textsOf(objectOf(objectOf(document?.['x-views'])['table'])['columns'])

/** Where a field stands in the form; null = it is not in it. */
export function placeOf(
  document: JsonObject | null,
  field: string,
): {
  readonly section: number
  readonly row: number
  readonly column: number
  readonly rows: FormSection['rows']
} | null {
  for (const { index, rows } of sectionsOf(document)) {
    const row = rows.findIndex((names) => names.includes(field))
    if (row >= 0) return { section: index, row, column: (rows[row] ?? []).indexOf(field), rows }
  }
  return null
}
