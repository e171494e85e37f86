import { textInput } from '../text/Input.tsx'

export const MobileInput = textInput({ type: 'tel', inputMode: 'tel', isCode: true })
