/** Cron schedules of five fields, in the time zone of the site. */
import { formatSeconds, momentsOf } from '../../../protocol/index.ts'

export interface CronSchedule {
  /** The last moment up to now (Unix seconds) that matches; null when none does within nine years. */
  lastBefore(now: number, timeZone: string): number | null
}

const bounds = [
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day', min: 1, max: 31 },
  { name: 'month', min: 1, max: 12 },
  { name: 'day of the week', min: 0, max: 7 },
] as const

/** Covers the 29th of February on either side of a year such as 2100. */
const maxDays = 9 * 366

/**
 * Reads a schedule: numbers, `*`, lists (`1,15`), ranges (`1-5`) and steps (`*` or a range, then `/10`). Where both
 * days are restricted, one of them has to match, as in cron. A time that a clock change skips does not occur on that
 * day; one that it repeats occurs once.
 * @throws when it is none
 */
export function parseCron(text: string): CronSchedule {
  const fields = text.trim().split(/\s+/)
  if (fields.length !== bounds.length) throw new Error(`the schedule "${text}" needs five fields`)
  const [minutes, hours, days, months, weekdays] = bounds.map((bound, index) => {
    const values = valuesOf(fields[index] ?? '', bound.min, bound.max)
    if (!values) throw new Error(`the schedule "${text}" has no valid ${bound.name}`)
    return values
  }) as [Set<number>, Set<number>, Set<number>, Set<number>, Set<number>]
  if (weekdays.has(7)) weekdays.add(0)
  const isAnyDay = fields[2] === '*'
  const isAnyWeekday = fields[4] === '*'
  const matchesDay = (day: Date): boolean => {
    if (!months.has(day.getUTCMonth() + 1)) return false
    const [byDay, byWeekday] = [days.has(day.getUTCDate()), weekdays.has(day.getUTCDay())]
    return isAnyDay || isAnyWeekday ? byDay && byWeekday : byDay || byWeekday
  }
  const times = [...hours]
    .flatMap((hour) => [...minutes].map((minute) => `${two(hour)}:${two(minute)}`))
    .sort()
    .reverse()
  return {
    lastBefore(now, timeZone) {
      const text = formatSeconds(now, timeZone)
      const [today, nowTime] = [text.slice(0, 10), text.slice(11, 16)]
      const day = new Date(`${today}T00:00:00Z`)
      for (let past = 0; past < maxDays; past++, day.setUTCDate(day.getUTCDate() - 1)) {
        if (!matchesDay(day)) continue
        for (const time of times) {
          if (past === 0 && time > nowTime) continue
          // A time that clocks leave out comes when they are past it, so that no day is left out.
          const moments = momentsOf(`${day.toISOString().slice(0, 10)} ${time}`, timeZone)
          if (moments !== null && moments.first <= now) return moments.first
        }
      }
      return null
    },
  }
}

const two = (value: number): string => String(value).padStart(2, '0')

/** The values of a field; null when it is not one. */
function valuesOf(field: string, min: number, max: number): Set<number> | null {
  const values = new Set<number>()
  for (const part of field.split(',')) {
    const match = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(part)
    if (!match) return null
    const [, from, to, step] = match
    const first = from === undefined ? min : Number(from)
    const last = to !== undefined ? Number(to) : from === undefined || step !== undefined ? max : first
    if (first < min || last > max || first > last || Number(step ?? 1) === 0) return null
    for (let value = first; value <= last; value += Number(step ?? 1)) values.add(value)
  }
  return values
}
