import { textInput } from '../text/TextInput.tsx'

export const IntegerInput = textInput({ inputMode: 'numeric', isCode: true })
