// A child process must not go on working when the parent that waits for it receives a stop signal.
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Until the child ends, signals of this process go to the child, and this process ends by the same signal once the
 * child has.
 */
export function forwardSignals(child) {
  let received = null
  const pass = (signal) => {
    received ??= signal
    child.kill(signal)
  }
  for (const signal of signals) process.on(signal, pass)
  child.once('close', () => {
    for (const signal of signals) process.off(signal, pass)
    if (received) process.kill(process.pid, received)
  })
}
