import { isObject, member, objectOf, type Json, type JsonObject } from '../../source/json.ts'
import { both, type Problem } from '../../source/problem.ts'
import { escaped, isSound, type Document } from '../view/document.ts'
import { problemOf, type Rule } from '../rule.ts'
import { fieldPointer } from '../view/view.ts'

export const options: Rule = {
  code: 'TW1401',
  name: 'enum and x-options list the same values, each once and with the type of the field',
  find: ({ documents, entities }) => [
    ...documents
      .filter((document) => document.file.type === 'enum')
      .flatMap((document) => checkOptions(document, '', document.value)),
    ...[...entities.values()].flatMap(({ document, fields }) =>
      [...fields].flatMap(([name, field]) => [
        ...checkOptions(document, fieldPointer(name), field),
        ...checkOptions(document, `${fieldPointer(name)}/items`, objectOf(member(field, 'items'))),
      ]),
    ),
  ],
}

function checkOptions(document: Document, pointer: string, keywords: JsonObject): readonly Problem[] {
  const values = member(keywords, 'enum')
  if (!Array.isArray(values) || !isSound(document, `${pointer}/enum`) || !isSound(document, `${pointer}/x-options`))
    return []
  const options = member(keywords, 'x-options')
  if (!isObject(options))
    return [
      problemOf('TW1401', document, `${pointer}/enum`, 'name', {
        message: both('enum 的每个值都需要在 x-options 中命名。', 'Each value of enum needs a name in x-options.'),
      }),
    ]
  return [
    ...checkValues(document, `${pointer}/enum`, values, keywords['type']),
    ...checkLists(document, pointer, values, options),
  ]
}

function checkValues(
  document: Document,
  pointer: string,
  values: readonly Json[],
  type: Json | undefined,
): readonly Problem[] {
  return values.flatMap((value, index) => {
    const problemsAt = (zh: string, en: string) => [
      problemOf('TW1401', document, `${pointer}/${index}`, 'value', { message: both(zh, en) }),
    ]
    if (values.indexOf(value) < index)
      return problemsAt(
        `值 ${JSON.stringify(value)} 出现了两次。`,
        `The value ${JSON.stringify(value)} is listed twice.`,
      )
    if (typeof value !== (type === 'integer' ? 'number' : 'string'))
      return problemsAt(
        `值 ${JSON.stringify(value)} 与 type 不符。`,
        `The value ${JSON.stringify(value)} does not match the type.`,
      )
    // Sets travel as comma-separated text in the old dialect.
    return typeof value === 'string' && value.includes(',')
      ? problemsAt('值中不能有逗号。', 'A value cannot contain a comma.')
      : []
  })
}

function checkLists(
  document: Document,
  pointer: string,
  values: readonly Json[],
  options: JsonObject,
): readonly Problem[] {
  const seen = new Set<Json | undefined>()
  const problems = Object.entries(options).flatMap(([name, option]) => {
    const value = member(option, 'value')
    const valuePointer = `${pointer}/x-options/${escaped(name)}/value`
    const isTwice = seen.has(value)
    seen.add(value)
    if (isTwice)
      return [
        problemOf('TW1401', document, valuePointer, 'value', {
          message: both(
            `另一个选项已有值 ${JSON.stringify(value)}。`,
            `Another option already has the value ${JSON.stringify(value)}.`,
          ),
        }),
      ]
    if (values.includes(value as Json)) return []
    return [
      problemOf('TW1401', document, valuePointer, 'value', {
        message: both(
          `值 ${JSON.stringify(value)} 不在 enum 中。`,
          `The value ${JSON.stringify(value)} is not in enum.`,
        ),
        hint: both(`enum 列出：${values.join('、')}。`, `enum lists ${values.join(', ')}`),
      }),
    ]
  })
  const unnamed = values.flatMap((value, index) =>
    seen.has(value) || values.indexOf(value) < index ? [] : [{ value, index }],
  )
  const isOneSlip = problems.length > 0
  const missing = unnamed.map(({ value, index }) =>
    problemOf('TW1401', document, `${pointer}/enum/${index}`, 'value', {
      message: both(
        `x-options 没有命名值 ${JSON.stringify(value)}。`,
        `x-options does not name the value ${JSON.stringify(value)}.`,
      ),
    }),
  )
  return isOneSlip ? problems : missing
}
