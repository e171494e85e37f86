/** What is wrong with the text of a rule, as a value; thrown inside the reader, answered by it. */
import type { Text } from '../../runtime/protocol/index.ts'
import { both } from '../source/problem.ts'

/** Syntax, unknown names, types that do not fit, constructs the language does not have. */
export type RuleProblemCode = 'TW1601' | 'TW1602' | 'TW1603' | 'TW1604'

export interface RuleProblem {
  readonly code: RuleProblemCode
  /** The part of the text it is about, in characters from its start. */
  readonly start: number
  readonly end: number
  readonly message: Text
  readonly hint: Text | null
}

/** Carries a fault out of the depth of a rule. */
export class RuleError extends Error {
  readonly fault: RuleProblem

  constructor(fault: RuleProblem) {
    super(fault.message.en)
    this.fault = fault
  }
}

/** A part of the text. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Throws an error that says in Chinese and English what is wrong and how to fix it. */
export function refuse(
  code: RuleProblemCode,
  { start, end }: Span,
  zh: string,
  en: string,
  hint: Text | null = null,
): never {
  throw new RuleError({ code, start, end, message: both(zh, en), hint })
}
