import { textInput } from './TextInput.tsx'

export const AccountInput = textInput({ autoComplete: 'off', isCode: true })
