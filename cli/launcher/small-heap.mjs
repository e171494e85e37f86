// Keeps the heap of a starting server small.
import { cachedDataVersionTag, setFlagsFromString } from 'node:v8'

/** Of V8. */
const usualFactor = 2
const setGrowth = (factor) => setFlagsFromString(`--semi-space-growth-factor=${factor}`)

/** V8 forgets a factor below the usual one with each thread that starts, so it is set again and again. */
const repeatMs = 50

/** A new thread takes about 2 ms to the point at which V8 forgets; it is not awaited longer than this. */
const maxThreadStartMs = 50
/** How long this thread leaves the processor to it before it looks again. */
const pauseMs = 0.3

let isHeld = false
/** V8's mark of its options while they hold the space. */
let held = 0

/**
 * Most of what a start allocates stays, which V8 takes for a reason to let new objects have 32 MB; it keeps them for as
 * long as the server runs, however little it does. Until the returned function is called their space does not grow,
 * which costs a start nothing. Afterwards it follows the load.
 */
export function holdYoungGeneration() {
  isHeld = true
  setGrowth(1)
  held = cachedDataVersionTag()
  const repeated = setInterval(() => setGrowth(1), repeatMs).unref()
  process.on('worker', holdAgain)
  return () => {
    isHeld = false
    clearInterval(repeated)
    process.off('worker', holdAgain)
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

/**
 * Waits until the thread that has just been started makes V8 forget, which the mark of its options tells: this thread
 * may be kept from its timers until long after.
 */
function holdAgain() {
  const end = performance.now() + maxThreadStartMs
  while (cachedDataVersionTag() === held && performance.now() < end) Atomics.wait(nobodyWakes, 0, 0, pauseMs)
  setGrowth(1)
}

const nobodyWakes = new Int32Array(new SharedArrayBuffer(4))
