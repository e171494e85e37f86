/** Literal values of a rule, and their meaning when they are compared with a field. */
import { isSafeText, kinds, type FieldModel, type RuleNode } from '../../runtime/protocol/index.ts'
import { didYouMean, suggest } from '../source/suggest.ts'
import { both } from '../source/problem.ts'
import { refuse, type Span } from './rule-error.ts'
import type { Part, Reader } from './reader.ts'
import { literalOf, number, plainText, booleanType, type RuleType, type Typed } from './type.ts'

/** Most digits behind a point: what 64 bits hold. */
export const maxDigits = 18

export function readLiteral({ args: value, ...at }: Part<'value'>, { source }: Pick<Reader, 'source'>): Typed {
  if (typeof value === 'boolean') return { type: booleanType, node: { op: 'value', value }, at }
  if (typeof value === 'string') return readText(value, at)
  if (typeof value === 'bigint' || typeof value === 'number') return readNumber(source.slice(at.start, at.end), at)
  if (value === null)
    return refuse(
      'TW1604',
      at,
      '规则中不能使用 null。',
      'A rule cannot use null.',
      both('请用 has(字段) 判断是否有值。', 'use has(field) to test for a value'),
    )
  return refuse('TW1604', at, '规则中不能使用这种值。', 'A rule cannot use a value of this kind.')
}

function readText(value: string, at: Span): Typed {
  if (value === '')
    return refuse(
      'TW1604',
      at,
      '字段中不会有空文本：没有值即为 NULL。',
      'A field never contains an empty text: a missing value is NULL.',
      both('请用 has(字段) 判断是否有值。', 'use has(field) to test for a value'),
    )
  if (!isSafeText(value))
    return refuse('TW1604', at, '文本中有不允许的字符。', 'The text contains a character that is not allowed.')
  return { type: plainText, node: { op: 'value', value }, at }
}

/** By its digits, never over a float. */
function readNumber(text: string, at: Span): Typed {
  const [, whole = '', behind = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === '')
    return refuse(
      'TW1604',
      at,
      `数字 ${text} 的写法无效。`,
      `The number ${text} is not valid.`,
      both('请写十进制数字，例如 12.50。', 'write plain decimal digits, for example 12.50'),
    )
  const digits = behind.replace(/0+$/, '')
  const value = Number(whole + digits)
  if (!Number.isSafeInteger(value))
    return refuse('TW1604', at, `数字 ${text} 太长。`, `The number ${text} has too many digits.`)
  return { type: number(digits.length), node: { op: 'value', value }, at }
}

/** A text that is compared with a field of a certain format: `'2026-01-05'` with a date. */
export function asTextOf(field: FieldModel | null, typed: Typed): Typed {
  const text = literalOf(typed)
  if (field === null || text === null) return typed
  const read = kinds[field.kind].read(text, field, { timeZone: 'UTC' })
  if ('value' in read && read.value === text) return typed
  return refuse(
    'TW1603',
    typed.at,
    `“${text}”不会是“${field.name}”的值。`,
    `"${text}" can never be a value of "${field.name}".`,
    'value' in kinds[field.kind].read('2026-01-05', field, { timeZone: 'UTC' })
      ? both('日期写作 2026-01-05。', 'write a date as 2026-01-05')
      : null,
  )
}

/** The name of an option as its wire value. */
export function asOptionOf(field: FieldModel, typed: Typed): Typed {
  const type: RuleType = { is: 'option', field }
  if (typed.node.op === 'choose' && typed.type.is === 'text') {
    const branch = (node: RuleNode): RuleNode => asOptionOf(field, { ...typed, node }).node
    // oxlint-disable-next-line unicorn/no-thenable -- a node of the rule tree, never awaited
    return { ...typed, type, node: { ...typed.node, then: branch(typed.node.then), else: branch(typed.node.else) } }
  }
  const { at } = typed
  const name = literalOf(typed)
  if (name === null)
    return refuse(
      'TW1603',
      at,
      `枚举“${field.name}”只能与选项的名称比较。`,
      `The enum "${field.name}" can only be compared with names of its options.`,
      namesHint(field),
    )
  const option = field.options?.find((option) => option.name === name)
  if (option) return { ...typed, type, node: { op: 'value', value: option.value } satisfies RuleNode }
  return refuse(
    'TW1602',
    at,
    `“${field.name}”没有选项“${name}”。`,
    `"${field.name}" has no option "${name}".`,
    didYouMean(
      suggest(
        name,
        (field.options ?? []).map((option) => option.name),
      ),
    ) ?? namesHint(field),
  )
}

function namesHint({ options = [] }: FieldModel) {
  const names = options.map((option) => `'${option.name}'`)
  return both(`选项：${names.join('、')}。`, `options: ${names.join(', ')}`)
}
