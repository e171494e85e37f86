import { textInput } from '../text/Input.tsx'

export const AccountInput = textInput({ autoComplete: 'off', isCode: true })
