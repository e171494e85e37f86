import type { Text } from '../../../runtime/protocol/index.ts'
import { dialect, unsupportedKeywords } from '../../dialect/documents.ts'
import type { Shape } from '../../dialect/shape.ts'
import { both } from '../../source/problem.ts'
import { didYouMean } from '../../source/suggest.ts'
import type { SchemaViolation } from '../view/document.ts'
import { problemAt, type Rule } from '../rule.ts'

export const knownKeywords: Rule = {
  code: 'TW1101',
  name: 'Every keyword is one that the dialect allows in its place',
  find: ({ documents }) =>
    documents.flatMap(({ file, violations: oddities }) =>
      oddities
        .filter(
          (violation) =>
            violation.is === 'unknown' &&
            !(violation.meant === null && unsupportedKeywords.includes(violation.keyword)),
        )
        .map((violation) =>
          problemAt('TW1101', file, violation.pointer, violation.node, {
            message: both(
              `这里不能使用关键字“${violation.keyword}”。`,
              `"${violation.keyword}" is not a keyword here.`,
            ),
            hint: hintFor(violation),
          }),
        ),
    ),
}

function hintFor(violation: SchemaViolation): Text {
  const near = didYouMean(violation.meant)
  if (near) return near
  const owners = ownersOf(violation.keyword)
  if (owners.length > 0)
    return both(
      `“${violation.keyword}”可用于这些对象：${owners.join('、')}。`,
      `"${violation.keyword}" is allowed in: ${owners.join(', ')}`,
    )
  const keywords =
    violation.shape.is === 'record'
      ? Object.entries(violation.shape.keywords)
          .filter(([, keyword]) => !keyword.unsupported)
          .map(([name]) => name)
      : []
  return both(`这里可用：${keywords.join('、')}。`, `allowed here: ${keywords.join(', ')}`)
}

/** Names of the objects in which a keyword is known. */
function ownersOf(keyword: string): readonly string[] {
  const owners = new Set<string>()
  const collect = (shape: Shape, visited: Set<Shape>): void => {
    if (visited.has(shape)) return
    visited.add(shape)
    if (shape.is === 'record') {
      if (Object.hasOwn(shape.keywords, keyword)) owners.add(shape.name)
      for (const inner of Object.values(shape.keywords)) collect(inner.shape, visited)
    }
    if (shape.is === 'map') collect(shape.values, visited)
    if (shape.is === 'list') collect(shape.items, visited)
    if (shape.is === 'either') shape.shapes.forEach((inner) => collect(inner, visited))
  }
  for (const shape of Object.values(dialect)) collect(shape, new Set())
  return [...owners]
}
