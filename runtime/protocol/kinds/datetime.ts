/**
 * A moment: integer Unix seconds on the wire and in the column; input may also be a date-time text in site time. Digits
 * in a text are no seconds: nobody who writes them means those since 1970.
 */
import { operators } from '../operators.ts'
import { formatSeconds, momentsOf, parseDateTime, readInstant } from '../time.ts'
import type { FieldModel } from '../field-model.ts'
import { broken, exact, ok, type Kind, type KindContext, type Read } from './kind.ts'
import { writtenMoment } from './written-time.ts'

function read(input: unknown, _field: FieldModel, { timeZone }: KindContext): Read {
  const seconds = typeof input === 'string' ? parseDateTime(input, timeZone) : readInstant(input, timeZone)
  if (seconds === null) return broken('date', { form: '2024-03-05 14:30:00' })
  // A text can name a moment before the first one an integer can.
  return seconds < 0 ? broken('period', { from: '1970-01-01', to: '9999-12-31' }) : ok(seconds)
}

export const datetime: Kind = {
  column: 'integer',
  calendar: 'moment',
  operators,
  read,
  readText: (text, field, context) => read(writtenMoment(text), field, context),
  toStored: (value) => value as number | null,
  toWire: (value) => value,
  operand(text, _field, { timeZone }) {
    const moments = momentsOf(text, timeZone)
    if (moments) return { low: moments.last, high: moments.first }
    const seconds = readInstant(text, timeZone)
    return seconds === null ? null : exact(seconds)
  },
  toText: (value, _field, { timeZone }) => (typeof value === 'number' ? formatSeconds(value, timeZone) : ''),
}
