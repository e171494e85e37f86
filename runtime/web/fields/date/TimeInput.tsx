import { momentInput } from '../moment.tsx'
import { plainText } from '../typed-text.ts'

export const TimeInput = momentInput({
  picker: 'time',
  pattern: 'hh:mm:ss',
  toText: plainText,
  toPicker: (text) => (/^\d\d:\d\d(:\d\d)?$/.test(text) ? text : ''),
  fromPicker: (picked) => `${picked}:00`.slice(0, 8),
})
