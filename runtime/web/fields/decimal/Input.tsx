import { textInput } from '../text/Input.tsx'
import { plainText } from '../typed-text.ts'

export const DecimalInput = textInput({
  inputMode: 'decimal',
  isCode: true,
  toText: (value) => withoutTrailingZeros(plainText(value)),
})

/** "12.5000" → "12.5"; text that is not a decimal stays as typed. */
function withoutTrailingZeros(text: string): string {
  return /^[+-]?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text
}
