import { textInput } from '../text/Input.tsx'

export const EmailInput = textInput({ type: 'email', inputMode: 'email', isCode: true })
