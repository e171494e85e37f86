/** Calendar days of the site's time zone, as `yyyy-mm-dd`. Pure. */
import { formatSeconds, parseDateTime } from 'tablewright/protocol'

const secondsPerDay = 86_400

/** The day that moment is in. @param seconds since 1970 */
export const dayAt = (seconds: number, timeZone: string): string => formatSeconds(seconds, timeZone).slice(0, 10)

/** The day `count` days later, or earlier where it is negative. */
export function addDays(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, date + count)).toISOString().slice(0, 10)
}

/** All days from the first to the last, both included; none when the last is before the first. */
export function daysFrom(first: string, last: string): readonly string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

/** The first second of the day: midnight, or what follows it where clocks are put forward at midnight. */
export function startOf(day: string, timeZone: string): number {
  for (let hour = 0; hour < 4; hour++) {
    const start = parseDateTime(`${day} 0${hour}:00:00`, timeZone)
    if (start !== null) return start
  }
  throw new RangeError(`${day} does not begin in ${timeZone}`)
}

/** Days that follow each other and have 24 hours each; a day on which clocks change stands alone. */
export interface Run {
  readonly days: readonly string[]
  /** Seconds since 1970. */
  readonly start: number
  /** The first second after the last day. */
  readonly end: number
}

/** The days, in ascending order, as runs whose days a division by 86,400 tells apart. */
export function runsOf(days: readonly string[], timeZone: string): readonly Run[] {
  const runs: Run[] = []
  for (const day of days) {
    const [start, end] = [startOf(day, timeZone), startOf(addDays(day, 1), timeZone)]
    const last = runs.at(-1)
    const isRegular = end - start === secondsPerDay
    if (last && isRegular && last.end === start && (last.end - last.start) % secondsPerDay === 0)
      runs[runs.length - 1] = { days: [...last.days, day], start: last.start, end }
    else runs.push({ days: [day], start, end })
  }
  return runs
}
