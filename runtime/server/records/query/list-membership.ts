/** Membership in columns that contain several values: JSON lists and comma-separated texts. */
import { sql } from 'kysely'
import { columnType, optionOf, refersToMany } from '../../../protocol/index.ts'
import { allOf, anyOf, never, scan, seek, type Condition } from './condition.ts'
import { exactOperand, type QueryContext } from './operand.ts'
import type { Source } from './source.ts'

/** All of the values are members. */
export function hasAll(source: Source, values: readonly string[], context: QueryContext): Condition {
  return allOf(values.map((value) => has(source, value, context)))
}

/** At least one of the values is a member. */
export function hasAny(source: Source, values: readonly string[], context: QueryContext): Condition {
  return anyOf(values.map((value) => has(source, value, context)))
}

function has(source: Source, value: string, context: QueryContext): Condition {
  const type = columnType(source.field)
  if (value === '') return never
  if (type === 'integer') return isOnlyMember(source, value, context)
  const { adapter } = context
  const text =
    type === 'json' ? adapter.jsonHas(source.column, memberOf(source, value)) : adapter.inSet(source.column, value)
  return scan(source, 'has', text)
}

/** The item as the list stores it: options by their value, ids as numbers. */
function memberOf({ field }: Source, text: string): string | number {
  return refersToMany(field) && /^\d{1,15}$/.test(text) ? Number(text) : (optionOf(field, text)?.value ?? text)
}

/** A number is a list of one. */
function isOnlyMember(source: Source, text: string, context: QueryContext): Condition {
  const operand = exactOperand(source, text, context)
  if (operand === null || operand.value === null) return never
  return seek(source, '=', sql`${source.compared} = ${source.toCompared(sql`${operand.value}`)}`)
}
