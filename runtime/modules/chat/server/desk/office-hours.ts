/** Office hours: `1-5 09:00-18:00`, days of the week from Monday (1) and times of the site. Empty = always. */
import { dayOf, startOfDay } from 'tablewright/protocol'
import type { Settings } from 'tablewright/server'
import { officeHours } from '../settings.ts'

const shape = /^([1-7])(?:-([1-7]))?\s+(\d\d?):(\d\d)-(\d\d?):(\d\d)$/

/** Several may be separated by commas; a text that is none of them is always. */
export function isWithin(text: string, now: number, timeZone: string): boolean {
  const parts = text.split(/[,，;；]/).map((part) => part.trim())
  const spans = parts.filter((part) => part !== '').map((part) => shape.exec(part))
  if (spans.length === 0 || spans.includes(null)) return true
  const day = dayOf(now, timeZone)
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7
  const minute = Math.floor((now - startOfDay(day, timeZone)) / 60)
  return spans.some((span) => {
    const [first, last, fromHour, fromMinute, toHour, toMinute] = (span?.slice(1) ?? []).map(Number)
    const until = Number.isNaN(last) ? first : last
    const isDay = weekday >= (first ?? 1) && weekday <= (until ?? 7)
    const start = (fromHour ?? 0) * 60 + (fromMinute ?? 0)
    const end = (toHour ?? 0) * 60 + (toMinute ?? 0)
    return isDay && minute >= start && minute < end
  })
}

export const isOffice = (settings: Pick<Settings, 'own' | 'timeZone'>, now: number): boolean =>
  isWithin(officeHours(settings), now, settings.timeZone)
