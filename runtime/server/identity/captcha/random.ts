/** Unpredictable random numbers for everything in a captcha. */
import { randomInt } from 'node:crypto'

/** A whole number from `least` to `most`, both included. */
export const randomBetween = (least: number, most: number): number => randomInt(least, most + 1)

/** Some different items in a random order; throws when there are not as many. */
export function sample<Item>(items: readonly Item[], count: number): readonly Item[] {
  if (count > items.length) throw new Error('not as many')
  const left = [...items]
  return Array.from({ length: count }).flatMap(() => left.splice(randomInt(left.length), 1))
}
