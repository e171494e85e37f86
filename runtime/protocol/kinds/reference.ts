/** The id of a record of another table, or of the tree's own. 0 means "none", as old clients send it. */
import { operators } from '../operators.ts'
import { wholeNumber } from './integer.ts'
import { broken, exact, ok, type Kind } from './kind.ts'

/** In a form: text that was typed or pasted in place of a record, and that no single record matches. Never sent. */
interface Unresolved {
  readonly unresolved: string
}

export const unresolved = (text: string): Unresolved => ({ unresolved: text })

/** The text of an unresolved value; null for all others. */
export function unresolvedText(value: unknown): string | null {
  const text = typeof value === 'object' && value !== null && 'unresolved' in value ? value.unresolved : null
  return typeof text === 'string' ? text : null
}

export const reference: Kind = {
  column: 'integer',
  operators,
  read(input) {
    if (unresolvedText(input) !== null) return broken('unresolved')
    const id = wholeNumber(input)
    if (id === null || id < 0) return broken('relation')
    return ok(id === 0 ? null : id)
  },
  toStored: (value) => (value === 0 ? null : (value as number | null)),
  toWire: (value) => value,
  operand(text) {
    const id = wholeNumber(text)
    return id === null ? null : exact(id)
  },
  toText: (value) => (value === null ? '' : String(value)),
}
