import { textInput } from '../text/TextInput.tsx'

export const YearInput = textInput({ inputMode: 'numeric', isCode: true, placeholder: 'yyyy' })
