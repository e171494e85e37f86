/** Days of the site's time zone, as `YYYY-MM-DD`. */
import { formatSeconds, parseDateTime } from 'tablewright/protocol'

export const dayOf = (seconds: number, timeZone: string): string => formatSeconds(seconds, timeZone).slice(0, 10)

/** @param by negative for days before */
export function addDays(day: string, by: number): string {
  const time = new Date(`${day}T12:00:00Z`)
  time.setUTCDate(time.getUTCDate() + by)
  return time.toISOString().slice(0, 10)
}

/** The first moment of the day; where a clock change leaves out midnight, the first hour that exists. */
export function startOf(day: string, timeZone: string): number {
  for (const hour of ['00', '01', '02', '03']) {
    const start = parseDateTime(`${day} ${hour}:00:00`, timeZone)
    if (start !== null) return start
  }
  throw new Error(`the day ${day} does not begin in ${timeZone}`)
}
