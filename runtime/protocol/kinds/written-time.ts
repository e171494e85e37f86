/** Days and times as people and spreadsheets write them, in the form that `read` takes. */
import { normalizeDigits } from './digits.ts'

/** Year, month and day in that order; other orders are ambiguous. */
const day = String.raw`(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*[日号]?`
const time = String.raw`(上午|下午|am|pm)?\s*(\d{1,2})\s*[:时点]\s*(\d{1,2})(?:\s*[:分]\s*(\d{1,2})\s*秒?|\s*分)?\s*(am|pm)?`
const dayShape = new RegExp(`^${day}$`, 'u')
const timeShape = new RegExp(`^${time}$`, 'iu')
const momentShape = new RegExp(`^(.*?[\\d日号])(?:\\s+|T|(?<=[日号])\\s*)(?=[上下ap\\d])(${time})$`, 'iu')

const plain = (text: string): string => normalizeDigits(text).replaceAll('／', '/').replaceAll('：', ':')

/** `2024/3/5`, `2024.3.5`, `2024年3月5日` → `2024-03-05`; also at midnight, as spreadsheets write days. */
export function writtenDay(text: string): string {
  const [date = text, clock = '00:00:00'] = partsOf(text) ?? [plain(text)]
  const [, year, month, number] = dayShape.exec(date) ?? []
  return year && month && number && clock === '00:00:00'
    ? `${year}-${month.padStart(2, '0')}-${number.padStart(2, '0')}`
    : text
}

/** `9:05`, `下午3:04`, `3:04 PM`, `9时5分` → `HH:mm:ss`. */
export function writtenTime(text: string): string {
  const [, before, hours, minutes, seconds = '0', after] = timeShape.exec(plain(text)) ?? []
  if (hours === undefined || minutes === undefined || (before && after)) return text
  const hour = hourOf(Number(hours), (before ?? after ?? '').toLowerCase())
  return hour === null ? text : [String(hour), minutes, seconds].map((part) => part.padStart(2, '0')).join(':')
}

/** A day, and a time of day where there is one → `YYYY-MM-DD HH:mm:ss`. */
export function writtenMoment(text: string): string {
  const [date, clock] = partsOf(text) ?? [text]
  const written = writtenDay(date)
  return clock === undefined ? written : `${written} ${clock}`
}

function partsOf(text: string): readonly [date: string, clock: string] | null {
  const [, date, clock] = momentShape.exec(plain(text)) ?? []
  return date !== undefined && clock !== undefined ? [date, writtenTime(clock)] : null
}

/** The hour of 24; null for one that its half of the day does not have. */
function hourOf(hour: number, half: string): number | null {
  if (half === '') return hour
  const isLate = half === 'pm' || half === '下午'
  if (hour > 12) return isLate && hour < 24 ? hour : null
  return (hour % 12) + (isLate ? 12 : 0)
}
