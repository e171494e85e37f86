/** Months and years of the site's calendar. Pure. */
import { addDays, startOfDay } from 'tablewright/protocol'

/** When and for which year figures are computed. */
export interface Moment {
  /** Seconds since 1970. */
  readonly now: number
  readonly year: number
  readonly timeZone: string
}

export interface Span {
  /** The month (1 to 12), or the year. */
  readonly period: number
  /** Seconds since 1970. */
  readonly start: number
  /** The first second after it. */
  readonly end: number
  readonly hasBegun: boolean
}

const pad = (number: number, length: number): string => String(number).padStart(length, '0')
const firstOfMonth = (year: number, month: number): string =>
  month > 12 ? firstOfMonth(year + 1, month - 12) : `${pad(year, 4)}-${pad(month, 2)}-01`

export const daysOfYear = (year: number): readonly [string, string] => [
  `${pad(year, 4)}-01-01`,
  `${pad(year, 4)}-12-31`,
]

/** @param month `yyyy-mm` */
export function daysOfMonth(month: string): readonly [string, string] {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return [`${month}-01`, addDays(firstOfMonth(year, number + 1), -1)]
}

export function monthsOf({ now, year, timeZone }: Moment): readonly Span[] {
  return Array.from({ length: 12 }, (_month, index) =>
    spanOf(index + 1, firstOfMonth(year, index + 1), firstOfMonth(year, index + 2), { now, timeZone }),
  )
}

/** How many years are compared. */
const yearCount = 5

/** The year and those before it, oldest first. */
export function yearsUpTo({ now, year, timeZone }: Moment): readonly Span[] {
  return Array.from({ length: yearCount }, (_year, index) => {
    const period = year - yearCount + 1 + index
    return spanOf(period, firstOfMonth(period, 1), firstOfMonth(period + 1, 1), { now, timeZone })
  })
}

function spanOf(period: number, first: string, next: string, { now, timeZone }: Omit<Moment, 'year'>): Span {
  const start = startOfDay(first, timeZone)
  return { period, start, end: startOfDay(next, timeZone), hasBegun: start <= now }
}
