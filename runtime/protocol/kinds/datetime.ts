/** A moment: integer Unix seconds on the wire and in the column; input may also be a date-time text in site time. */
import { operators } from '../operators.ts'
import { formatSeconds, readInstant } from '../time.ts'
import { broken, exact, ok, type Kind } from './kind.ts'

export const datetime: Kind = {
  column: 'integer',
  operators,
  read(input, _field, { timeZone }) {
    const seconds = readInstant(input, timeZone)
    return seconds === null ? broken('date') : ok(seconds)
  },
  toStored: (value) => value as number | null,
  toWire: (stored) => stored,
  operand(text, _field, { timeZone }) {
    const seconds = readInstant(text, timeZone)
    return seconds === null ? null : exact(seconds)
  },
  toText: (value, _field, { timeZone }) => (typeof value === 'number' ? formatSeconds(value, timeZone) : ''),
}
