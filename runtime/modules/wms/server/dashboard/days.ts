/** Calendar days of the site's time zone, as `yyyy-mm-dd`. Pure. */
import { addDays, dayOf as dayAt, startOfDay as startOf } from 'tablewright/protocol'

export { addDays, dayAt, startOf }

const secondsPerDay = 86_400

/** All days from the first to the last, both included; none when the last is before the first. */
export function daysFrom(first: string, last: string): readonly string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
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
