// Keeps the heap of a starting server small.
import { setFlagsFromString } from 'node:v8'

/** Of V8. */
const usualFactor = 2
const setGrowth = (factor) => setFlagsFromString(`--semi-space-growth-factor=${factor}`)

/** V8 forgets a factor below the usual one with each thread that starts, so it is set again and again. */
const repeatMs = 50

let isHeld = false

/**
 * Most of what a start allocates stays, which V8 takes for a reason to let new objects have 32 MB; it keeps them for as
 * long as the server runs, however little it does. Until the returned function is called their space does not grow,
 * which costs a start nothing. Afterwards it follows the load.
 */
export function holdYoungGeneration() {
  isHeld = true
  setGrowth(1)
  const repeated = setInterval(() => setGrowth(1), repeatMs).unref()
  return () => {
    isHeld = false
    clearInterval(repeated)
    setGrowth(usualFactor)
  }
}

/** Runs `work` under the options that V8 has of itself: it refuses stored code that was made under others. */
export function underUsualOptions(work) {
  if (!isHeld) return work()
  setGrowth(usualFactor)
  try {
    return work()
  } finally {
    setGrowth(1)
  }
}
