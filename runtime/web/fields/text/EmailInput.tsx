import { textInput } from './TextInput.tsx'

export const EmailInput = textInput({ type: 'email', inputMode: 'email', isCode: true })
