import { both } from '../../source/problem.ts'
import { problemAt, type Rule } from '../rule.ts'

export const uniqueMembers: Rule = {
  code: 'TW1107',
  name: 'The members of an object have distinct names',
  find: ({ documents }) =>
    documents.flatMap(({ file, violations: oddities }) =>
      oddities
        .filter((violation) => violation.is === 'duplicate')
        .map((violation) =>
          problemAt('TW1107', file, violation.pointer, violation.node, {
            message: both(
              `“${violation.keyword}”在同一个对象中出现了两次。`,
              `"${violation.keyword}" appears twice in the same object.`,
            ),
            hint: both('JSON 只会保留最后一个，请删去其中之一。', 'JSON keeps only the last one; remove one of them'),
          }),
        ),
    ),
}
