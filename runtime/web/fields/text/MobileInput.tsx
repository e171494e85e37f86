import { textInput } from './TextInput.tsx'

export const MobileInput = textInput({ type: 'tel', inputMode: 'tel', isCode: true })
