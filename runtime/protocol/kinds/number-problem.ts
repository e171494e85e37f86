/** The problem of a number that cannot be read or stored. */
import type { FieldModel } from '../field-model.ts'
import { broken, type Read } from './kind.ts'

/**
 * Beyond what is stored. Limits of the field are what people know, so they are named where they exist.
 * @param most the largest number that is stored, as text
 */
export function outOfRange({ minimum, maximum }: FieldModel, isNegative: boolean, most: string): Read {
  if (isNegative && minimum !== undefined) return broken('minimum', { limit: minimum })
  if (!isNegative && maximum !== undefined) return broken('maximum', { limit: maximum })
  return broken('range', { from: minimum ?? `-${most}`, to: maximum ?? most })
}

/** True for numbers with an exponent or separators, which mean different things to different people. */
export const isOtherNotation = (text: string): boolean =>
  /^[+-]?\d[\d,'_ ]*(?:\.\d*)?(?:e[+-]?\d+)?$/i.test(text) && /[,'_ e]/i.test(text)
