/**
 * Frees the pieces of an upload that are written. Each is a buffer outside of V8's heap, which goes with the new
 * objects; an upload makes so few of those that V8 would let 32 MB of pieces pile up before it collects them.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (how: { readonly type: 'minor' }) => unknown

/** Function of V8, which it gives to contexts that are made under its option; null where it does not. */
function findCollect(): Collect | null {
  if (globalThis.gc) return globalThis.gc
  setFlagsFromString('--expose-gc')
  try {
    const found: unknown = runInNewContext('globalThis.gc')
    return typeof found === 'function' ? (found as Collect) : null
  } finally {
    // V8 refuses stored code that was made under other options.
    setFlagsFromString('--no-expose-gc')
  }
}

let collect: Collect | null | undefined

/** Collects new objects, which takes about a millisecond. */
export function collectNew(): void {
  if (collect === undefined) collect = findCollect()
  collect?.({ type: 'minor' })
}
