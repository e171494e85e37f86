/**
 * The text of a rule → its tree. A subset of CEL: what the evaluator and both databases answer alike, and nothing
 * else.
 */
import { parse, type ASTNode } from '@marcbachmann/cel-js'
import {
  columnType,
  type FieldModel,
  type RuleRequirement,
  type RuleModel,
  type RuleNode,
} from '../../runtime/protocol/index.ts'
import { both } from '../source/problem.ts'
import { asTruth, readCall, readMethod } from './calls.ts'
import { compare, membership } from './comparisons.ts'
import { refuse, RuleError, type RuleProblem } from './rule-error.ts'
import { typeOfField } from './field-type.ts'
import { asOptionOf, asTextOf, readLiteral } from './literals.ts'
import { readMember, readName } from './names.ts'
import { aligned, asNumber, compute, negate, scaled } from './numbers.ts'
import type { Part, Reader } from './reader.ts'
import { namesOf, type RuleScope } from './scope.ts'
import { booleanType, typeName, type Typed } from './type.ts'

/** The result a rule must have: a condition, a number, or a value the field can hold. */
export type Expected = 'condition' | 'number' | FieldModel

/** `scale` is that of the result; null when it is not a number. */
export type ReadRule = { readonly rule: RuleModel; readonly scale: number | null } | { readonly fault: RuleProblem }

/**
 * Reads a rule.
 * @param source its text
 * @param expected the result it must have; a value gets the scale of the field, options their wire value
 */
export function readRule(source: string, expected: Expected, scope: RuleScope): ReadRule {
  const reader: Reader = {
    source,
    scope,
    fields: namesOf(scope.fields, scope),
    line: null,
    reads: new Set(),
    asks: new Set(),
    read: readPart,
  }
  try {
    const typed = readPart(syntaxOf(source), reader)
    const { node, type } = asExpected(expected, typed)
    return { rule: modelOf(source, node, reader), scale: type.is === 'number' ? type.scale : null }
  } catch (error) {
    if (error instanceof RuleError) return { fault: error.fault }
    throw error
  }
}

function asExpected(expected: Expected, typed: Typed): Typed {
  if (expected === 'condition') return asTruth(typed)
  return expected === 'number' ? asNumber(typed) : asValueOf(expected, typed)
}

function modelOf(source: string, tree: RuleNode, { reads, asks }: Reader): RuleModel {
  const order: readonly RuleRequirement[] = ['old', 'actor', 'now', 'lines', 'document']
  return {
    source,
    tree,
    reads: [...reads].sort(),
    ...(asks.size > 0 && { asks: order.filter((requirement) => asks.has(requirement)) }),
  }
}

function syntaxOf(source: string): ASTNode {
  try {
    return parse(source).ast
  } catch (error) {
    const { range, summary } = error as {
      readonly range?: { readonly start: number; readonly end: number }
      readonly summary?: string
    }
    const start = Math.min(range?.start ?? 0, Math.max(0, source.length - 1))
    return refuse(
      'TW1601',
      { start, end: Math.max(range?.end ?? 0, start + 1) },
      '规则的写法无效。',
      `The rule is not valid: ${summary ?? 'it is not an expression'}.`,
      both(
        "示例：type in ['purchase', 'outsourced'] && has(supplier_id)",
        "for example: type in ['purchase', 'outsourced'] && has(supplier_id)",
      ),
    )
  }
}

function readPart(part: ASTNode, reader: Reader): Typed {
  const at = { start: part.start, end: part.end }
  const both = ([left, right]: readonly [ASTNode, ASTNode]): readonly [Typed, Typed] => [
    reader.read(left, reader),
    reader.read(right, reader),
  ]
  switch (part.op) {
    case 'value':
      return readLiteral(part, reader)
    case 'id':
      return readName(part, reader)
    case '.':
      return readMember(part, reader)
    case 'call':
      return readCall(part, reader)
    case 'rcall':
      return readMethod(part, reader)
    case 'in':
      return membership(part, reader)
    case '?:':
      return choose(part, reader)
    case '&&':
    case '||':
      return joined(part, reader)
    case '!_':
      return { type: booleanType, node: { op: 'not', part: asTruth(reader.read(part.args, reader)).node }, at }
    case '-_':
      return negate(reader.read(part.args, reader), at)
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compare(part.op, ...both(part.args), at)
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      return compute(part.op, ...both(part.args), at)
    default:
      return refuse('TW1604', at, '规则不支持这种写法。', 'A rule does not support this construct.', noSuchThing)
  }
}

const noSuchThing = both(
  '列表只能写在 in 之后；没有下标、映射与对象。',
  'lists are only allowed after "in"; indexes and maps are not supported',
)

function joined(part: Part<'&&' | '||'>, reader: Reader): Typed {
  const op = part.op === '&&' ? 'and' : 'or'
  const parts = part.args.flatMap((one): readonly RuleNode[] => {
    const { node } = asTruth(reader.read(one, reader))
    return node.op === op ? node.parts : [node]
  })
  return { type: booleanType, node: { op, parts }, at: { start: part.start, end: part.end } }
}

/** `condition ? one : other`, both of one type. */
function choose({ args: [condition, yes, no], start, end }: Part<'?:'>, reader: Reader): Typed {
  const when = asTruth(reader.read(condition, reader)).node
  const [one, other] = alike(reader.read(yes, reader), reader.read(no, reader))
  // oxlint-disable-next-line unicorn/no-thenable -- a node of the rule tree, never awaited
  return { type: one.type, node: { op: 'choose', when, then: one.node, else: other.node }, at: { start, end } }
}

function alike(one: Typed, other: Typed): readonly [Typed, Typed] {
  if (one.type.is === 'number' && other.type.is === 'number') return aligned(asNumber(one), asNumber(other))
  if (one.type.is === 'option' && other.type.is === 'text') return [one, asOptionOf(one.type.field, other)]
  if (one.type.is === 'text' && other.type.is === 'option') return [asOptionOf(other.type.field, one), other]
  if (one.type.is === other.type.is && ['boolean', 'text', 'id', 'option'].includes(one.type.is)) return [one, other]
  const [[zh, en], [zh2, en2]] = [typeName(one.type), typeName(other.type)]
  return refuse('TW1603', other.at, `两个分支不同：${zh}与${zh2}。`, `The two branches differ: ${en} and ${en2}.`)
}

/** The value as the field holds it. */
function asValueOf(field: FieldModel, typed: Typed): Typed {
  const fieldType = typeOfField(field)
  if (fieldType?.is === 'option')
    return typed.type.is === 'option' ? sameOptions(field, typed) : asOptionOf(field, typed)
  if (fieldType?.is === 'number' && typed.type.is === 'number') return inScale(field, fieldType.scale, typed)
  if (fieldType?.is === 'text' && typed.type.is === 'text') return asTextOf(field, typed)
  if (fieldType?.is === 'id' && (typed.type.is === 'id' || (typed.type.is === 'number' && typed.type.scale === 0)))
    return typed
  const [[zh, en], [zh2, en2]] = [
    typeName(typed.type),
    fieldType === null ? (['键值对', 'a map'] as const) : typeName(fieldType),
  ]
  return refuse(
    'TW1603',
    typed.at,
    `“${field.name}”需要${zh2}，而不是${zh}。`,
    `"${field.name}" needs ${en2}, not ${en}.`,
  )
}

function inScale(field: FieldModel, scale: number, typed: Typed): Typed {
  const value = asNumber(typed)
  if (value.type.scale <= scale) return scaled(value, scale)
  return refuse(
    'TW1603',
    typed.at,
    `结果有 ${value.type.scale} 位小数，而“${field.name}”有 ${scale} 位。`,
    `The value has ${value.type.scale} decimal places, but "${field.name}" has ${scale}.`,
    both(`请写 round(…, ${scale})。`, `use round(…, ${scale})`),
  )
}

function sameOptions(field: FieldModel, typed: Typed): Typed {
  const from = typed.type.is === 'option' ? typed.type.field : field
  const values = (other: FieldModel): string => JSON.stringify(other.options?.map(({ name, value }) => [name, value]))
  if (values(from) === values(field) && columnType(from) === columnType(field)) return typed
  return refuse(
    'TW1603',
    typed.at,
    `“${from.name}”与“${field.name}”的选项不同。`,
    `"${from.name}" and "${field.name}" have different options.`,
  )
}
