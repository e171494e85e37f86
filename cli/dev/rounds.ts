/** One round after the other: what is asked for during a round is done in the next one, together. */

/** An editor may write several files at once, and a file in several steps. */
const settleMs = 40

export interface Rounds<Request> {
  readonly ask: (request: Request) => void
  /** Resolves when nothing is left to do. */
  readonly idle: () => Promise<void>
}

/** @param run one round; rejects only for a defect, which ends the process */
export function createRounds<Request>({
  run,
  join,
}: {
  readonly run: (request: Request) => Promise<void>
  readonly join: (one: Request, other: Request) => Request
}): Rounds<Request> {
  let waiting: Request | null = null
  let running: Promise<void> | null = null
  const work = async (): Promise<void> => {
    while (waiting !== null) {
      await new Promise((resolve) => setTimeout(resolve, settleMs))
      const request = waiting
      waiting = null
      await run(request)
    }
    running = null
  }
  return {
    ask: (request) => {
      waiting = waiting === null ? request : join(waiting, request)
      running ??= work()
    },
    idle: async () => {
      await running
    },
  }
}
