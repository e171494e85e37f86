/** A moment: integer Unix seconds on the wire and in the column; input may also be a date-time text in site time. */
import { operators } from '../operators.ts'
import { formatSeconds, readInstant } from '../time.ts'
import { broken, exact, ok, type Kind } from './kind.ts'

export const datetime: Kind = {
  column: 'integer',
  operators,
  read(input, _field, { timeZone }) {
    const seconds = readInstant(input, timeZone)
    if (seconds === null) return broken('date')
    // A text can name a moment before the first one an integer can.
    return seconds < 0 ? broken('period', { from: '1970-01-01', to: '9999-12-31' }) : ok(seconds)
  },
  toStored: (value) => value as number | null,
  toWire: (stored) => stored,
  operand(text, _field, { timeZone }) {
    const seconds = readInstant(text, timeZone)
    return seconds === null ? null : exact(seconds)
  },
  toText: (value, _field, { timeZone }) => (typeof value === 'number' ? formatSeconds(value, timeZone) : ''),
}
