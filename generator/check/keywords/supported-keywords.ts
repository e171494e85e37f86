import { standardWords } from '../../dialect/documents.ts'
import { both } from '../../source/problem.ts'
import { problemAt, type Rule } from '../rule.ts'

export const supportedWords: Rule = {
  code: 'TW1102',
  name: 'A word whose meaning is not built yet is refused, never ignored',
  find: ({ documents }) =>
    documents.flatMap(({ file, oddities }) =>
      oddities
        .filter(
          (odd) =>
            odd.is === 'later' || (odd.is === 'unknown' && odd.meant === null && standardWords.includes(odd.word)),
        )
        .map((odd) =>
          problemAt('TW1102', file, odd.pointer, odd.node, {
            message: both(`“${odd.word}” 暂不支持。`, `"${odd.word}" is not supported yet.`),
            hint: both(
              '请暂时删去它；忽略它会改变 schema 的含义。',
              'leave it out for now; ignoring it would change what the schema says',
            ),
          }),
        ),
    ),
}
