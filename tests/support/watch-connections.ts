/**
 * Fails every test of the node project in which code inside a transaction takes a second connection: it listens between
 * the store and the drivers. The pool whose transactions wait for nothing, which has one connection, is left out.
 */
import Sqlite from 'better-sqlite3'
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { afterEach } from 'vitest'
import type { Transaction as KyselyTransaction } from 'kysely'
import type { Tables, Transaction } from '../../runtime/server/db/index.ts'
import { RunningTransactions } from '../../runtime/server/db/running-transactions.ts'
import { partOf } from './part-of.ts'

interface Watched {
  isRunning: boolean
}

const transactions = new AsyncLocalStorage<Watched>()
const violations: string[] = []

function note(connection: string): void {
  if (transactions.getStore()?.isRunning) violations.push(`${connection}\n${new Error('here').stack ?? ''}`)
}

function listenToTransactions(): void {
  const { run } = RunningTransactions.prototype
  RunningTransactions.prototype.run = function <T>(
    this: RunningTransactions,
    begin: (inside: (trx: KyselyTransaction<Tables>) => Promise<T>) => Promise<T>,
    work: (trx: Transaction) => Promise<T>,
  ) {
    const watch = (trx: Transaction): Promise<T> => {
      const watched = { isRunning: true }
      return transactions
        .run(watched, () => work(trx))
        .finally(() => {
          watched.isRunning = false
        })
    }
    return (run<T>).call(this, begin, watch)
  }
}

function listenToPostgres(): void {
  const prototype = partOf<{ connect: (this: pg.Pool, ...more: unknown[]) => unknown }>(pg.Pool.prototype)
  const { connect } = prototype
  const apart = new WeakMap<pg.Pool, boolean>()
  prototype.connect = function (...more) {
    if (!apart.has(this)) apart.set(this, this.options.max === 1)
    if (!apart.get(this)) note('a connection of the pool')
    return connect.apply(this, more)
  }
}

function listenToSqlite(): void {
  const prototype = partOf<{ prepare: (this: Sqlite.Database, text: string) => object }>(Sqlite.prototype)
  const { prepare } = prototype
  prototype.prepare = function (text) {
    const statement = prepare.call(this, text) as Record<'run' | 'all' | 'iterate', (...values: unknown[]) => unknown>
    if (!this.readonly) return statement
    for (const name of ['run', 'all'] as const) {
      const execute = statement[name]
      statement[name] = (...values) => {
        note(`the connection that reads: ${text}`)
        return execute.apply(statement, values)
      }
    }
    return statement
  }
}

const isListening = Symbol.for('tablewright tests listen to connections')
const prototype = RunningTransactions.prototype as { [isListening]?: true }
if (!prototype[isListening]) {
  prototype[isListening] = true
  listenToTransactions()
  listenToPostgres()
  listenToSqlite()
}

afterEach(() => {
  const second = violations.splice(0)
  if (second.length > 0) throw new Error(`a transaction took a second connection:\n${second.join('\n')}`)
})
