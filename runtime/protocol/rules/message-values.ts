/** The numbers in the messages of guards and checks. */
import { decimalText, displayDecimal } from '../kinds/decimal.ts'
import { canEvaluate, computeRuleValue } from './evaluate-rule.ts'
import type { MessageNumber, RuleFacts } from './rule.ts'

/** Values for the placeholders of a message: numbers as people read them, a dash for what is unknown. */
export function messageValues(
  { values = {} }: { readonly values?: Readonly<Record<string, MessageNumber>> },
  facts: RuleFacts,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values).map(([name, { rule, scale }]) => {
      const value = canEvaluate(rule, facts) ? computeRuleValue(rule, facts) : null
      return [name, typeof value === 'number' ? displayDecimal(decimalText(value, scale)) : '—']
    }),
  )
}
