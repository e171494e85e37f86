/** Formats decimals: thousands grouped, every digit kept, no float arithmetic. */
import type { Language } from '../field-model.ts'

const locales: Readonly<Record<Language, string>> = { 'zh-cn': 'zh-CN', en: 'en-US' }

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
  return sign + formatWhole(whole, language) + (decimals === '' ? '' : numbersOf(language).point + decimals)
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
  return numbersOf(language).format(BigInt(digits))
}

interface NumberTexts {
  readonly format: (whole: bigint) => string
  readonly point: string
}

const numberTexts = new Map<Language, NumberTexts>()

/** Kept by language: creating a formatter takes longer than formatting a page of numbers. */
function numbersOf(language: Language): NumberTexts {
  const known = numberTexts.get(language)
  if (known) return known
  const numbers = new Intl.NumberFormat(locales[language])
  const point = numbers.formatToParts(0.5).find((part) => part.type === 'decimal')?.value ?? '.'
  const texts = { format: numbers.format, point }
  numberTexts.set(language, texts)
  return texts
}

/** Digits after the point. A column of amounts with one number of them is read at a glance; further ones are kept. */
function shownDigits(fraction: string, scale: number): string {
  const least = scale === 2 || scale === 4 ? 2 : 0
  return fraction.replace(/0+$/, '').padEnd(least, '0')
}
