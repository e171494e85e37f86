import { formatWhole, type Language } from '../../../../protocol/index.ts'

/** A count with its thousands grouped. */
export function wholeText(count: number, language: Language): string {
  return formatWhole(String(count), language)
}
