/** Ending well: no new requests, the running ones finish, then the database is let go. */
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
  // A client's connection outlives its last answer; without this, stopping would wait for it.
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
 * Stops once on the first signal; a second one ends the process as if we were not there. Returns how to stop listening
 * for signals.
 */
export function stopOnSignals(stopNow: () => Promise<void>): () => void {
  const onSignal = (): void => {
    forget()
    void stopNow()
  }
  const forget = (): void => signals.forEach((signal) => process.off(signal, onSignal))
  signals.forEach((signal) => process.on(signal, onSignal))
  return forget
}
