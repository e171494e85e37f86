/** Calendar values without a zone, stored as texts that sort by time: date, time of day, year. */
import { operators } from '../operators.ts'
import { normalizeDigits } from './digits.ts'
import { broken, exact, ok, type Kind, type Read } from './kind.ts'
import { writtenDay, writtenTime } from './written-time.ts'

/** First and last value people may enter, as texts. */
interface Period {
  readonly from: string
  readonly to: string
}

interface Calendar {
  /** A value as people are asked to write it. */
  readonly form: string
  readonly normalize: (text: string) => string | null
  readonly written: (text: string) => string
  readonly period?: Period
}

/** A filter may name any value, so that rows from before the period was checked are found. */
function calendarKind({ form, normalize, written, period }: Calendar): Kind {
  const read = (input: unknown): Read => {
    const value =
      typeof input === 'string' || typeof input === 'number' ? normalize(normalizeDigits(String(input))) : null
    if (value === null) return broken('date', { form })
    const isWithin = period === undefined || (value >= period.from && value <= period.to)
    return isWithin ? ok(value) : broken('period', { ...period })
  }
  return {
    column: 'text',
    operators,
    read,
    readText: (text) => read(written(text)),
    toStored: (value) => (value === '' ? null : (value as string | null)),
    toWire: (value) => value ?? '',
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
export const date: Kind = {
  ...calendarKind({
    form: '2024-03-05',
    normalize: (text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) && isDay(text) ? text : null),
    written: writtenDay,
    period: { from: '1900-01-01', to: '9999-12-31' },
  }),
  calendar: 'day',
}

/** `HH:mm:ss`; seconds may be left out on input. */
export const time = calendarKind({
  form: '14:30:00',
  normalize: (text) => {
    const match = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(text)
    return match ? `${match[1]}:${match[2]}:${match[3] ?? '00'}` : null
  },
  written: writtenTime,
})

/** `YYYY`, as for dates. */
export const year = calendarKind({
  form: '2024',
  normalize: (text) => (/^\d{4}$/.test(text) ? text : null),
  written: (text) => text.replace(/年$/, ''),
  period: { from: '1900', to: '9999' },
})
