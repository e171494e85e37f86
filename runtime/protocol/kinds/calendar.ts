/** Calendar values without a zone, stored as texts that sort by time: date, time of day, year. */
import { operators } from '../operators.ts'
import { normalizeDigits } from './digits.ts'
import { broken, exact, ok, type Kind } from './kind.ts'

function calendarKind(normalize: (text: string) => string | null): Kind {
  return {
    column: 'text',
    operators,
    read(input) {
      const value =
        typeof input === 'string' || typeof input === 'number' ? normalize(normalizeDigits(String(input))) : null
      return value === null ? broken('date') : ok(value)
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

/** `YYYY-MM-DD` */
export const date = calendarKind((text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) && isDay(text) ? text : null))

/** `HH:mm:ss`; seconds may be left out on input. */
export const time = calendarKind((text) => {
  const match = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(text)
  return match ? `${match[1]}:${match[2]}:${match[3] ?? '00'}` : null
})

/** `YYYY` */
export const year = calendarKind((text) => (/^\d{4}$/.test(text) ? text : null))
