import { both } from '../../source/problem.ts'
import { problemAt, type Rule } from '../rule.ts'

export const forbiddenKeywordsRule: Rule = {
  code: 'TW1103',
  name: 'No keyword inserts arbitrary text into generated code',
  find: ({ documents }) =>
    documents.flatMap(({ file, violations: oddities }) =>
      oddities
        // Guard T61: keywords that insert code are refused.
        // Without: .filter((violation) => violation.is === 'forbidden' && violation.keyword === '')
        .filter((violation) => violation.is === 'forbidden')
        .map((violation) =>
          problemAt('TW1103', file, violation.pointer, violation.node, {
            message: both(
              `不允许“${violation.keyword}”：它会把任意文字写进生成的代码。`,
              `"${violation.keyword}" is not allowed: it would insert arbitrary text into generated code.`,
            ),
            hint: both('请用 type、enum 与 format 描述这个值。', 'describe the value with type, enum and format'),
          }),
        ),
    ),
}
