/** Conditions on earlier answers: small JSON trees, which become rules of the project's own evaluator. */
import type { RuleNode, RuleValue } from 'tablewright/protocol'
import { hasManyKeys, isText, isUpload, type Answer, type Comparison, type Condition, type Item } from './item.ts'

/** Levels of a condition, and comparisons in it. */
export const maxDepth = 6
export const maxComparisons = 50

/** All comparisons of a condition. */
export function comparisonsIn(condition: Condition): readonly Comparison[] {
  if ('parts' in condition) return condition.parts.flatMap(comparisonsIn)
  return condition.op === 'not' ? comparisonsIn(condition.part) : [condition]
}

/** Digits after the point with which numbers are compared. */
const digits = 3
const numberShape = /^-?\d{1,9}(?:\.\d{1,3})?$/

const scaled = (value: number): number => Math.round(value * 10 ** digits)

/** Names of the facts about an item in the record that rules read. */
const numberField = (key: string): string => `${key} number`
export const shownField = (key: string): string => `${key} shown`

/** The facts about an answered item: absent ones are unknown. */
export function factsOf(item: Item, answer: Answer | undefined): Readonly<Record<string, RuleValue>> {
  const keys = answer?.keys ?? []
  const text = (answer?.text ?? '').trim()
  if (isUpload(item)) return { [item.key]: (answer?.files ?? []).length > 0 ? JSON.stringify(answer?.files) : null }
  if (hasManyKeys(item)) return { [item.key]: keys.length > 0 ? JSON.stringify(keys) : null }
  const value = isText(item) ? text : (keys[0] ?? '')
  return {
    [item.key]: value === '' ? null : value,
    [numberField(item.key)]: numberShape.test(value) ? scaled(Number(value)) : null,
  }
}

const field = (name: string): RuleNode => ({ op: 'field', name, of: 'record' })
const valueOf = (value: string | number | boolean): RuleNode => ({ op: 'value', value })
const isTrue = (name: string): RuleNode => ({ op: 'compare', sign: '==', left: field(name), right: valueOf(true) })

/** True only when the fact is known, so that `not` of it is the opposite also without an answer. */
const whenKnown = (name: string, part: RuleNode): RuleNode => ({
  op: 'and',
  parts: [{ op: 'has', part: field(name) }, part],
})

/** The rule of a condition. Items that are not in the list have no answer. */
export function ruleOf(condition: Condition, items: readonly Item[]): RuleNode {
  if ('parts' in condition) return { op: condition.op, parts: condition.parts.map((part) => ruleOf(part, items)) }
  if (condition.op === 'not') return { op: 'not', part: ruleOf(condition.part, items) }
  const item = items.find(({ key }) => key === condition.item)
  return item ? comparisonRule(condition, item) : valueOf(false)
}

function comparisonRule(comparison: Comparison, item: Item): RuleNode {
  const own = field(item.key)
  const includes = (value: string): RuleNode => ({ op: 'includes', list: own, part: valueOf(value) })
  switch (comparison.op) {
    case 'answered':
      return { op: 'has', part: own }
    case 'equals': {
      const value = hasManyKeys(item) ? JSON.stringify([comparison.value]) : comparison.value
      return whenKnown(item.key, { op: 'compare', sign: '==', left: own, right: valueOf(value) })
    }
    case 'in':
      return whenKnown(
        item.key,
        hasManyKeys(item)
          ? { op: 'or', parts: comparison.values.map(includes) }
          : { op: 'oneOf', part: own, values: comparison.values },
      )
    case 'contains':
      if (hasManyKeys(item)) return whenKnown(item.key, includes(comparison.value))
      if (isText(item)) return whenKnown(item.key, { op: 'contains', part: own, text: comparison.value })
      return whenKnown(item.key, { op: 'compare', sign: '==', left: own, right: valueOf(comparison.value) })
    case 'compare': {
      const { sign, value } = comparison
      const name = numberField(item.key)
      return whenKnown(name, { op: 'compare', sign, left: field(name), right: valueOf(scaled(value)) })
    }
  }
}

/** The rule of an item that was shown. */
export const shownRule = (key: string): RuleNode => isTrue(shownField(key))
