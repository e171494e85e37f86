/** Reads texts of a query as values of a column; an error names the field. */
import {
  columnType,
  endOfDay,
  isDay,
  kinds,
  startOfDay,
  type Kind,
  type Language,
  type Operand,
  type StoredValue,
  type TextKey,
} from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import type { Adapter } from '../../db/index.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import type { Source } from './source.ts'

const exact = (value: number): Operand => ({ low: value, high: value })

/** The context in which a condition is read. */
export interface QueryContext {
  readonly adapter: Adapter
  readonly timeZone: string
  readonly language: Language
}

/** Refuses the condition on this source. */
export function operandError(
  source: Source,
  context: QueryContext,
  key: TextKey = 'query.operand',
  params: Record<string, string> = {},
): OperationError {
  const field = source.field.label[context.language] || source.name
  return new OperationError('bad_query', { errors: { [source.name]: t(context.language, key, { field, ...params }) } })
}

/** True for columns of plain integers: moments, counts; not options, ids of records or decimals. */
const isPlainInteger = ({ field }: Source): boolean =>
  columnType(field) === 'integer' && field.scale === undefined && !field.options && !field.relation

const kindOf = (source: Source, render: string | undefined): Kind =>
  render === 'datetime' && isPlainInteger(source) ? kinds.datetime : kinds[source.field.kind]

/** The value of a text. With `render: datetime` integer columns are read as moments. */
export function operandOf(source: Source, text: string, context: QueryContext, render?: string): Operand {
  const { field } = source
  if (columnType(field) === 'json') return listOperand(source, text, context)
  const operand = kindOf(source, render).operand(text, field, context)
  if (!operand) throw operandError(source, context)
  // A reference to nothing is NULL in the column and 0 on the wire.
  return field.relation && operand.low === 0 ? { low: null, high: null } : operand
}

/** The value a condition compares with; null when it means "no value". */
export function exactOperand(
  source: Source,
  text: string,
  context: QueryContext,
  render?: string,
): { readonly value: StoredValue } | null {
  if (text === '') return { value: null }
  const { low, high } = operandOf(source, text, context, render)
  return low === high || (low !== null && high !== null && high < low) ? { value: high } : null
}

function listOperand(source: Source, text: string, context: QueryContext): Operand {
  const kind = kinds[source.field.kind]
  const read = kind.read(parsed(text), source.field, context)
  if ('problem' in read) throw operandError(source, context)
  const value = kind.toStored(read.value, source.field)
  return { low: value, high: value }
}

/** A list as JSON text or as comma-separated text. */
function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The two texts of a whole day, as clients send its ends. */
const dayStart = /^\s*(\d{4}-\d{2}-\d{2})(?:[ T]00:00(?::00)?)?\s*$/
const dayEnd = /^\s*(\d{4}-\d{2}-\d{2})(?:[ T]23:59:59)?\s*$/

/** Both ends of a range, null where it is open. A day stands for its first moment, and as the last end for its last. */
export function rangeOf(
  source: Source,
  ends: readonly [string, string],
  context: QueryContext,
  render?: string,
): readonly [Operand | null, Operand | null] {
  const { timeZone } = context
  const momentOf = (text: string, shape: RegExp, of: (day: string, zone: string) => number): Operand => {
    const day = kindOf(source, render) === kinds.datetime ? (shape.exec(text)?.[1] ?? '') : ''
    return isDay(day) ? exact(of(day, timeZone)) : operandOf(source, text, context, render)
  }
  const [first, last] = ends
  return [
    first === '' ? null : momentOf(first, dayStart, startOfDay),
    last === '' ? null : momentOf(last, dayEnd, endOfDay),
  ]
}
