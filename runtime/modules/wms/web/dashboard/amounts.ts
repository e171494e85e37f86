/** Amounts of money as the dashboard shows them: in units of ten thousand yuan from 10,000 on. Pure. */
import { decimalText, scaledInteger } from 'tablewright/protocol'

const tenThousand = 10_000

/** @param yuan two decimals */
export const isLarge = (yuan: string): boolean => Math.abs(Number(yuan)) >= tenThousand

/** "123456.78" → "12.35": in units of ten thousand, rounded half away from zero. @param yuan two decimals */
export function inTenThousands(yuan: string): string {
  const fen = scaledInteger(yuan, 2)
  return decimalText(Math.sign(fen) * Math.round(Math.abs(fen) / tenThousand) || 0, 2)
}
