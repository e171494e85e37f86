import { textInput } from '../text/Input.tsx'

export const IdNumberInput = textInput({ isCode: true })
