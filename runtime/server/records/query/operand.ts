/** Reads texts of a query as values of a column; an error names the field. */
import {
  columnType,
  kinds,
  type Kind,
  type Language,
  type Operand,
  type StoredValue,
  type TextKey,
} from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import type { Adapter } from '../../db/index.ts'
import { OperationError } from '../../errors/operation-error.ts'
import type { Source } from './source.ts'

/** What reading a condition may depend on. */
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

/** The value of a text. With `render: datetime` integer columns are read as moments. */
export function operandOf(source: Source, text: string, context: QueryContext, render?: string): Operand {
  const { field } = source
  if (columnType(field) === 'json') return listOperand(source, text, context)
  const kind: Kind = render === 'datetime' && isPlainInteger(source) ? kinds.datetime : kinds[field.kind]
  const operand = kind.operand(text, field, context)
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
  return low === high ? { value: low } : null
}

function listOperand(source: Source, text: string, context: QueryContext): Operand {
  const kind = kinds[source.field.kind]
  const read = kind.read(parsed(text), source.field, context)
  if ('problem' in read) throw operandError(source, context)
  const stored = kind.toStored(read.value, source.field)
  return { low: stored, high: stored }
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

const isDay = (text: string): boolean => /^\s*\d{4}-\d{2}-\d{2}\s*$/.test(text)

/** Both ends of a range, null where it is open. A day as the last end means its last second. */
export function rangeOf(
  source: Source,
  ends: readonly [string, string],
  context: QueryContext,
  render?: string,
): readonly [Operand | null, Operand | null] {
  const [first, last] = ends
  const lastMoment = isDay(last) && isPlainInteger(source) ? `${last.trim()} 23:59:59` : last
  return [
    first === '' ? null : operandOf(source, first, context, render),
    last === '' ? null : operandOf(source, lastMoment, context, render),
  ]
}
