/** How much one request undoes: the client then asks for the next part. */
import type { Scope } from '../../operation/scope.ts'

/** How long it works, in milliseconds. */
const sliceMs = 4000

/** Kept records that an answer names. */
export const maxKept = 20

/** @returns true once the time of the request is over, or nobody waits for its answer any more */
export function startSlice(scope: Pick<Scope, 'signal'>): () => boolean {
  const until = Date.now() + sliceMs
  return () => Date.now() > until || scope.signal?.aborted === true
}
