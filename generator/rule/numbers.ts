/** Arithmetic: integers and exact decimals, whose scales are aligned here. */
import type { ArithmeticOp, RuleNode } from '../../runtime/protocol/index.ts'
import { both } from '../source/problem.ts'
import { refuse, type Span } from './rule-error.ts'
import { maxDigits } from './literals.ts'
import { number, plainText, typeName, type RuleType, type Typed } from './type.ts'

type NumberTyped = Typed<Extract<RuleType, { is: 'number' }>>

/** The part as a number, or a fault. */
export function asNumber(typed: Typed): NumberTyped {
  if (typed.type.is === 'number') return typed as NumberTyped
  const [zh, en] = typeName(typed.type)
  return refuse('TW1603', typed.at, `此处应为数值，而不是${zh}。`, `Expected a number, not ${en}.`)
}

/** The same number with more digits behind the point. */
export function scaled(typed: NumberTyped, scale: number): NumberTyped {
  const digits = scale - typed.type.scale
  if (digits <= 0) return typed
  const { node } = typed
  const value = node.op === 'value' ? Number(node.value) * 10 ** digits : NaN
  return {
    ...typed,
    type: { is: 'number', scale },
    node: Number.isSafeInteger(value) ? { op: 'value', value } : { op: 'scale', digits, part: node },
  }
}

/** Both in the larger scale of the two. */
export function aligned(one: NumberTyped, other: NumberTyped): readonly [NumberTyped, NumberTyped] {
  const scale = Math.max(one.type.scale, other.type.scale)
  return [scaled(one, scale), scaled(other, scale)]
}

const ops: Readonly<Record<'+' | '-' | '*' | '/' | '%', ArithmeticOp>> = {
  '+': 'add',
  '-': 'subtract',
  '*': 'multiply',
  '/': 'divide',
  '%': 'remainder',
}

/** `+ - * / %` of numbers; `+` also puts texts together. */
export function compute(sign: keyof typeof ops, left: Typed, right: Typed, at: Span): Typed {
  if (sign === '+' && left.type.is === 'text' && right.type.is === 'text') return join(left, right, at)
  const numbers = [asNumber(left), asNumber(right)] as const
  const op = ops[sign]
  if (op === 'add' || op === 'subtract') {
    const [one, other] = aligned(...numbers)
    return { type: one.type, node: { op, left: one.node, right: other.node }, at }
  }
  if (op === 'multiply') return product(...numbers, at)
  const uneven = numbers.find((one) => one.type.scale > 0)
  if (uneven)
    return refuse(
      'TW1604',
      uneven.at,
      '除法只用于整数：小数相除没有精确的结果。',
      'Only integers can be divided: a quotient of decimals has no exact value.',
      both('请改用乘法比较，或 round(x, 0) 取整。', 'multiply instead, or round to an integer with round(x, 0)'),
    )
  if (right.node.op === 'value' && Number(right.node.value) === 0)
    return refuse(
      'TW1604',
      right.at,
      '不能除以 0：结果总是没有值。',
      'Nothing can be divided by 0: there would never be a value.',
      both('请改为其他除数。', 'use another divisor'),
    )
  return { type: number(0), node: { op, left: left.node, right: right.node }, at }
}

function product(left: NumberTyped, right: NumberTyped, at: Span): Typed {
  const scale = left.type.scale + right.type.scale
  if (scale > maxDigits)
    return refuse(
      'TW1604',
      at,
      `乘积会有 ${scale} 位小数，最多 ${maxDigits} 位。`,
      `The product has ${scale} decimal places; at most ${maxDigits} are allowed.`,
      both('请先 round。', 'round the factors first'),
    )
  return { type: number(scale), node: { op: 'multiply', left: left.node, right: right.node }, at }
}

function join(left: Typed, right: Typed, at: Span): Typed {
  const parts = [left, right].flatMap(({ node }): readonly RuleNode[] => (node.op === 'join' ? node.parts : [node]))
  return { type: plainText, node: { op: 'join', parts }, at }
}

/** A minus in front. */
export function negate(typed: Typed, at: Span): Typed {
  const value = asNumber(typed)
  if (value.node.op === 'value') return { ...value, node: { op: 'value', value: -Number(value.node.value) }, at }
  return { type: value.type, node: { op: 'subtract', left: { op: 'value', value: 0 }, right: value.node }, at }
}

/** `round(x, digits)`: halves go away from zero. */
export function round(typed: Typed, digits: Typed, at: Span): Typed {
  const value = asNumber(typed)
  const wanted = digits.node.op === 'value' && asNumber(digits).type.scale === 0 ? Number(digits.node.value) : NaN
  if (!(wanted >= 0 && wanted <= 8))
    return refuse(
      'TW1603',
      digits.at,
      'round 的位数是 0 到 8 的整数。',
      'The decimal places of round must be an integer from 0 to 8.',
    )
  return rounded(value, wanted, at)
}

/** The number with exactly so many digits behind the point. */
function rounded(value: NumberTyped, digits: number, at: Span): Typed {
  if (value.type.scale <= digits) return { ...scaled(value, digits), at }
  return { type: number(digits), node: { op: 'round', digits: value.type.scale - digits, part: value.node }, at }
}
