/** The context in which rules are evaluated on the rows of one table. */
import { sql, type Expression } from 'kysely'
import { columnType, fieldOf, type TableModel } from '../../../protocol/index.ts'
import type { Actor } from '../access/actor.ts'
import type { Adapter } from '../../db/index.ts'
import { lookupSql } from './lookup-sql.ts'
import { ruleValueSql, type SqlEvalContext } from './sql.ts'

/** The facts of a rule in addition to the row. */
export interface RowContext {
  readonly actor: Pick<Actor, 'id' | 'super' | 'groups' | 'member'> | null
  /** Unix seconds, or what stands for them. */
  readonly now: unknown
}

/** @param table alias of the rows, null where they need none */
export function rowEvalContext(
  adapter: Adapter,
  model: TableModel,
  table: string | null,
  { actor, now }: RowContext,
): SqlEvalContext {
  const values = {
    actor: actor?.id ?? null,
    member: actor?.member?.id ?? null,
    groups: JSON.stringify(actor?.groups ?? []),
    now,
  }
  return { column: (name) => columnExpression(adapter, model, name, table, now), fact: (name) => values[name], actor }
}

/**
 * The value of a field in a statement: its column, or what is computed or looked up in place of one.
 * @param now as in RowFacts
 */
export function columnExpression(
  adapter: Adapter,
  model: TableModel,
  name: string,
  table: string | null,
  now: RowContext['now'],
): Expression<unknown> {
  const field = fieldOf(model, name)
  if (field?.computed?.stored === false)
    return ruleValueSql(
      adapter,
      field.computed.rule,
      rowEvalContext(adapter, model, table, { actor: null, now }),
      columnType(field),
    )
  if (field?.lookup) return lookupSql(field.lookup, table ?? model.table)
  return sql`${table === null ? sql.id(name) : sql.id(table, name)}`
}
