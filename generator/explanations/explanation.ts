/** What a problem code stands for, in more words than a message has. */
import type { Text } from '../../runtime/protocol/index.ts'
import { both } from '../source/problem.ts'

export interface Explanation {
  /** The rule that is broken, as a sentence. */
  readonly rule: Text
  readonly why: Text
  readonly fix: Text
  /** The smallest part of a file that breaks the rule, and the same part mended. */
  readonly wrong: string
  readonly right: string
}

type Pair = readonly [zh: string, en: string]

/** In a short form, because there is one for every code. */
export const explanation = (rule: Pair, why: Pair, fix: Pair, wrong: string, right: string): Explanation => ({
  rule: both(...rule),
  why: both(...why),
  fix: both(...fix),
  wrong,
  right,
})
