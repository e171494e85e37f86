/**
 * Statements are compiled once for a shape (table, fields, operators, arity, order) and then only filled with values:
 * nothing a caller sends can reach the SQL text.
 */
import type { RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import { compiledFor, type Database, type Reading, type Statement } from '../../db/index.ts'
import { memoizeByObject, type TableModel } from '../../../protocol/index.ts'
import { nowSeconds } from '../../clock.ts'
import type { Parameters } from './condition.ts'
import { parameterMark, nowSlot } from './parameter.ts'

/** Statements kept for one database; the least recently used one is dropped first. */
const maxStatements = 1000

interface Compiled {
  readonly sql: string
  /** Fixed values, the number of the value to put there, or the moment. */
  readonly parameters: readonly (number | 'now' | { readonly fixed: unknown })[]
}

const compiledStatements = memoizeByObject(
  (_compiledFor: object) => new LRUCache<string, Compiled>({ max: maxStatements }),
)

let lastNumber = 0
/** Distinguishes models inside a key. */
const numberOf = memoizeByObject((_model: TableModel) => ++lastNumber)

export interface StatementRequest {
  readonly model: TableModel
  /** Determines the SQL text together with model and database; null = not cached. */
  readonly shape: string | null
  readonly values: readonly unknown[]
  /** Unix seconds; the present unless given. */
  readonly now?: number
  readonly build: (slots: Parameters) => RawBuilder<unknown>
}

/** The statement of that shape with these values. */
export function statementOf(
  database: Database,
  { model, shape, values, now = nowSeconds(), build }: StatementRequest,
): Statement {
  const compile = (): Compiled =>
    compiled(
      build((index) => parameterMark + index),
      database.query,
    )
  const { sql, parameters } =
    shape === null ? compile() : cachedStatement(database, `${numberOf(model)} ${shape}`, compile)
  return {
    sql,
    parameters: parameters.map((one) => (one === 'now' ? now : typeof one === 'number' ? values[one] : one.fixed)),
  }
}

function compiled(query: RawBuilder<unknown>, executor: Reading): Compiled {
  const { sql, parameters } = query.compile(executor)
  return { sql, parameters: parameters.map(parameterOf) }
}

function parameterOf(one: unknown): Compiled['parameters'][number] {
  if (one === nowSlot) return 'now'
  return typeof one === 'string' && one.startsWith(parameterMark)
    ? Number(one.slice(parameterMark.length))
    : { fixed: one }
}

function cachedStatement(database: Database, key: string, compile: () => Compiled): Compiled {
  const statements = compiledStatements(compiledFor(database.query))
  const statement = statements.get(key) ?? compile()
  statements.set(key, statement)
  return statement
}
