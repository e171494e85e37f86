import { both } from '../../source/problem.ts'
import { problemAt, type Rule } from '../rule.ts'

export const uniqueMembers: Rule = {
  code: 'TW1107',
  name: 'No member stands twice in one object',
  find: ({ documents }) =>
    documents.flatMap(({ file, violations: oddities }) =>
      oddities
        .filter((violation) => violation.is === 'duplicate')
        .map((violation) =>
          problemAt('TW1107', file, violation.pointer, violation.node, {
            message: both(
              `“${violation.keyword}” 在同一个对象中出现了两次。`,
              `"${violation.keyword}" stands twice in one object.`,
            ),
            hint: both('JSON 只会保留最后一个，请删去其中之一。', 'JSON keeps only the last one; remove one of them'),
          }),
        ),
    ),
}
