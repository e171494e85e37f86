/** Reads what a client sent as the value of a setting. */
import { isEmpty, type Text, type TextKey } from '../../protocol/index.ts'

/** A stored text, or why there is none. */
export type ReadSetting =
  | { readonly stored: string }
  /** The client left a secret as it is. */
  | { readonly unchanged: true }
  | { readonly message: Text }
  | { readonly problem: TextKey; readonly params?: Readonly<Record<string, string | number>> }

export const text =
  (most: number, required: boolean, problem: TextKey = 'field.maxLength') =>
  (input: unknown): ReadSetting => {
    const given = typeof input === 'string' || typeof input === 'number' ? String(input).trim() : (input ?? '')
    if (typeof given !== 'string') return { problem: 'field.type' }
    if (required && given === '') return { problem: 'field.required' }
    return given.length > most ? { problem, params: { limit: most } } : { stored: given }
  }
export const same = (value: string): string => value

export function readWholeNumber(
  input: unknown,
  { minimum, maximum }: { readonly minimum: number; readonly maximum: number },
): ReadSetting {
  const text = typeof input === 'number' || typeof input === 'string' ? String(input).trim() : input
  if (isEmpty(text)) return { problem: 'field.required' }
  if (typeof text !== 'string' || !/^-?\d{1,15}$/.test(text)) return { problem: 'field.integer' }
  const value = Number(text)
  if (value < minimum) return { problem: 'field.minimum', params: { limit: minimum } }
  return value > maximum ? { problem: 'field.maximum', params: { limit: maximum } } : { stored: String(value) }
}

export function readSwitch(input: unknown): ReadSetting {
  if (input === true || input === 1 || input === '1') return { stored: '1' }
  return input === false || input === 0 || input === '0' ? { stored: '0' } : { problem: 'field.option' }
}

/** A text of a shape. */
export function readMatching(most: number, shape: RegExp, problem: TextKey) {
  return (input: unknown): ReadSetting => {
    const read = text(most, false)(input)
    return 'stored' in read && !shape.test(read.stored) ? { problem } : read
  }
}
