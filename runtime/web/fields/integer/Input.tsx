import { textInput } from '../text/Input.tsx'

export const IntegerInput = textInput({ inputMode: 'numeric', isCode: true })
