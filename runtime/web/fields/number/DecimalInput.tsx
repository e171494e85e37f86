import { editableDecimal } from '../../../protocol/index.ts'
import { textInput } from '../text/TextInput.tsx'
import { plainText } from '../typed-text.ts'

/** Shows the digits that a cell shows, so that amounts below each other have as many. */
export const DecimalInput = textInput({
  inputMode: 'decimal',
  isCode: true,
  toText: (value, { field }) => editableDecimal(plainText(value), field.scale ?? 0),
})
