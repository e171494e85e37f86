import { both } from '../../source/problem.ts'
import { problemAt, type Rule } from '../rule.ts'

export const requiredWords: Rule = {
  code: 'TW1105',
  name: 'Words a document cannot do without are there',
  find: ({ documents }) =>
    documents.flatMap(({ file, oddities }) =>
      oddities
        .filter((odd) => odd.is === 'missing')
        .map((odd) => {
          const token = odd.node.type === 'object' ? { offset: odd.node.offset, length: 1 } : odd.node
          return problemAt('TW1105', file, odd.pointer, token, {
            message: both(`缺少 “${odd.word}”。`, `"${odd.word}" is missing here.`),
          })
        }),
    ),
}
