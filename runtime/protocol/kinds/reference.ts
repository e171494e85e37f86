/** The id of a record of another table, or of the tree's own. 0 means "none", as old clients send it. */
import { operators } from '../operators.ts'
import { wholeNumber } from './integer.ts'
import { broken, exact, ok, type Kind } from './kind.ts'

export const reference: Kind = {
  column: 'integer',
  operators,
  read(input) {
    const id = wholeNumber(input)
    if (id === null || id < 0) return broken('relation')
    return ok(id === 0 ? null : id)
  },
  toStored: (value) => (value === 0 ? null : (value as number | null)),
  toWire: (stored) => stored,
  operand(text) {
    const id = wholeNumber(text)
    return id === null ? null : exact(id)
  },
  toText: (value) => (value === null ? '' : String(value)),
}
