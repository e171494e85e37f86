/** Functions: has, size, round, of texts, and over lines. */
import type { ASTNode } from '@marcbachmann/cel-js'
import { didYouMean, suggest } from '../source/suggest.ts'
import { both } from '../source/problem.ts'
import { refuse, type Span } from './rule-error.ts'
import { asNumber, round } from './numbers.ts'
import type { Part, Reader } from './reader.ts'
import { namesOf } from './scope.ts'
import { literalOf, number, booleanType, typeName, type Typed } from './type.ts'

const functions = ['has', 'size', 'round'] as const
const methods = ['size', 'startsWith', 'endsWith', 'contains', 'all', 'exists', 'sum'] as const

/** `has(x)`, `size(x)`, `round(x, 2)` */
export function readCall({ args: [name, args], ...at }: Part<'call'>, reader: Reader): Typed {
  if (name === 'has') return has(readArgument(name, args, at, reader), at)
  if (name === 'size') return sizeOf(readArgument(name, args, at, reader), at)
  if (name === 'round') return round(...(readArguments(name, args, 2, at, reader) as [Typed, Typed]), at)
  return unknownFunction(name, at)
}

function unknownFunction(name: string, at: Span): never {
  const names = [...new Set([...functions, ...methods])]
  return refuse(
    'TW1604',
    at,
    `未知函数“${name}”。`,
    `Unknown function "${name}".`,
    didYouMean(suggest(name, names)) ?? both(`可用的函数：${names.join('、')}。`, `functions: ${names.join(', ')}`),
  )
}

function readArguments(
  name: string,
  args: readonly ASTNode[],
  count: number,
  at: Span,
  reader: Reader,
): readonly Typed[] {
  if (args.length !== count)
    return refuse(
      'TW1603',
      at,
      `${name} 需要 ${count} 个参数。`,
      `${name} takes ${count} argument${count === 1 ? '' : 's'}.`,
    )
  return args.map((arg) => reader.read(arg, reader))
}

/** The value of the one argument of a function. */
function readArgument(name: string, args: readonly ASTNode[], at: Span, reader: Reader): Typed {
  // `readArguments` throws when there is not exactly one argument.
  return readArguments(name, args, 1, at, reader)[0]!
}

function has({ type, node, at: inner }: Typed, at: Span): Typed {
  // An id of an actor is none where somebody else acts.
  if ((node.op === 'field' && type.is !== 'lines') || (node.op === 'actor' && node.name !== 'super'))
    return { type: booleanType, node: { op: 'has', part: node }, at }
  return refuse(
    'TW1603',
    inner,
    'has 只用于字段。',
    'has only works with a field.',
    type.is === 'lines' ? both('请用 size(明细) > 0。', 'use size(lines) > 0') : null,
  )
}

function sizeOf({ type, node, at: inner }: Typed, at: Span): Typed {
  if (type.is === 'text') return { type: number(0), node: { op: 'length', part: node }, at }
  if (type.is === 'list') return { type: number(0), node: { op: 'items', part: node }, at }
  if (type.is === 'lines') return { type: number(0), node: { op: 'count', lines: type.field.name }, at }
  const [zh, en] = typeName(type)
  return refuse('TW1603', inner, `${zh}没有长度。`, `${en.charAt(0).toUpperCase()}${en.slice(1)} has no size.`)
}

/** `name.startsWith('A')`, `lines.all(line, …)` */
export function readMethod({ args: [name, owner, args], ...at }: Part<'rcall'>, reader: Reader): Typed {
  if (!methods.some((method) => method === name)) return unknownFunction(name, at)
  const typed = reader.read(owner, reader)
  if (name === 'size' && args.length === 0) return sizeOf(typed, at)
  if (name === 'all' || name === 'exists' || name === 'sum') return overLines(name, typed, args, at, reader)
  const wanted = readArgument(name, args, at, reader)
  if (typed.type.is !== 'text') {
    const [zh, en] = typeName(typed.type)
    return refuse('TW1603', typed.at, `${name} 只用于文本，而不是${zh}。`, `${name} only works with a text, not ${en}.`)
  }
  const text = literalOf(wanted)
  if (text === null)
    return refuse('TW1604', wanted.at, `${name} 只能查找固定的文本。`, `${name} can only search for a fixed text.`)
  return { type: booleanType, node: { op: name as 'startsWith' | 'endsWith' | 'contains', part: typed.node, text }, at }
}

function overLines(
  name: 'all' | 'exists' | 'sum',
  owner: Typed,
  args: readonly ASTNode[],
  at: Span,
  reader: Reader,
): Typed {
  if (owner.type.is !== 'lines')
    return refuse('TW1603', owner.at, `${name} 只用于明细。`, `${name} only works with the lines of a document.`)
  const [variable, body] = args
  if (variable?.op !== 'id' || !body || args.length > 2)
    return refuse(
      'TW1603',
      at,
      `写法：${name}(行, 条件)。`,
      `Write ${name}(line, …): a name for the line and an expression.`,
    )
  if (reader.line) return refuse('TW1604', at, '明细之内不能再查看明细。', 'Lines cannot be nested inside lines.')
  const { field } = owner.type
  const read = reader.read(body, {
    ...reader,
    line: {
      name: variable.args,
      fields: namesOf(
        (field.fields ?? []).filter((field) => !field.implicit),
        reader.scope,
      ),
    },
  })
  const lines = field.name
  if (name === 'sum') return { type: asNumber(read).type, node: { op: 'sum', lines, part: read.node }, at }
  return { type: booleanType, node: { op: name, lines, part: asTruth(read).node }, at }
}

/** The part as a condition, or a fault. */
export function asTruth(typed: Typed): Typed {
  if (typed.type.is === 'boolean') return typed
  const [zh, en] = typeName(typed.type)
  const hint =
    typed.node.op === 'field'
      ? both('请写出比较，或用 has 判断是否有值。', 'compare it with a value, or use has(…)')
      : null
  return refuse('TW1603', typed.at, `此处应为条件，而不是${zh}。`, `Expected a condition, not ${en}.`, hint)
}
