/** Errors of the store that no engine raises itself; `problemOf` of every adapter knows them. */
import type { StoreProblem } from './adapter.ts'

/** Raised when a queue is too long, a reader is gone, or the disk is known to be full. `code` is what `problemOf` answers. */
export class StoreError extends Error {
  readonly kind: StoreProblem['kind'] & ('busy' | 'unavailable' | 'full')

  constructor(kind: 'busy' | 'unavailable' | 'full', message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'StoreError'
    this.kind = kind
  }
}

/** The `code` an error carries (SQLite's name, PostgreSQL's SQLSTATE, Node's errno), or "". */
export function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null ? (error as { code?: unknown }).code : undefined
  return typeof code === 'string' ? code : ''
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
