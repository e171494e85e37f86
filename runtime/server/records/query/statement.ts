/**
 * Statements are compiled once for a shape (table, fields, operators, arity, order) and then only filled with values:
 * nothing a caller sends can reach the SQL text.
 */
import type { Kysely, RawBuilder } from 'kysely'
import type { Database, Statement, Tables } from '../../db/index.ts'
import type { TableModel } from '../../../protocol/index.ts'
import { nowSeconds } from '../../clock.ts'
import type { Slots } from './condition.ts'
import { mark, nowSlot } from './slot.ts'

/** Statements kept for one database; the longest unused leaves first. */
const most = 1000

interface Compiled {
  readonly sql: string
  /** Fixed values, the number of the value to put there, or the moment. */
  readonly parameters: readonly (number | 'now' | { readonly fixed: unknown })[]
}

const kept = new WeakMap<Database, Map<string, Compiled>>()
const numbers = new WeakMap<TableModel, number>()
let lastNumber = 0

export interface StatementRequest {
  readonly model: TableModel
  /** With model and database it determines the SQL text; null = not kept. */
  readonly shape: string | null
  readonly values: readonly unknown[]
  /** Unix seconds; the present unless given. */
  readonly now?: number
  readonly build: (slots: Slots) => RawBuilder<unknown>
}

/** The statement of that shape with these values. */
export function statementOf(
  database: Database,
  { model, shape, values, now = nowSeconds(), build }: StatementRequest,
): Statement {
  const compile = (): Compiled =>
    compiled(
      build((index) => mark + index),
      database.query,
    )
  const { sql, parameters } =
    shape === null ? compile() : keptStatement(database, `${numberOf(model)} ${shape}`, compile)
  return {
    sql,
    parameters: parameters.map((one) => (one === 'now' ? now : typeof one === 'number' ? values[one] : one.fixed)),
  }
}

function compiled(query: RawBuilder<unknown>, executor: Kysely<Tables>): Compiled {
  const { sql, parameters } = query.compile(executor)
  return { sql, parameters: parameters.map(parameterOf) }
}

function parameterOf(one: unknown): Compiled['parameters'][number] {
  if (one === nowSlot) return 'now'
  return typeof one === 'string' && one.startsWith(mark) ? Number(one.slice(mark.length)) : { fixed: one }
}

function keptStatement(database: Database, key: string, compile: () => Compiled): Compiled {
  const statements = kept.get(database) ?? new Map<string, Compiled>()
  kept.set(database, statements)
  const known = statements.get(key)
  const statement = known ?? compile()
  if (known) statements.delete(key)
  else if (statements.size >= most) statements.delete(statements.keys().next().value!)
  statements.set(key, statement)
  return statement
}

function numberOf(model: TableModel): number {
  const known = numbers.get(model)
  if (known !== undefined) return known
  numbers.set(model, ++lastNumber)
  return lastNumber
}
