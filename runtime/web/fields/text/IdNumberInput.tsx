import { textInput } from './TextInput.tsx'

export const IdNumberInput = textInput({ isCode: true })
