/** Graceful shutdown: no new requests, running ones finish, then the database is closed. */
import type { FastifyInstance } from 'fastify'

/** Milliseconds running requests get before their connections are cut. */
const shutdownTimeoutMs = 10_000

/** Stops listening and waits for running requests. `release` runs last, also when requests had to be cut. */
export function createStop(app: FastifyInstance, release: () => Promise<void>): () => Promise<void> {
  let stopping: Promise<void> | null = null
  return () => (stopping ??= stop(app, release))
}

async function stop(app: FastifyInstance, release: () => Promise<void>): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), shutdownTimeoutMs)
  // Keep-alive connections stay open after their last answer; without this, stopping would wait for them.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 25)
  try {
    await app.close()
  } finally {
    clearTimeout(cut)
    clearInterval(sweep)
    await release()
  }
}

const signals = ['SIGTERM', 'SIGINT'] as const

/**
 * Stops on the first signal; a second one ends the process immediately. Returns a function that removes the listeners.
 */
export function stopOnSignals(stopNow: () => Promise<void>): () => void {
  const onSignal = (): void => {
    unsubscribe()
    void stopNow()
  }
  const unsubscribe = (): void => signals.forEach((signal) => process.off(signal, onSignal))
  signals.forEach((signal) => process.on(signal, onSignal))
  return unsubscribe
}
