/** Instants are integer Unix seconds; texts are read and written in the site's time zone. */

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formats.set(timeZone, format)
  }
  return format
}

/**
 * Zones whose clocks have been the same since a moment, by offset in seconds. Intl loads 9 MB when it is first asked,
 * which most servers never have to do with the zone of a new site among these.
 */
const steady: Readonly<Record<string, { readonly since: number; readonly offset: number } | undefined>> = {
  UTC: { since: 0, offset: 0 },
  // China has had no summer time since September 1991.
  'Asia/Shanghai': { since: Date.UTC(1992, 0) / 1000, offset: 8 * 3600 },
}

function steadyOffset(seconds: number, timeZone: string): number | null {
  const zone = steady[timeZone]
  return zone !== undefined && seconds >= zone.since ? zone.offset : null
}

/** Largest instant a text can name: the end of the year 9999. */
const latest = 253_402_300_799

/** 1732000000 → "2024-11-19 15:06:40" in Asia/Shanghai. */
export function formatSeconds(seconds: number, timeZone: string): string {
  const offset = steadyOffset(seconds, timeZone) ?? quarterOffset(Math.floor(seconds / quarter), timeZone)
  if (offset === null || seconds < 0 || seconds > latest) return formatByZone(seconds, timeZone)
  return new Date((seconds + offset) * 1000).toISOString().slice(0, 19).replace('T', ' ')
}

function formatByZone(seconds: number, timeZone: string): string {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(seconds * 1000)
      .map((part) => [part.type, part.value]),
  )
  const year = String(parts['year']).padStart(4, '0')
  return `${year}-${parts['month']}-${parts['day']} ${parts['hour']}:${parts['minute']}:${parts['second']}`
}

const quarter = 900
const maxOffsets = 20_000
const offsets = new Map<string, number | null>()

/**
 * Offset of the zone within a quarter of an hour; null when it changes there. Computing it is slow, and long lists need
 * it often.
 */
function quarterOffset(index: number, timeZone: string): number | null {
  const key = `${timeZone} ${index}`
  const cachedOffset = offsets.get(key)
  if (cachedOffset !== undefined) return cachedOffset
  const [first, last] = [zoneOffset(index * quarter, timeZone), zoneOffset((index + 1) * quarter - 1, timeZone)]
  if (offsets.size >= maxOffsets) offsets.clear()
  offsets.set(key, first === last ? first : null)
  return first === last ? first : null
}

function zoneOffset(seconds: number, timeZone: string): number {
  const offset = steadyOffset(seconds, timeZone)
  if (offset !== null) return offset
  const [date = '', time = ''] = formatByZone(seconds, timeZone).split(' ')
  return Date.parse(`${date}T${time}Z`) / 1000 - seconds
}

const shape = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/
/** No clock is further from UTC, in seconds. */
const widest = 16 * 3600

/** A text as the second that a clock without a zone would show it at; null when it is none. */
function readClock(text: string): number | null {
  const match = shape.exec(text.trim())
  if (!match) return null
  const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00'] = match
  const full = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  const time = new Date(`${full}Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(full) ? time.getTime() / 1000 : null
}

/** What a clock of the zone shows, as the second of a clock without a zone. */
const clockAt = (seconds: number, timeZone: string): number => seconds + zoneOffset(seconds, timeZone)

/** The moments at which the clocks of the zone show that time: none, one, or two where they are put back. */
function momentsAt(clock: number, timeZone: string): readonly number[] {
  const guesses = [-86_400, 86_400].map((far) => clock - zoneOffset(clock + far, timeZone))
  return [...new Set(guesses)]
    .filter((moment) => Number.isFinite(moment) && clockAt(moment, timeZone) === clock)
    .sort((left, right) => left - right)
}

/** The first moment at which the clocks show that time or, where it is left out, a later one. */
function firstFrom(clock: number, timeZone: string): number {
  const [moment] = momentsAt(clock, timeZone)
  if (moment !== undefined) return moment
  let [before, after] = [clock - widest, clock + widest]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (clockAt(middle, timeZone) >= clock) after = middle
    else before = middle
  }
  return after
}

/**
 * "2024-11-19 15:06:40" (its seconds may be absent) in the zone → Unix seconds, or null when there is no such moment. A
 * text that a clock change makes ambiguous means the earlier moment; a day alone means its beginning.
 */
export function parseDateTime(text: string, timeZone: string): number | null {
  const clock = readClock(text)
  if (clock === null) return null
  if (!isDay(text)) return momentsAt(clock, timeZone)[0] ?? null
  const start = startOfDay(text.trim(), timeZone)
  return dayOf(start, timeZone) === text.trim() ? start : null
}

/**
 * The moments that a text of a filter stands for. `first`: the first one at which the clocks of the zone show that time
 * or a later one; `last`: the last one at which they show it or an earlier one. They differ where clocks are changed.
 */
export function momentsOf(text: string, timeZone: string): { readonly first: number; readonly last: number } | null {
  const clock = readClock(text)
  if (clock === null) return null
  const first = firstFrom(clock, timeZone)
  return { first, last: momentsAt(clock, timeZone).at(-1) ?? first - 1 }
}

/** True for `YYYY-MM-DD`. */
export const isDay = (text: string): boolean => /^\s*\d{4}-\d{2}-\d{2}\s*$/.test(text) && readClock(text) !== null

/** The day that the clocks of the zone show at the moment. */
export const dayOf = (seconds: number, timeZone: string): string => formatSeconds(seconds, timeZone).slice(0, 10)

/** The day so many days later, or earlier where it is negative. */
export function addDays(day: string, count: number): string {
  const time = new Date(`${day}T00:00:00Z`)
  time.setUTCDate(time.getUTCDate() + count)
  return time.toISOString().slice(0, 10)
}

/**
 * The first moment of the day: midnight, or what follows it where clocks are put forward. A day that a zone has left
 * out begins and ends with the next one.
 */
export function startOfDay(day: string, timeZone: string): number {
  const clock = Date.parse(`${day}T00:00:00Z`) / 1000
  // Where clocks are put back over midnight, the day begins for good at the second one.
  return (
    momentsAt(clock, timeZone).findLast((moment) => clockAt(moment - 1, timeZone) < clock) ?? firstFrom(clock, timeZone)
  )
}

/** The last moment of the day, in whole seconds: the one before the next day begins. */
export const endOfDay = (day: string, timeZone: string): number =>
  day === '9999-12-31' ? latest : startOfDay(addDays(day, 1), timeZone) - 1

/** The instant a JSON value or text means: integer seconds or a date-time text; null when it is neither. */
export function readInstant(input: unknown, timeZone: string): number | null {
  if (typeof input === 'string' && !/^\d{1,12}$/.test(input.trim())) return parseDateTime(input, timeZone)
  const seconds = typeof input === 'string' ? Number(input) : input
  return typeof seconds === 'number' && Number.isSafeInteger(seconds) && seconds >= 0 && seconds <= latest
    ? seconds
    : null
}
