/** Formats decimals: thousands grouped, every digit kept, no float arithmetic. */
import type { Language } from '../field-model.ts'

/**
 * As `Intl.NumberFormat` writes them (a test compares); making the first one takes longer than to write a page of
 * numbers.
 */
const marks: Readonly<Record<Language, { readonly group: string; readonly point: string }>> = {
  'zh-cn': { group: ',', point: '.' },
  en: { group: ',', point: '.' },
}

const shape = /^(-?)(\d+)(?:\.(\d+))?$/

/**
 * "12500.5000" → "12,500.50". Amounts of money (scales 2 and 4) keep at least two digits, quantities lose trailing
 * zeros.
 * @param text canonical wire text; anything else is returned unchanged
 */
export function formatDecimal(text: string, scale: number, language: Language): string {
  const match = shape.exec(text)
  if (!match) return text
  const [, sign = '', whole = '', fraction = ''] = match
  const decimals = shownDigits(fraction, scale)
  return sign + formatWhole(whole, language) + (decimals === '' ? '' : marks[language].point + decimals)
}

/** The same digits as text to edit: "12500.5000" at scale 4 → "12500.50", "8.000" at scale 3 → "8". */
export function editableDecimal(text: string, scale: number): string {
  const match = shape.exec(text)
  if (!match) return text
  const [, sign = '', whole = '', fraction = ''] = match
  const decimals = shownDigits(fraction, scale)
  return sign + whole + (decimals === '' ? '' : `.${decimals}`)
}

/** Digits → grouped digits. */
export function formatWhole(digits: string, language: Language): string {
  return digits.replace(/^0+(?=\d)/, '').replace(/\B(?=(?:\d{3})+$)/g, marks[language].group)
}

/** Digits after the point. A column of amounts with one number of them is read at a glance; further ones are kept. */
function shownDigits(fraction: string, scale: number): string {
  const least = scale === 2 || scale === 4 ? 2 : 0
  return fraction.replace(/0+$/, '').padEnd(least, '0')
}
