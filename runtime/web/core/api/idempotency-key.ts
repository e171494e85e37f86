/** Keys of calls that must take effect once however often they are sent. */
import type { ApiError } from './api-error.ts'

/**
 * The key of one operation. It stays the same while the same content is sent without an answer, and changes with the
 * content and after every answer: otherwise the server would repeat a stored refusal.
 */
export class IdempotencyKey {
  private last: { readonly content: string; readonly key: string } | null = null

  /** @param content everything that distinguishes this call from the last one */
  keyFor(content: string): string {
    if (this.last?.content !== content) this.last = { content, key: newKey() }
    return this.last.key
  }

  /** Call it when a call has ended. @param problem null when it succeeded */
  callEnded(problem: Pick<ApiError, 'kind'> | null): void {
    if (problem === null || problem.kind === 'refused') this.last = null
  }
}

/** `randomUUID` exists in secure contexts only, and a warehouse may use plain http. */
function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
