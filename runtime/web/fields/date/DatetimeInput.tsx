import { formatSeconds } from '../../../protocol/index.ts'
import { momentInput } from '../moment.tsx'
import { plainText } from '../typed-text.ts'

/** Shown and typed as `yyyy-mm-dd hh:MM:ss` in the time zone of the site. */
export const DatetimeInput = momentInput({
  picker: 'datetime-local',
  pattern: 'yyyy-mm-dd hh:mm:ss',
  toText: (value, { locale }) => (typeof value === 'number' ? formatSeconds(value, locale.timeZone) : plainText(value)),
  toPicker: (text) => (/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? text.replace(' ', 'T') : ''),
  fromPicker: (picked) => `${picked.replace('T', ' ')}:00`.slice(0, 19),
})
