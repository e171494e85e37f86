/** Calendar values without a zone, stored as texts that sort by time: date, time of day, year. */
import { operators } from '../operators.ts'
import { normalizeDigits } from './digits.ts'
import { broken, exact, ok, type Kind } from './kind.ts'

/** First and last value people may enter, as texts. */
interface Period {
  readonly from: string
  readonly to: string
}

/** A filter may name any value, so that rows from before the period was checked are found. */
function calendarKind(normalize: (text: string) => string | null, period: Period | null = null): Kind {
  return {
    column: 'text',
    operators,
    read(input) {
      const value =
        typeof input === 'string' || typeof input === 'number' ? normalize(normalizeDigits(String(input))) : null
      if (value === null) return broken('date')
      const isWithin = period === null || (value >= period.from && value <= period.to)
      return isWithin ? ok(value) : broken('period', { ...period })
    },
    toStored: (value) => (value === '' ? null : (value as string | null)),
    toWire: (stored) => stored ?? '',
    operand(text) {
      const value = normalize(normalizeDigits(text))
      return value === null ? null : exact(value)
    },
    toText: (value) => String(value ?? ''),
  }
}

function isDay(text: string): boolean {
  const instant = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text)
}

/** `YYYY-MM-DD` from 1900 on: an earlier year is a slip of the keyboard, such as 0026 or 0000. */
export const date = calendarKind((text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) && isDay(text) ? text : null), {
  from: '1900-01-01',
  to: '9999-12-31',
})

/** `HH:mm:ss`; seconds may be left out on input. */
export const time = calendarKind((text) => {
  const match = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(text)
  return match ? `${match[1]}:${match[2]}:${match[3] ?? '00'}` : null
})

/** `YYYY`, as for dates. */
export const year = calendarKind((text) => (/^\d{4}$/.test(text) ? text : null), { from: '1900', to: '9999' })
