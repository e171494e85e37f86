import { both } from '../../source/problem.ts'
import { problemAt, type Rule } from '../rule.ts'

export const membersOnce: Rule = {
  code: 'TW1107',
  name: 'No member stands twice in one object',
  find: ({ documents }) =>
    documents.flatMap(({ file, oddities }) =>
      oddities
        .filter((odd) => odd.is === 'twice')
        .map((odd) =>
          problemAt('TW1107', file, odd.pointer, odd.node, {
            message: both(`“${odd.word}” 在同一个对象中出现了两次。`, `"${odd.word}" stands twice in one object.`),
            hint: both('JSON 只会保留最后一个，请删去其中之一。', 'JSON keeps only the last one; remove one of them'),
          }),
        ),
    ),
}
