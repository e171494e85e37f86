/** Reads what a client sent as the value of a setting. */
import { isEmpty, isOtherNotation, trimText, type Text, type TextKey } from '../../protocol/index.ts'

/** A stored text, or why there is none. */
export type ReadSetting =
  | { readonly stored: string }
  /** The client left a secret as it is. */
  | { readonly unchanged: true }
  | { readonly message: Text }
  | { readonly problem: TextKey; readonly params?: Readonly<Record<string, string | number>> }

/** @param tidy what is stored of the text; see `wholeText` */
export const text =
  (most: number, required: boolean, problem: TextKey = 'field.maxLength', tidy = trimText) =>
  (input: unknown): ReadSetting => {
    const given = typeof input === 'string' || typeof input === 'number' ? tidy(String(input)) : (input ?? '')
    if (typeof given !== 'string') return { problem: 'field.typeText' }
    if (required && trimText(given) === '') return { problem: 'field.required' }
    return given.length > most ? { problem, params: { limit: most } } : { stored: given }
  }
/** A text whose blanks at both ends are part of it: a secret, or several lines. */
export const wholeText = (most: number, required: boolean) => text(most, required, 'field.maxLength', (given) => given)
export const same = (value: string): string => value

export function readWholeNumber(
  input: unknown,
  { minimum, maximum }: { readonly minimum: number; readonly maximum: number },
): ReadSetting {
  const text = typeof input === 'string' ? trimText(input) : input
  if (isEmpty(text)) return { problem: 'field.required' }
  const value = typeof text === 'string' && /^-?\d+$/.test(text) ? Number(text) : text
  if (typeof value !== 'number' || !Number.isInteger(value))
    return { problem: typeof text === 'string' && isOtherNotation(text) ? 'field.notation' : 'field.integer' }
  if (value < minimum) return { problem: 'field.minimum', params: { limit: minimum } }
  return value > maximum ? { problem: 'field.maximum', params: { limit: maximum } } : { stored: String(value) }
}

export function readSwitch(input: unknown): ReadSetting {
  if (input === true || input === 1 || input === '1') return { stored: '1' }
  return input === false || input === 0 || input === '0' ? { stored: '0' } : { problem: 'field.typeSwitch' }
}

/** Control characters that end a line in one protocol or another. */
export const hasLineBreak = (text: string): boolean => /[\u0000-\u001f\u007f\u2028\u2029]/.test(text)

/** A text of a shape. */
export function readMatching(most: number, shape: RegExp, problem: TextKey) {
  return (input: unknown): ReadSetting => {
    const read = text(most, false)(input)
    return 'stored' in read && !shape.test(read.stored) ? { problem } : read
  }
}
