/** The clock of the server. Times are stored and sent as integer Unix seconds. */

let demoMoment: number | null = null

/** The present moment as integer Unix seconds. */
export const nowSeconds = (): number => demoMoment ?? Math.floor(Date.now() / 1000)

/** The present moment in milliseconds, for events whose order within a second matters. */
export const nowMilliseconds = (): number => (demoMoment === null ? Date.now() : demoMoment * 1000)

/**
 * Does work as if it were that moment: events of demo data, before the server listens. One at a time.
 * @param moment integer Unix seconds
 */
export async function runAt<Result>(moment: number, work: () => Promise<Result>): Promise<Result> {
  if (demoMoment !== null) throw new Error('runAt: another event is under way')
  demoMoment = moment
  try {
    return await work()
  } finally {
    demoMoment = null
  }
}

/** Seconds by which the clocks of several servers on one database may differ. */
const clockTolerance = 60

/** True of a time that was noted while the clock was ahead of the present one: what was decided then is void. */
export const isInFuture = (time: number | null): boolean => time !== null && time > nowSeconds() + clockTolerance

/** Times up to this one are not in the future; the same limit for queries. */
export const latestPast = (): number => nowSeconds() + clockTolerance
