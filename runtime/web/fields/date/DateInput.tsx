import { momentInput } from '../moment.tsx'
import { plainText } from '../typed-text.ts'

export const DateInput = momentInput({
  picker: 'date',
  pattern: 'yyyy-mm-dd',
  toText: plainText,
  toPicker: (text) => (/^\d{4}-\d\d-\d\d$/.test(text) ? text : ''),
  fromPicker: (picked) => picked,
})
