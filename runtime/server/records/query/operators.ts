/**
 * The operators of a condition. NULL matches no comparison, except where the wire sends a value for it ("" for a text,
 * [] for a list, 0 for a root): there it compares as that value. LIKE treats NULL as the empty text.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import {
  columnType,
  kinds,
  queryLimits,
  trimText,
  type Filter,
  type Operand,
  type Operator,
  type StoredValue,
} from '../../../protocol/index.ts'
import { likePattern } from '../../db/index.ts'
import { always, allOf, anyOf, isNotNull, isNull, never, scan, seek, type Condition } from './condition.ts'
import { hasAll, hasAny } from './list-membership.ts'
import { exactOperand, operandOf, rangeOf, operandError, type QueryContext } from './operand.ts'
import type { Source } from './source.ts'

/** Builds the condition; null = the entry is empty and is skipped. */
type ConditionBuilder = (source: Source, filter: Filter, context: QueryContext) => Condition | null

const builders: Readonly<Record<Operator, ConditionBuilder>> = {
  eq: (source, filter, context) =>
    equals(source, exactOperand(source, oneText(source, filter, context), context, filter.render)),
  ne: (source, filter, context) =>
    differs(source, exactOperand(source, oneText(source, filter, context), context, filter.render)),
  gt: (source, filter, context) => compares(source, '>', oneOperand(source, filter, context).low),
  egt: (source, filter, context) => compares(source, '>=', oneOperand(source, filter, context).high),
  lt: (source, filter, context) => compares(source, '<', oneOperand(source, filter, context).high),
  elt: (source, filter, context) => compares(source, '<=', oneOperand(source, filter, context).low),
  LIKE: (source, filter, context) => contains(source, oneText(source, filter, context), context),
  'NOT LIKE': (source, filter, context) => lacks(source, oneText(source, filter, context), context),
  IN: (source, filter, context) =>
    isList(source)
      ? hasAny(source, listOf(source, filter, context), context)
      : isOneOf(source, listOf(source, filter, context), context),
  'NOT IN': (source, filter, context) =>
    isList(source)
      ? not(hasAny(source, listOf(source, filter, context), context))
      : isNoneOf(source, listOf(source, filter, context), context),
  RANGE: (source, filter, context) => between(source, filter, context),
  'NOT RANGE': (source, filter, context) => outside(source, filter, context),
  FIND_IN_SET: (source, filter, context) =>
    hasAll(source, typeof filter.val === 'string' ? [filter.val] : listOf(source, filter, context), context),
  NULL: (source) => isNull(source),
  'NOT NULL': (source) => isNotNull(source),
}

/** The condition of an entry of `search`; null = none. */
export function conditionOf(source: Source, filter: Filter, context: QueryContext): Condition | null {
  if (!kinds[source.field.kind].operators.includes(filter.operator))
    throw operandError(source, context, 'query.operator', { operator: filter.operator })
  const tidy = kinds[source.field.kind].tidy ?? trimText
  const val = typeof filter.val === 'string' ? tidy(filter.val) : filter.val.map(tidy)
  return builders[filter.operator](source, { ...filter, val }, context)
}

const isList = (source: Source): boolean => columnType(source.field) === 'json'

function oneText(source: Source, { val }: Filter, context: QueryContext): string {
  if (typeof val === 'string') return val
  const [only] = val
  if (only === undefined || val.length !== 1) throw operandError(source, context)
  return only
}

function oneOperand(source: Source, filter: Filter, context: QueryContext): Operand {
  return operandOf(source, oneText(source, filter, context), context, filter.render)
}

/** A list, or a comma-separated text whose empty parts do not count. */
function listOf(source: Source, { val }: Filter, context: QueryContext): readonly string[] {
  const texts = [
    ...new Set(
      typeof val === 'string'
        ? val
            .split(',')
            .map(trimText)
            .filter((part) => part !== '')
        : val,
    ),
  ]
  // Guard T03: at most 200 values in a list.
  if (texts.length > queryLimits.values) throw operandError(source, context)
  return texts
}

function equals(source: Source, operand: { readonly value: StoredValue } | null): Condition {
  if (operand === null) return never
  return operand.value === null ? isNull(source) : compares(source, '=', operand.value)
}

function differs(source: Source, operand: { readonly value: StoredValue } | null): Condition {
  if (operand?.value === null) return isNotNull(source)
  if (operand === null) return source.hasEmptyValue ? always : isNotNull(source)
  const other = scan(source, '<>', sql<SqlBool>`${source.compared} <> ${source.toCompared(sql`${operand.value}`)}`)
  return source.hasEmptyValue ? anyOf([isNull(source), other]) : other
}

/** Nothing is greater or smaller than "no value". */
function compares(source: Source, sign: '=' | '>' | '>=' | '<' | '<=', value: StoredValue): Condition {
  if (value === null) return compares(source, sign, 0)
  // Guard T02: values stay out of the text.
  // Without: return seek(source, sign, sql<SqlBool>`${source.compared} ${sql.raw(sign)} ${sql.lit(value)}`)
  return seek(source, sign, sql<SqlBool>`${source.compared} ${sql.raw(sign)} ${source.toCompared(sql`${value}`)}`)
}

/** The text that LIKE compares: numbers as people read them. */
export function textOf(source: Source, context: QueryContext): RawBuilder<StoredValue> {
  return columnType(source.field) === 'integer'
    ? context.adapter.textOf(source.column, source.field.scale)
    : source.text
}

/** True when the text contains the part; case counts except for ASCII letters. */
export function contains(source: Source, part: string, context: QueryContext): Condition {
  if (part === '') return always
  const inside = isList(source) ? JSON.stringify(part).slice(1, -1) : part
  return scan(source, 'like', context.adapter.like(textOf(source, context), likePattern(inside)))
}

function lacks(source: Source, part: string, context: QueryContext): Condition {
  return part === '' ? never : anyOf([isNull(source), not(contains(source, part, context))])
}

function not(condition: Condition): Condition {
  const denied = sql<SqlBool>`not (${condition.sql})`
  return { ...condition, sql: denied, scans: true, comparisons: Math.max(condition.comparisons, 1) }
}

/** Distinct operands; null among them means "no value". */
function operandsOf(source: Source, texts: readonly string[], context: QueryContext): readonly StoredValue[] {
  const operands = texts.map((text) => exactOperand(source, text, context)).filter((operand) => operand !== null)
  return [...new Set(operands.map((operand) => operand.value))]
}

/** Lists are filled up to few lengths, so that statements are few, too. */
const lengths: readonly number[] = [1, 2, 4, 8, 16, 32, 64, 128, 200]

function membership(source: Source, word: 'in' | 'not in', values: readonly StoredValue[]): Condition {
  const length = lengths.find((candidate) => candidate >= values.length) ?? values.length
  const filled = [...values, ...Array<StoredValue>(length - values.length).fill(values[0] ?? null)]
  const make = word === 'in' ? seek : scan
  return make(
    source,
    word,
    sql<SqlBool>`${source.compared} ${sql.raw(word)} (${sql.join(
      filled.map((value) => source.toCompared(sql`${value}`)),
    )})`,
  )
}

function isOneOf(source: Source, texts: readonly string[], context: QueryContext): Condition {
  const operands = operandsOf(source, texts, context)
  const values = operands.filter((value) => value !== null)
  const parts = values.length > 0 ? [membership(source, 'in', values)] : []
  return anyOf(operands.includes(null) ? [isNull(source), ...parts] : parts)
}

function isNoneOf(source: Source, texts: readonly string[], context: QueryContext): Condition {
  const operands = operandsOf(source, texts, context)
  const values = operands.filter((value) => value !== null)
  const others = values.length > 0 ? membership(source, 'not in', values) : always
  if (operands.includes(null)) return allOf([isNotNull(source), others])
  if (values.length === 0) return source.hasEmptyValue ? always : isNotNull(source)
  return source.hasEmptyValue ? anyOf([isNull(source), others]) : others
}

/** The two ends; null = the entry is skipped. */
function endsOf(source: Source, { val, render }: Filter, context: QueryContext): readonly [string, string] | null {
  const parts = typeof val === 'string' ? val.split(',') : val
  if (parts.length !== 2 && !(parts.length === 1 && render === 'datetime')) throw operandError(source, context)
  const [first = '', last = ''] = parts
  return parts.length === 1 || (first === '' && last === '') ? null : [first, last]
}

function between(source: Source, filter: Filter, context: QueryContext): Condition | null {
  const ends = endsOf(source, filter, context)
  if (!ends) return null
  const [first, last] = rangeOf(source, ends, context, filter.render)
  return allOf([
    ...(first ? [compares(source, '>=', first.high)] : []),
    ...(last ? [compares(source, '<=', last.low)] : []),
  ])
}

function outside(source: Source, filter: Filter, context: QueryContext): Condition | null {
  const ends = endsOf(source, filter, context)
  if (!ends) return null
  const [first, last] = rangeOf(source, ends, context, filter.render)
  return anyOf([
    ...(first ? [compares(source, '<', first.high)] : []),
    ...(last ? [compares(source, '>', last.low)] : []),
  ])
}
