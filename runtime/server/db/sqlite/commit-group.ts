/**
 * Finished transactions that wait for a common commit, because SQLite has one writer and every commit waits for the
 * disk. Each later one runs in a savepoint of the same transaction, so it can be rolled back alone. No caller gets an
 * answer before the commit.
 */
import type Sqlite from 'better-sqlite3'
import { StoreError } from '../store-error.ts'
import type { Statements } from './statements.ts'

/** Transactions in a group at most, and how long the first of them waits for others to begin, in milliseconds. */
const maxGroupSize = 32
const maxWaitMs = 20
interface Waiting {
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

export class CommitGroup {
  readonly #connection: Sqlite.Database
  readonly #statements: Statements
  #waiting: Waiting[] = []
  #since = 0

  constructor(connection: Sqlite.Database, statements: Statements) {
    this.#connection = connection
    this.#statements = statements
  }

  /** True while a transaction waits for the commit. */
  get isOpen(): boolean {
    return this.#waiting.length > 0
  }

  /** False once SQLite has rolled back by itself. */
  get isAlive(): boolean {
    return this.#connection.inTransaction
  }

  /** True while one more may wait. */
  get hasRoom(): boolean {
    return !this.isOpen || (this.#waiting.length < maxGroupSize && performance.now() - this.#since < maxWaitMs)
  }

  /** Waits. Resolves when it is on the disk; rejects when the commit failed: then nothing of the group is stored. */
  join(): Promise<void> {
    if (!this.isOpen) this.#since = performance.now()
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }))
  }

  /**
   * Commits for the caller and all waiting transactions. Throws what SQLite throws; the waiting transactions are
   * rejected with it as well.
   */
  end(): void {
    try {
      this.#statements.of('commit').run()
    } catch (error) {
      if (this.isAlive) this.#connection.exec('rollback')
      this.fail(error)
      throw error
    }
    for (const { resolve } of this.#leave()) resolve()
  }

  /** Commits for the waiting transactions, if there are any, and resolves or rejects them. */
  commit(): void {
    if (!this.isOpen) return
    try {
      this.end()
    } catch {
      // The waiting transactions were rejected already.
    }
  }

  /**
   * Rejects the waiting transactions: nothing of theirs is stored.
   * @param error null = the cause is unknown
   */
  fail(error: unknown): void {
    for (const { reject } of this.#leave())
      reject(error ?? new StoreError('unavailable', 'the transaction ended by itself'))
  }

  #leave(): readonly Waiting[] {
    const waiting = this.#waiting
    this.#waiting = []
    return waiting
  }
}
