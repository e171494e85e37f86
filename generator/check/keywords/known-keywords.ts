import type { Text } from '../../../runtime/protocol/index.ts'
import { dialect, standardWords } from '../../dialect/documents.ts'
import type { Shape } from '../../dialect/shape.ts'
import { both } from '../../source/problem.ts'
import { didYouMean } from '../../source/suggest.ts'
import type { Oddity } from '../view/document.ts'
import { problemAt, type Rule } from '../rule.ts'

export const knownWords: Rule = {
  code: 'TW1101',
  name: 'Every word is one the dialect knows in that place',
  find: ({ documents }) =>
    documents.flatMap(({ file, oddities }) =>
      oddities
        .filter((odd) => odd.is === 'unknown' && !(odd.meant === null && standardWords.includes(odd.word)))
        .map((odd) =>
          problemAt('TW1101', file, odd.pointer, odd.node, {
            message: both(`这里没有关键字 “${odd.word}”。`, `"${odd.word}" is no keyword here.`),
            hint: hintFor(odd),
          }),
        ),
    ),
}

function hintFor(odd: Oddity): Text {
  const near = didYouMean(odd.meant)
  if (near) return near
  const homes = homesOf(odd.word)
  if (homes.length > 0)
    return both(`“${odd.word}” 写在这些对象中：${homes.join('、')}。`, `"${odd.word}" stands in: ${homes.join(', ')}`)
  const words =
    odd.shape.is === 'record'
      ? Object.entries(odd.shape.words)
          .filter(([, word]) => !word.later)
          .map(([name]) => name)
      : []
  return both(`这里可以写：${words.join('、')}。`, `what may stand here: ${words.join(', ')}`)
}

/** Names of the objects in which a word is known. */
function homesOf(word: string): readonly string[] {
  const homes = new Set<string>()
  const look = (shape: Shape, seen: Set<Shape>): void => {
    if (seen.has(shape)) return
    seen.add(shape)
    if (shape.is === 'record') {
      if (Object.hasOwn(shape.words, word)) homes.add(shape.name)
      for (const inner of Object.values(shape.words)) look(inner.shape, seen)
    }
    if (shape.is === 'map') look(shape.values, seen)
    if (shape.is === 'list') look(shape.items, seen)
    if (shape.is === 'either') shape.shapes.forEach((inner) => look(inner, seen))
  }
  for (const shape of Object.values(dialect)) look(shape, new Set())
  return [...homes]
}
