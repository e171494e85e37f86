import { unsupportedKeywords } from '../../dialect/documents.ts'
import { both } from '../../source/problem.ts'
import { problemAt, type Rule } from '../rule.ts'

export const supportedKeywords: Rule = {
  code: 'TW1102',
  name: 'A keyword that is not supported yet is refused, never ignored',
  find: ({ documents }) =>
    documents.flatMap(({ file, violations: oddities }) =>
      oddities
        .filter(
          (violation) =>
            violation.is === 'unsupported' ||
            (violation.is === 'unknown' && violation.meant === null && unsupportedKeywords.includes(violation.keyword)),
        )
        .map((violation) =>
          problemAt('TW1102', file, violation.pointer, violation.node, {
            message: both(`“${violation.keyword}”暂不支持。`, `"${violation.keyword}" is not supported yet.`),
            hint: both(
              '请暂时删去它；忽略它会改变 schema 的含义。',
              'remove it for now; ignoring it would change the meaning of the schema',
            ),
          }),
        ),
    ),
}
