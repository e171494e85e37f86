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
  const decimals = fraction.replace(/0+$/, '').padEnd(leastDigits(scale), '0')
  return sign + formatWhole(whole, language) + (decimals === '' ? '' : numbersOf(language).point + decimals)
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

function leastDigits(scale: number): number {
  return scale === 2 || scale === 4 ? 2 : 0
}
