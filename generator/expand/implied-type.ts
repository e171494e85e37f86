/** What a field leaves unsaid because its other keywords say it already: its `type`, and the `format` of a decimal. */
import type { Json } from '../source/json.ts'

/** Formats of texts; that of a point in time is an integer's. */
const textFormats: ReadonlySet<string> = new Set([
  'decimal',
  'date',
  'time',
  'year',
  'color',
  'icon',
  'image',
  'file',
  'url',
  'email',
  'mobile',
  'idNumber',
  'region',
  'account',
  'password',
  'html',
])

/** Keywords that only one type has, the most telling first. */
const typeOfKeyword: readonly (readonly [keyword: string, type: string])[] = [
  ['items', 'array'],
  ['additionalProperties', 'object'],
  ['x-scale', 'string'],
  ['maxLength', 'string'],
  ['minLength', 'string'],
  ['pattern', 'string'],
  ['minimum', 'integer'],
  ['maximum', 'integer'],
]

interface Implied {
  /** Keyword from which the value follows. */
  readonly from: string
  readonly value: string
}

/** The type of a field that has none; undefined where no other keyword tells it. */
export function impliedType(keywords: ReadonlyMap<string, Json>): Implied | undefined {
  if (keywords.has('type') || keywords.has('$ref')) return undefined
  const relation = keywords.get('x-relation')
  if (relation !== undefined) return { from: 'x-relation', value: relationType(relation, keywords) }
  const values = keywords.get('enum')
  if (Array.isArray(values)) return { from: 'enum', value: typeof values[0] === 'string' ? 'string' : 'integer' }
  const format = keywords.get('format')
  if (format === 'timestamp') return { from: 'format', value: 'integer' }
  if (format !== undefined) return textFormats.has(String(format)) ? { from: 'format', value: 'string' } : undefined
  const [keyword, type] = typeOfKeyword.find(([name]) => keywords.has(name)) ?? []
  return keyword === undefined || type === undefined ? undefined : { from: keyword, value: type }
}

function relationType(relation: Json, keywords: ReadonlyMap<string, Json>): string {
  const isOwned = typeof relation === 'object' && relation !== null && 'owned' in relation && relation.owned === true
  return isOwned || keywords.has('items') ? 'array' : 'integer'
}

/** Only decimals have a scale, so a field with one that says neither type nor format is a decimal. */
export const impliedFormat = (keywords: ReadonlyMap<string, Json>): Implied | undefined =>
  keywords.has('x-scale') &&
  !['type', 'format', '$ref', 'x-relation', 'enum', 'items'].some((name) => keywords.has(name))
    ? { from: 'x-scale', value: 'decimal' }
    : undefined
