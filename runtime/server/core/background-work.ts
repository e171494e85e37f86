/** Work that no request waits for. */
interface BackgroundWork {
  /** Resolves when what is running has ended. */
  stop(): Promise<void>
}

/** Milliseconds after which the first answers are out; until then the work would take their processor time. */
const delayMs = 500

/** Begins the work when the first answers after a start are out. */
export function startLater(begin: () => readonly BackgroundWork[]): BackgroundWork {
  let work: readonly BackgroundWork[] = []
  const timer = setTimeout(() => {
    work = begin()
  }, delayMs).unref()
  return {
    async stop() {
      clearTimeout(timer)
      await Promise.all(work.map((task) => task.stop()))
    },
  }
}
