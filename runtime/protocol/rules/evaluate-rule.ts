/** The evaluator of rules: pure, exact, NULL as SQL has it. The SQL printer of the server answers the same. */
import { plainText } from '../rich-text.ts'
import type { ArithmeticOp, CompareSign, RuleFacts, RuleModel, RuleNode, RuleRecord, RuleValue } from './rule.ts'

/** Integers are BigInts while they are worked with, so that no digit is lost. */
type Value = string | bigint | boolean | null

interface EvalContext {
  readonly facts: RuleFacts
  readonly line: RuleRecord | null
  /** Called when a number leaves what can be computed or stored. */
  readonly onOverflow?: () => void
}

/** True when the rule's value is true; false when it is false or unknown. */
export const evaluateRule = (rule: RuleModel, facts: RuleFacts): boolean => computeRuleValue(rule, facts) === true

/** True when the rule's value is false: what is unknown breaks no rule, as with a CHECK of SQL. */
export const isRuleBroken = (rule: RuleModel, facts: RuleFacts): boolean => computeRuleValue(rule, facts) === false

/** True when the facts contain everything the rule needs: lines and the document may be missing. */
export function canEvaluate(rule: RuleModel, facts: RuleFacts): boolean {
  const hasLines =
    !rule.asks?.includes('lines') || lineFieldsOf(rule.tree).every((name) => facts.lines?.[name] !== undefined)
  return hasLines && (!rule.asks?.includes('document') || facts.document !== undefined)
}

/**
 * The value of a rule: boolean, text, or an integer in the scale the rule was compiled for. Throws an Error when lines
 * it needs are missing.
 * @param onOverflow called when a number on the way leaves 64 bits, or the result what a column stores: it is unknown
 */
export function computeRuleValue(rule: RuleModel, facts: RuleFacts, onOverflow?: () => void): RuleValue {
  const value = evaluate(rule.tree, { facts, line: null, ...(onOverflow && { onOverflow }) })
  if (typeof value !== 'bigint') return value
  if (isStorable(value)) return Number(value)
  onOverflow?.()
  return null
}

const largest = BigInt(Number.MAX_SAFE_INTEGER)
const isStorable = (value: bigint): boolean => value >= -largest && value <= largest

function evaluate(node: RuleNode, place: EvalContext): Value {
  switch (node.op) {
    case 'value':
      return toInternal(node.value)
    case 'field':
      return toInternal(recordOf(node.of, place)?.[node.name] ?? null)
    case 'actor':
      return actorFact(node.name, place.facts)
    case 'now':
      return BigInt(Math.floor(place.facts.now))
    case 'and':
      return allOf(node.parts, false, place)
    case 'or':
      return allOf(node.parts, true, place)
    case 'not':
      return negated(evaluate(node.part, place))
    case 'has':
      return evaluate(node.part, place) !== null
    case 'compare':
      return compared(node.sign, evaluate(node.left, place), evaluate(node.right, place))
    case 'scale':
      return within(times(evaluate(node.part, place), 10n ** BigInt(node.digits)), place)
    case 'round':
      return rounded(evaluate(node.part, place), 10n ** BigInt(node.digits), place)
    case 'join':
      return joined(node.parts.map((part) => evaluate(part, place)))
    case 'choose':
      return evaluate(evaluate(node.when, place) === true ? node.then : node.else, place)
    case 'oneOf':
      return isOneOf(evaluate(node.part, place), node.values)
    case 'inGroups':
      return isOneOf(evaluate(node.part, place), place.facts.actor?.groups ?? [])
    case 'includes':
      return includes(evaluate(node.list, place), evaluate(node.part, place))
    case 'length':
      return lengthOf(evaluate(node.part, place))
    case 'items':
      return BigInt(itemsOf(evaluate(node.part, place)).length)
    case 'plainText':
      return textOf(evaluate(node.part, place))
    case 'startsWith':
    case 'endsWith':
    case 'contains':
      return matches(node.op, evaluate(node.part, place), node.text)
    case 'count':
      return BigInt(linesOf(node.lines, place).length)
    case 'all':
    case 'exists':
    case 'sum':
      return overLines(node, place)
    default:
      return within(computed(node.op, evaluate(node.left, place), evaluate(node.right, place)), place)
  }
}

function toInternal(value: RuleValue): Value {
  return typeof value === 'number' ? (Number.isSafeInteger(value) ? BigInt(value) : null) : value
}

function recordOf(of: 'record' | 'old' | 'line' | 'document', { facts, line }: EvalContext): RuleRecord | null {
  switch (of) {
    case 'record':
      return facts.record
    case 'old':
      return facts.old
    case 'line':
      return line
    case 'document':
      return facts.document ?? null
  }
}

function actorFact(name: 'id' | 'super' | 'member', { actor }: RuleFacts): Value {
  if (name === 'super') return actor?.super ?? true
  return toInternal((name === 'id' ? actor?.id : actor?.member?.id) ?? null)
}

/** `and` (decided by false) and `or` (decided by true) of three values. */
function allOf(parts: readonly RuleNode[], decisive: boolean, place: EvalContext): Value {
  let isUnknown = false
  for (const part of parts) {
    const value = evaluate(part, place)
    if (value === decisive) return decisive
    if (value === null) isUnknown = true
  }
  return isUnknown ? null : !decisive
}

const negated = (value: Value): Value => (value === null ? null : value === false)

function compared(sign: CompareSign, left: Value, right: Value): Value {
  if (left === null || right === null) return null
  const order =
    typeof left === 'string' && typeof right === 'string'
      ? compareCodePoints(left, right)
      : left < right
        ? -1
        : left > right
          ? 1
          : 0
  switch (sign) {
    case '==':
      return order === 0
    case '!=':
      return order !== 0
    case '<':
      return order < 0
    case '<=':
      return order <= 0
    case '>':
      return order > 0
    case '>=':
      return order >= 0
  }
}

/** Databases compare by code point, JavaScript by halves of surrogate pairs. */
function compareCodePoints(one: string, other: string): number {
  const [left, right] = [[...one], [...other]]
  for (const [index, sign] of left.entries()) {
    const counterpart = right[index]
    if (counterpart === undefined) return 1
    if (sign !== counterpart) return (sign.codePointAt(0) ?? 0) - (counterpart.codePointAt(0) ?? 0)
  }
  return left.length - right.length
}

const times = (value: Value, factor: bigint): Value => (typeof value === 'bigint' ? value * factor : null)

/** A result beyond 64 bits is unknown. */
function within(value: Value, { onOverflow }: EvalContext): Value {
  if (typeof value !== 'bigint' || BigInt.asIntN(64, value) === value) return value
  onOverflow?.()
  return null
}

function rounded(value: Value, unit: bigint, place: EvalContext): Value {
  if (typeof value !== 'bigint') return null
  const size = value < 0n ? -value : value
  const result = size / unit + (size % unit >= unit / 2n && unit > 1n ? 1n : 0n)
  return within(value < 0n ? -result : result, place)
}

function computed(op: ArithmeticOp, left: Value, right: Value): Value {
  if (typeof left !== 'bigint' || typeof right !== 'bigint') return null
  switch (op) {
    case 'add':
      return left + right
    case 'subtract':
      return left - right
    case 'multiply':
      return left * right
    case 'divide':
      return right === 0n ? null : left / right
    case 'remainder':
      return right === 0n ? null : left % right
  }
}

const joined = (parts: readonly Value[]): Value =>
  parts.every((part) => typeof part === 'string') ? parts.join('') : null

function isOneOf(value: Value, values: readonly (string | number)[]): Value {
  if (values.length === 0) return false
  return value === null ? null : values.some((candidate) => toInternal(candidate) === value)
}

/** Items of a JSON list; none where there is no list. */
function itemsOf(list: Value): readonly unknown[] {
  if (typeof list !== 'string') return []
  try {
    const items: unknown = JSON.parse(list)
    return Array.isArray(items) ? items : []
  } catch {
    return []
  }
}

function includes(list: Value, value: Value): Value {
  return value !== null && itemsOf(list).some((item) => toInternal(item as RuleValue) === value)
}

const lengthOf = (text: Value): Value => (typeof text === 'string' ? BigInt([...text].length) : null)

const textOf = (value: Value): Value => (typeof value === 'string' && plainText(value)) || null

function matches(op: 'startsWith' | 'endsWith' | 'contains', value: Value, text: string): Value {
  if (typeof value !== 'string') return null
  return op === 'contains' ? value.includes(text) : op === 'startsWith' ? value.startsWith(text) : value.endsWith(text)
}

function linesOf(name: string, { facts }: EvalContext): readonly RuleRecord[] {
  const lines = facts.lines?.[name]
  if (!lines) throw new Error(`the lines "${name}" a rule asks for are not at hand`)
  return lines
}

function overLines(node: Extract<RuleNode, { op: 'all' | 'exists' | 'sum' }>, place: EvalContext): Value {
  const values = linesOf(node.lines, place).map((line) => evaluate(node.part, { ...place, line }))
  if (node.op === 'sum') return within(summed(values), place)
  const decisive = node.op === 'exists'
  if (values.includes(decisive)) return decisive
  return values.includes(null) ? null : !decisive
}

/** Items that no column could store are skipped like NULL, because databases add within 64 bits. */
const summed = (values: readonly Value[]): bigint =>
  values.reduce<bigint>((sum, value) => (typeof value === 'bigint' && isStorable(value) ? sum + value : sum), 0n)

/** Names of the line fields a rule reads. */
function lineFieldsOf(node: RuleNode): readonly string[] {
  const own = 'lines' in node ? [node.lines] : []
  return [...own, ...childrenOf(node).flatMap(lineFieldsOf)]
}

/** The nodes directly below one. */
function childrenOf(node: RuleNode): readonly RuleNode[] {
  switch (node.op) {
    case 'and':
    case 'or':
    case 'join':
      return node.parts
    case 'choose':
      return [node.when, node.then, node.else]
    case 'includes':
      return [node.list, node.part]
    default:
      return 'left' in node ? [node.left, node.right] : 'part' in node ? [node.part] : []
  }
}
