/** Office hours: `1-5 09:00-18:00`, days of the week from Monday (1) and times of the site. Empty = always. */
import { dayOf, startOfDay } from 'tablewright/protocol'
import type { Settings } from 'tablewright/server'
import { officeHours, officeSpan } from '../settings.ts'

interface Span {
  readonly firstDay: number
  readonly lastDay: number
  /** Minutes of the day; a span that ends before it begins goes on to the next day. */
  readonly start: number
  readonly end: number
}

const spanShape = new RegExp(`^${officeSpan}$`)

/** @returns null for a text that says no hours */
function readSpan(text: string): Span | null {
  const [first, last, fromHour, fromMinute, toHour, toMinute] = (spanShape.exec(text)?.slice(1) ?? []).map(Number)
  if (first === undefined) return null
  return {
    firstDay: first,
    lastDay: last === undefined || Number.isNaN(last) ? first : last,
    start: (fromHour ?? 0) * 60 + (fromMinute ?? 0),
    end: (toHour ?? 0) * 60 + (toMinute ?? 0),
  }
}

const hasDay = ({ firstDay, lastDay }: Span, day: number): boolean =>
  firstDay <= lastDay ? day >= firstDay && day <= lastDay : day >= firstDay || day <= lastDay

/** Several may be separated by commas; a text that is none of them is always. */
export function isWithin(text: string, now: number, timeZone: string): boolean {
  const parts = text.split(/[,，;；]/).map((part) => part.trim())
  const spans = parts.filter((part) => part !== '').map(readSpan)
  if (spans.length === 0) return true
  const day = dayOf(now, timeZone)
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7
  const dayBefore = weekday === 1 ? 7 : weekday - 1
  const minute = Math.floor((now - startOfDay(day, timeZone)) / 60)
  return spans.some((span) => {
    if (span === null) return true
    const { start, end } = span
    if (start < end) return hasDay(span, weekday) && minute >= start && minute < end
    return (hasDay(span, weekday) && minute >= start) || (hasDay(span, dayBefore) && minute < end)
  })
}

export const isOffice = (settings: Pick<Settings, 'own' | 'timeZone'>, now: number): boolean =>
  isWithin(officeHours(settings), now, settings.timeZone)
