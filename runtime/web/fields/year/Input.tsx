import { textInput } from '../text/Input.tsx'

export const YearInput = textInput({ inputMode: 'numeric', isCode: true, placeholder: 'yyyy' })
