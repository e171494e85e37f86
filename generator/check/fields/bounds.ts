import { member, type JsonObject } from '../../source/json.ts'
import { both, type Problem } from '../../source/problem.ts'
import type { Document } from '../view/document.ts'
import { problemOf, type Rule } from '../rule.ts'
import { fieldPointer } from '../view/view.ts'

const pairs = [
  ['minLength', 'maxLength'],
  ['minimum', 'maximum'],
  ['minItems', 'maxItems'],
] as const

export const bounds: Rule = {
  code: 'TW1403',
  name: 'A minimum is not greater than its maximum',
  find: ({ entities }) =>
    [...entities.values()].flatMap(({ document, fields }) =>
      [...fields].flatMap(([name, field]) => checkBounds(document, fieldPointer(name), field)),
    ),
}

function checkBounds(document: Document, pointer: string, field: JsonObject): readonly Problem[] {
  return pairs.flatMap(([low, high]) => {
    const [min, max] = [member(field, low), member(field, high)]
    if (typeof min !== 'number' || typeof max !== 'number' || min <= max) return []
    return [
      problemOf('TW1403', document, `${pointer}/${low}`, 'value', {
        message: both(`${low}（${min}）大于 ${high}（${max}）。`, `${low} (${min}) is greater than ${high} (${max}).`),
      }),
    ]
  })
}
