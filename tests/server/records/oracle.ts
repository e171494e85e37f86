/** A second opinion on list queries: the conditions of the protocol over wire rows in memory, written without SQL. */
import { trimText, type Filter, type ListQuery } from 'tablewright/protocol'

type WireRow = Record<string, unknown>

/** What a column is to the oracle. `scaled`: digits after the point of a decimal. */
type Sort = 'text' | 'number' | 'list'
interface OracleField {
  readonly sort: Sort
  readonly scale?: number
}
export type Fields = Readonly<Record<string, OracleField>>

const lower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
/** Case counts except for ASCII letters. */
export const contains = (text: string, part: string): boolean => lower(text).includes(lower(part))

/** Texts by code point, as the databases have them. */
function compareTexts(one: string, other: string): number {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return Buffer.compare(a, b)
}

/** Exact comparison of plain decimals of any length. */
function compareNumbers(one: string, other: string): number {
  const scale = 12
  const big = (text: string): bigint => {
    const [whole = '', fraction = ''] = text.replace('-', '').split('.')
    const value = BigInt((whole || '0') + fraction.padEnd(scale, '0').slice(0, scale))
    return text.startsWith('-') ? -value : value
  }
  const [a, b] = [big(one), big(other)]
  return a < b ? -1 : a > b ? 1 : 0
}

function compare(field: OracleField, one: unknown, other: string): number | null {
  if (field.sort === 'text') return one === '' ? null : compareTexts(String(one), other)
  return one === null ? null : compareNumbers(String(one), other)
}

function equals(field: OracleField, one: unknown, other: string): boolean {
  if (other === '') return one === '' || one === null || (Array.isArray(one) && one.length === 0)
  if (Array.isArray(one)) return JSON.stringify(one) === JSON.stringify(other.split(','))
  if (field.sort === 'text') return one === other
  return one !== null && compareNumbers(String(one), other) === 0
}

const parts = ({ val }: Filter): string[] =>
  typeof val === 'string' ? val.split(',').map(trimText).filter(Boolean) : [...val]
const one = ({ val }: Filter): string => (typeof val === 'string' ? val : val[0]!)
const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

const shown = (value: unknown): string =>
  value === null ? '' : Array.isArray(value) ? (value.length === 0 ? '' : JSON.stringify(value)) : String(value)

function inRange(field: OracleField, value: unknown, [first, last]: readonly string[]): boolean {
  if (first !== '' && !((compare(field, value, first!) ?? -1) >= 0)) return false
  return last === '' || (compare(field, value, last!) ?? 1) <= 0
}

function outOfRange(field: OracleField, value: unknown, [first, last]: readonly string[]): boolean {
  return (
    (first !== '' && (compare(field, value, first!) ?? 1) < 0) ||
    (last !== '' && (compare(field, value, last!) ?? -1) > 0)
  )
}

/** A row without a number matches no negation; a text or list always has a value. */
const negated = (field: OracleField, value: unknown, holds: boolean): boolean =>
  !holds && (field.sort !== 'number' || value !== null)

function matches(fields: Fields, row: WireRow, filter: Filter): boolean {
  const field = fields[filter.field]!
  const value = row[filter.field]
  switch (filter.operator) {
    case 'eq':
      return equals(field, value, one(filter))
    case 'ne':
      return one(filter) === '' ? !isEmpty(value) : negated(field, value, equals(field, value, one(filter)))
    case 'gt':
      return (compare(field, value, one(filter)) ?? -1) > 0
    case 'egt':
      return (compare(field, value, one(filter)) ?? -1) >= 0
    case 'lt':
      return (compare(field, value, one(filter)) ?? 1) < 0
    case 'elt':
      return (compare(field, value, one(filter)) ?? 1) <= 0
    case 'LIKE':
      return contains(shown(value), one(filter))
    case 'NOT LIKE':
      return !contains(shown(value), one(filter))
    case 'IN':
      return Array.isArray(value)
        ? parts(filter).some((part) => value.includes(part))
        : parts(filter).some((part) => equals(field, value, part))
    case 'NOT IN':
      return Array.isArray(value)
        ? !parts(filter).some((part) => value.includes(part))
        : negated(
            field,
            value,
            parts(filter).some((part) => equals(field, value, part)),
          )
    case 'RANGE':
      return one(filter) === ',' || inRange(field, value, one(filter).split(','))
    case 'NOT RANGE':
      return one(filter) === ',' || outOfRange(field, value, one(filter).split(','))
    case 'FIND_IN_SET': {
      const wanted = typeof filter.val === 'string' ? [filter.val] : filter.val
      if (field.sort === 'number') return wanted.every((part) => part !== '' && equals(field, value, part))
      const members = Array.isArray(value) ? value : String(value).split(',')
      return wanted.every((part) => part !== '' && members.includes(part))
    }
    case 'NULL':
      return isEmpty(value)
    case 'NOT NULL':
      return !isEmpty(value)
  }
}

/** Ids of the page the query asks for, and how many rows fit. */
export function answer(
  fields: Fields,
  rows: readonly WireRow[],
  query: ListQuery,
  quick: readonly string[],
): { ids: unknown[]; total: number } {
  const found = rows.filter(
    (row) =>
      query.search.every((filter) => matches(fields, row, filter)) &&
      (query.quickSearch === '' || quick.some((name) => contains(shown(row[name]), query.quickSearch))),
  )
  const { field, direction } = query.order!
  const sign = direction === 'asc' ? 1 : -1
  const rank = (row: WireRow): unknown => (isEmpty(row[field]) ? null : row[field])
  const sorted = [...found].sort((a, b) => {
    const [x, y] = [rank(a), rank(b)]
    const order =
      x === y
        ? 0
        : x === null
          ? -1
          : y === null
            ? 1
            : Array.isArray(x)
              ? compareTexts(JSON.stringify(x), JSON.stringify(y))
              : (compare(fields[field]!, x, String(y)) ?? 0)
    return sign * (order || Number(a['id']) - Number(b['id']))
  })
  const start = (query.page - 1) * query.limit
  return { ids: sorted.slice(start, start + query.limit).map((row) => row['id']), total: found.length }
}
