import type { Text } from '../../../runtime/protocol/index.ts'
import type { Shape } from '../../dialect/shape.ts'
import { both } from '../../source/problem.ts'
import type { SchemaViolation } from '../view/document.ts'
import { problemAt, type Rule } from '../rule.ts'
import { didYouMean, suggest } from '../../source/suggest.ts'

export const keywordValues: Rule = {
  code: 'TW1104',
  name: 'Every keyword has a value of the right type',
  find: ({ documents }) =>
    documents.flatMap(({ file, violations: oddities }) =>
      oddities
        .filter((violation) => violation.is === 'invalid')
        .map((violation) => {
          const expected = expectation(violation.shape)
          const message = both(
            `“${violation.keyword}”的值无效：应为${expected['zh-cn']}。`,
            `"${violation.keyword}" has an invalid value: expected ${expected.en}.`,
          )
          return problemAt('TW1104', file, violation.pointer, violation.node, { message, hint: hintFor(violation) })
        }),
    ),
}

/** What stands for types and formats of JSON Schema that no kind of field has. */
const replacements: Readonly<Record<string, Text>> = {
  number: both(
    '小数写作 "x-scale": 2；整数写作 "type": "integer"',
    'write "x-scale": 2 for decimals, "type": "integer" for whole numbers',
  ),
  boolean: both(
    '是否写作 "enum": [0, 1]，并加 x-options，控件可用 "x-widget": "switch"',
    'write "enum": [0, 1] with x-options, and "x-widget": "switch" for a switch',
  ),
  'date-time': both(
    '时间写作 "format": "timestamp"；只要日期写作 "format": "date"',
    'write "format": "timestamp" for a time, "format": "date" for a day',
  ),
}

function hintFor(violation: SchemaViolation): Text | null {
  const value: unknown = violation.node.value
  const isKind = violation.keyword === 'type' || violation.keyword === 'format'
  if (isKind && typeof value === 'string' && Object.hasOwn(replacements, value)) return replacements[value] ?? null
  const choices = choicesOf(violation.shape)
  return choices.length > 0 && typeof violation.node.value === 'string'
    ? didYouMean(suggest(violation.node.value, choices))
    : null
}

function choicesOf(shape: Shape): readonly string[] {
  if (shape.is === 'either') return shape.shapes.flatMap(choicesOf)
  return shape.is === 'choice' ? shape.of.map((choice) => String(choice.value)) : []
}

/** What a shape wants, as a part of a sentence. */
function expectation(shape: Shape): Text {
  switch (shape.is) {
    case 'text':
      return shape.pattern
        ? both(`匹配 ${shape.pattern.source} 的字符串`, `a string that matches ${shape.pattern.source}`)
        : both(
            `1–${shape.maxLength ?? '∞'} 个字符的字符串`,
            `a string of 1 to ${shape.maxLength ?? 'any number of'} characters`,
          )
    case 'integer':
      return both(`整数${range(shape)}`, `an integer${range(shape)}`)
    case 'number':
      return both(`数字${range(shape)}`, `a number${range(shape)}`)
    case 'boolean':
      return both(' true 或 false', 'true or false')
    case 'choice':
      return both(
        `以下之一：${shape.of.map((choice) => JSON.stringify(choice.value)).join('、')}`,
        `one of ${shape.of.map((choice) => JSON.stringify(choice.value)).join(', ')}`,
      )
    case 'list':
      return shape.min ? both('至少有一项的列表', 'a list with at least one item') : both('列表', 'a list')
    case 'map':
    case 'record':
      return 'min' in shape && shape.min
        ? both('至少有一个成员的对象', 'an object with at least one member')
        : both('对象', 'an object')
    case 'label':
      return both('对象，每种语言一个文本', 'an object with one text per language')
    case 'either':
      return both(
        shape.shapes.map((shape) => expectation(shape)['zh-cn']).join('，或'),
        shape.shapes.map((shape) => expectation(shape).en).join(', or '),
      )
    case 'any':
      return both('任意值', 'any value')
  }
}

function range({ min, max }: { readonly min?: number; readonly max?: number }): string {
  if (min === undefined && max === undefined) return ''
  return max === undefined || max === Number.MAX_SAFE_INTEGER ? ` ≥ ${min}` : ` (${min ?? ''}–${max})`
}
