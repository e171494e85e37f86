/** The clock of the server. Times are stored and sent as integer Unix seconds. */

/** The present moment as integer Unix seconds. */
export const nowSeconds = (): number => Math.floor(Date.now() / 1000)

/** Seconds by which the clocks of several servers on one database may differ. */
const clockTolerance = 60

/** True of a time that was noted while the clock was ahead of the present one: what was decided then is void. */
export const isInFuture = (time: number | null): boolean => time !== null && time > nowSeconds() + clockTolerance

/** Times up to this one are not in the future; the same limit for queries. */
export const latestPast = (): number => nowSeconds() + clockTolerance
