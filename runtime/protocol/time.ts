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
  const known = offsets.get(key)
  if (known !== undefined) return known
  const [first, last] = [zoneOffset(index * quarter, timeZone), zoneOffset((index + 1) * quarter - 1, timeZone)]
  if (offsets.size >= maxOffsets) offsets.clear()
  offsets.set(key, first === last ? first : null)
  return first === last ? first : null
}

function zoneOffset(seconds: number, timeZone: string): number {
  const known = steadyOffset(seconds, timeZone)
  if (known !== null) return known
  const [date = '', time = ''] = formatByZone(seconds, timeZone).split(' ')
  return Date.parse(`${date}T${time}Z`) / 1000 - seconds
}

const shape = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/

/**
 * "2024-11-19 15:06:40" (time or its seconds may be absent) in the zone → Unix seconds, or null when there is no such
 * moment. A text that a clock change makes ambiguous means the earlier moment.
 */
export function parseDateTime(text: string, timeZone: string): number | null {
  const match = shape.exec(text.trim())
  if (!match) return null
  const [, year, month, day, hour = '00', minute = '00', second = '00'] = match
  const wall =
    Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)) / 1000
  const full = `${year}-${month}-${day} ${hour}:${minute}:${second}`
  for (const guess of [wall - zoneOffset(wall - 86_400, timeZone), wall - zoneOffset(wall + 86_400, timeZone)]) {
    if (Number.isFinite(guess) && formatSeconds(guess, timeZone) === full) return guess
  }
  return null
}

/** The instant a JSON value or text means: integer seconds or a date-time text; null when it is neither. */
export function readInstant(input: unknown, timeZone: string): number | null {
  if (typeof input === 'string' && !/^\d{1,12}$/.test(input.trim())) return parseDateTime(input, timeZone)
  const seconds = typeof input === 'string' ? Number(input) : input
  return typeof seconds === 'number' && Number.isSafeInteger(seconds) && seconds >= 0 && seconds <= latest
    ? seconds
    : null
}
