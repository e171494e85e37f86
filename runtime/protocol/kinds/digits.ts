import { trimText } from '../safe-text.ts'

/** Full-width digits, signs and points become ASCII, as an input method may type them; surrounding blanks go. */
export function normalizeDigits(text: string): string {
  return trimText(text).replace(/[０-９＋－．]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
}
