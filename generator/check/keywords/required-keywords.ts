import { both } from '../../source/problem.ts'
import { problemAt, type Rule } from '../rule.ts'

export const requiredKeywords: Rule = {
  code: 'TW1105',
  name: 'Required keywords are present',
  find: ({ documents }) =>
    documents.flatMap(({ file, violations: oddities }) =>
      oddities
        .filter((violation) => violation.is === 'missing')
        .map((violation) => {
          const token = violation.node.type === 'object' ? { offset: violation.node.offset, length: 1 } : violation.node
          return problemAt('TW1105', file, violation.pointer, token, {
            message: both(`缺少“${violation.keyword}”。`, `"${violation.keyword}" is missing here.`),
            hint: violation.shape.is === 'record' ? (violation.shape.keywords[violation.keyword]?.doc ?? null) : null,
          })
        }),
    ),
}
