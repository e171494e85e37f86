/** The changes of a text, word by word; unchanged text is shown next to them only. */
import { diffArrays } from 'diff'
import { useMemo } from 'react'
import type { Language } from '../../../protocol/index.ts'

export interface TextDiffProps {
  readonly before: string
  readonly after: string
  readonly language: Language
}

/** Characters of unchanged text next to a change. */
const context = 40

export function TextDiff({ before, after, language }: TextDiffProps) {
  const parts = useMemo(() => diffWords(before, after, language), [before, after, language])
  return (
    <span className="text-diff">
      {parts.map(({ key, text, is }) =>
        is === 'added' ? (
          <ins key={key}>{text}</ins>
        ) : is === 'removed' ? (
          <del key={key}>{text}</del>
        ) : (
          <span key={key}>{text}</span>
        ),
      )}
    </span>
  )
}

interface DiffPart {
  readonly key: string
  readonly text: string
  readonly is: 'added' | 'removed' | 'same'
}

/** Words, the spaces between them, and in Chinese the words that the browser's dictionary finds. */
export function diffWords(before: string, after: string, language: Language): readonly DiffPart[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' })
  const wordsOf = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment)
  const changes = diffArrays(wordsOf(before), wordsOf(after))
  return changes.map(({ value, added: isAdded, removed: isRemoved }, index) => {
    const text = value.join('')
    const is = isAdded ? 'added' : isRemoved ? 'removed' : 'same'
    const isFirst = index === 0
    const isLast = index === changes.length - 1
    return { key: `${index}`, text: is === 'same' ? shortened(text, isFirst, isLast) : text, is }
  })
}

function shortened(text: string, isFirst: boolean, isLast: boolean): string {
  if (text.length <= 3 * context) return text
  const start = isFirst ? '' : text.slice(0, context)
  const end = isLast ? '' : text.slice(-context)
  return `${start} … ${end}`
}
