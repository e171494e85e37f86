/**
 * Fails every test of the node project in which a transaction of this process locks rows against the order: it listens
 * between the drivers and the databases. On SQLite, where rows are not locked, the steps of the order are
 * checked.
 */
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { afterEach } from 'vitest'
import { TransactionLocks, violations, type Statement } from './lock-order.ts'
import { partOf } from './part-of.ts'

const transactions = new WeakMap<object, TransactionLocks>()
const isBegin = (text: string): boolean => /^(begin|start transaction|savepoint later)/.test(text)
const isEnd = (text: string): boolean => /^(commit|rollback$|release later|rollback to later)/.test(text)

function listen(connection: object, statement: Statement, rows: readonly Record<string, unknown>[]): void {
  const isConcurrent = connection instanceof pg.Client
  if (isBegin(statement.text)) transactions.set(connection, new TransactionLocks(isConcurrent))
  else if (isEnd(statement.text)) transactions.delete(connection)
  else transactions.get(connection)?.add(statement, rows)
}

type Query = (this: object, text: unknown, parameters?: unknown, ...more: unknown[]) => unknown

function listenToPostgres(): void {
  const prototype = partOf<{ query: Query }>(pg.Client.prototype)
  const { query } = prototype
  prototype.query = function (text, parameters, ...more) {
    const result = query.call(this, text, parameters, ...more)
    const statement = statementOf(text, parameters)
    if (statement === null || !(result instanceof Promise)) return result
    // Added first, so that it runs before whoever waits for the result sends the next statement.
    result.then(
      ({ rows }: { rows?: Record<string, unknown>[] }) => listen(this, statement, rows ?? []),
      () => {},
    )
    return result
  }
}

/** Frequent statements are sent with a name, as an object. */
function statementOf(sent: unknown, parameters: unknown): Statement | null {
  if (typeof sent === 'string') return { text: sent, parameters: Array.isArray(parameters) ? parameters : [] }
  const { text, values = [] } = sent as { readonly text?: unknown; readonly values?: readonly unknown[] }
  return typeof text === 'string' ? { text, parameters: values } : null
}

type Run = (...parameters: unknown[]) => unknown

function listenToSqlite(): void {
  const prototype = partOf<{ prepare: (this: object, text: string) => object }>(Sqlite.prototype)
  const { prepare } = prototype
  prototype.prepare = function (text) {
    const statement = prepare.call(this, text) as { run: Run; all: Run }
    for (const name of ['run', 'all'] as const) {
      const execute = statement[name]
      statement[name] = (...parameters) => {
        const result = execute.apply(statement, parameters)
        listen(this, { text, parameters }, Array.isArray(result) ? (result as Record<string, unknown>[]) : [])
        return result
      }
    }
    return statement
  }
}

const isListening = Symbol.for('tablewright tests listen to the drivers')
const globals = globalThis as { [isListening]?: true }
if (!globals[isListening]) {
  globals[isListening] = true
  listenToPostgres()
  listenToSqlite()
}

afterEach(() => {
  const found = [...new Set(violations.splice(0))]
  if (found.length > 0) throw new Error(`rows were locked against the order:\n${found.join('\n')}`)
})
