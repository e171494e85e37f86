/** Keys of calls that must have one effect however often they are sent. */
import type { ApiError } from './api-error.ts'

/**
 * The key of one intention. It stays the same while the same content is sent without an answer, and changes with the content
 * and after every answer: the server would repeat a stored refusal otherwise.
 */
export class IdempotencyKey {
  private last: { readonly content: string; readonly key: string } | null = null

  /** @param content all that makes this call another one than the last */
  keyFor(content: string): string {
    if (this.last?.content !== content) this.last = { content, key: newKey() }
    return this.last.key
  }

  /** Call it when a call has ended. @param problem null when it succeeded */
  callEnded(problem: Pick<ApiError, 'kind'> | null): void {
    if (problem === null || problem.kind === 'refused') this.last = null
  }
}

/** `randomUUID` is there in secure contexts only; a warehouse may well be reached by plain http. */
function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
