/**
 * One run of the work serves everybody who asked before it began. Who asks while one runs waits for the next: the
 * result is never of a moment before it was asked for.
 */
export function shareRuns<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<void> | null = null
  let next: Promise<T> | null = null
  const begin = (): Promise<T> => {
    next = null
    const run = work()
    const ended = run.then(
      () => {},
      () => {},
    )
    running = ended
    void ended.then(() => {
      if (running === ended) running = null
    })
    return run
  }
  return () => {
    if (next) return next
    return running === null ? begin() : (next = running.then(begin))
  }
}
