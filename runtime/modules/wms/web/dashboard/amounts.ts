/**
 * Amounts of money as the dashboard shows them. From 10,000 yuan on fewer digits say enough: Chinese counts in units of
 * ten thousand yuan, English, which has no such unit, in whole yuan, and in thousands beside an axis. Pure.
 */
import { decimalText, formatDecimal, scaledInteger, type Language } from 'tablewright/protocol'

const tenThousand = 10_000

/** @param yuan two decimals */
export const isLarge = (yuan: string): boolean => Math.abs(Number(yuan)) >= tenThousand

/** "123456.78" → "12.35" in units of ten thousand yuan (Chinese) or "123,457" (English); 9,999.99 and less in full. */
export function shownAmount(yuan: string, language: Language): string {
  if (!isLarge(yuan)) return formatDecimal(yuan, 2, language)
  const fen = scaledInteger(yuan, 2)
  return language === 'zh-cn'
    ? formatDecimal(decimalText(divided(fen, tenThousand), 2), 2, language)
    : formatDecimal(String(divided(fen, 100)), 0, language)
}

/** A number of yuan beside an axis. @param areLarge where the axis has amounts from 10,000 on */
export function axisAmount(yuan: number, areLarge: boolean, language: Language): string {
  if (!areLarge) return formatDecimal(String(yuan), 0, language)
  return language === 'zh-cn'
    ? formatDecimal(String(yuan / tenThousand), 0, language)
    : new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }).format(yuan)
}

/** Rounded half away from zero; never -0. */
const divided = (whole: number, by: number): number => Math.sign(whole) * Math.round(Math.abs(whole) / by) || 0
