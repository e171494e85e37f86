import { dayOf, formatSeconds } from 'tablewright/protocol'

/** The time of today, and the day of other days. */
export function shortTime(time: number, timeZone: string): string {
  const text = formatSeconds(time, timeZone)
  const isToday = dayOf(time, timeZone) === dayOf(Math.floor(Date.now() / 1000), timeZone)
  return isToday ? text.slice(11, 16) : text.slice(5, 10)
}
