import { textInput } from '../text/Input.tsx'

export const IconInput = textInput({ isCode: true, placeholder: 'fa fa-circle-o' })
