/** The setting with words that comments and chats may not contain: one on each line, `?` before those to look at. */
import { trimText } from '../../protocol/index.ts'
import { wholeText, type ReadSetting } from './read-setting.ts'

export interface FilteredWord {
  readonly word: string
  /** `review` = somebody looks at the text first; `refuse` = it is not accepted. */
  readonly level: 'review' | 'refuse'
}

const maxLength = 20_000
const maxWordLength = 64
const reviewMark = '?'

/** The words of a stored list. */
export const readWordList = (text: string): readonly FilteredWord[] =>
  text.split('\n').flatMap((line): readonly FilteredWord[] => {
    const isReview = line.startsWith(reviewMark) || line.startsWith('？')
    const word = trimText(isReview ? line.slice(1) : line)
    return word === '' ? [] : [{ word, level: isReview ? 'review' : 'refuse' }]
  })

export const writeWordList = (words: readonly FilteredWord[]): string =>
  words.map(({ word, level }) => (level === 'review' ? `${reviewMark}${word}` : word)).join('\n')

/** Checks what a client sent: lines without blanks at their ends, none twice. */
export function readWordSetting(input: unknown): ReadSetting {
  const read = wholeText(maxLength, false)(input)
  if (!('stored' in read)) return read
  const words = readWordList(read.stored.replaceAll('\r', '\n'))
  const long = words.find(({ word }) => word.length > maxWordLength)
  if (long)
    return { problem: 'config.filtered_words.long', params: { word: long.word.slice(0, 20), limit: maxWordLength } }
  // The same word at two levels is refused by the higher one.
  const byWord = new Map<string, FilteredWord>()
  for (const word of words) {
    const other = byWord.get(word.word)
    if (!other || other.level === 'review') byWord.set(word.word, word)
  }
  return { stored: writeWordList([...byWord.values()]) }
}
