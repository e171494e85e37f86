/** Errors of the store that no engine raises itself; `problemOf` of every adapter recognises them. */
import { AppError } from '../core/errors/app-error.ts'
import type { StoreProblem } from './adapter.ts'

/**
 * Thrown when a queue is too long, a reader is gone, the disk is known to be full, or a read has reached its limits.
 * `code` is what `problemOf` returns.
 */
export class StoreError extends AppError<Exclude<StoreProblem['kind'], 'unique' | 'foreign' | 'required'>> {
  constructor(code: StoreError['code'], message: string, cause?: unknown) {
    super('StoreError', code, message, cause)
  }
}

/** The SQLSTATEs after which a transaction is worth repeating: a serialization failure, and a deadlock. */
export const retryCodes: readonly string[] = ['40001', '40P01']

/**
 * Ends the transaction and runs it again: what decided which rows to lock has changed before they were locked, and
 * locking the missing ones now would be out of order. Cannot happen where there is only one writer.
 */
export function retryTransaction(): never {
  throw Object.assign(new Error('the rows to lock changed before they were locked'), { code: '40001' })
}

/** The `code` an error carries (SQLite's name, PostgreSQL's SQLSTATE, Node's errno), or "". */
export function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null ? (error as { code?: unknown }).code : undefined
  return typeof code === 'string' ? code : ''
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
