/**
 * Finds the passage of a lesson's material that answers a question, by the words they share: pairs of characters for
 * Chinese, stems for Latin words, weighed by how rare they are in the material (BM25). What the material does not say
 * has no answer: the share of the question that a passage covers has to be large enough.
 */

export interface Passage {
  readonly material: number
  readonly name: string
  readonly page: number
  readonly text: string
}

export interface Answer {
  /** Whole sentences of the passage, as they stand there. */
  readonly text: string
  readonly passage: Passage
  /** Share of the question that the passage covers, from 0 to 1. */
  readonly score: number
}

/** Words of questions, and others that say nothing about a subject. */
const commonWords = new Set(
  (
    'a an the and or of to in on at for with by from as is are was were be been do ' +
    'does did can could should would will shall may might must have has had what ' +
    'which who whom whose when where why how many much there this that these those it ' +
    'its i you we they he she my your our their me us them please tell explain about ' +
    'if not no any some'
  ).split(' '),
)
/** Longer ones come first. */
const commonChinese = new RegExp(
  (
    '什么时候 请问 什么 怎么样 怎么 怎样 如何 为什么 多少 哪里 哪些 哪个 哪儿 是否 可以 能否 应该 需要 有没有 是不是 一下 告诉 我们 你们 他们 ' +
    '老师 时候 的 了 吗 呢 吧 啊 是 在 有 和 与 或 及 对 把 被 要 会 能 我 您 这 那 几 多 到 时 后 前 里 中 上 下'
  ).replaceAll(' ', '|'),
  'g',
)

const stem = (word: string): string =>
  word.length > 4 ? word.replace(/(?:ies)$/, 'y').replace(/(?:ing|edly|ed|es|s|ly)$/, '') : word.replace(/s$/, '')

/** Terms by which texts are compared. */
export function termsOf(text: string): readonly string[] {
  const terms: string[] = []
  const folded = text.normalize('NFKC').toLowerCase()
  for (const [word] of folded.matchAll(/[a-z0-9]+/g)) if (!commonWords.has(word)) terms.push(stem(word))
  for (const [run] of folded.matchAll(/\p{Script=Han}+/gu))
    for (const part of run.replace(commonChinese, ' ').split(' ')) {
      const characters = [...part]
      if (characters.length === 1) terms.push(part)
      for (let index = 0; index + 1 < characters.length; index++)
        terms.push(`${characters[index]}${characters[index + 1]}`)
    }
  return terms
}

/** Sentences with the marks that end them; their joined texts are the text. */
export const sentencesOf = (text: string): readonly string[] =>
  text.match(/[^。！？!?.\n]+(?:[。！？!?\n]+|\.(?=\s|$)|\.|$)\s*/gu)?.filter((part) => part.trim() !== '') ?? []

/** The share of a question that has to be covered. */
const leastScore = 0.5
const maxSentences = 3

interface RankedPassage {
  readonly passage: Passage
  readonly rank: number
  /** Share of the question that it covers. */
  readonly score: number
  readonly isEnough: boolean
}

/** All passages, those that say most about the question first. */
export const rankPassages = (question: string, passages: readonly Passage[]): readonly Passage[] =>
  compare([...new Set(termsOf(question))], passages).ranked.map(({ passage }) => passage)

/** @returns null when the material does not say */
export function findAnswer(question: string, passages: readonly Passage[]): Answer | null {
  const terms = [...new Set(termsOf(question))]
  if (terms.length === 0 || passages.length === 0) return null
  const { ranked, weightOf } = compare(terms, passages)
  const [best] = ranked
  if (!best || !best.isEnough || best.score < leastScore) return null
  return { text: extract(best.passage.text, terms, weightOf), passage: best.passage, score: best.score }
}

/** Compares a question with each passage. */
function compare(terms: readonly string[], passages: readonly Passage[]) {
  const documents = passages.map((passage) => ({ passage, terms: termsOf(passage.text) }))
  const weightOf = createWeights(documents.map((document) => new Set(document.terms)))
  const average = documents.reduce((sum, document) => sum + document.terms.length, 0) / documents.length
  const whole = terms.reduce((sum, term) => sum + weightOf(term), 0)
  const ranked = documents
    .map(({ passage, terms: words }): RankedPassage => {
      const counts = new Map<string, number>()
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
      const shared = terms.filter((term) => counts.has(term))
      const covered = shared.reduce((sum, term) => sum + weightOf(term), 0)
      const rank = shared.reduce((sum, term) => {
        const count = counts.get(term) ?? 0
        return sum + (weightOf(term) * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * words.length) / (average || 1)))
      }, 0)
      return { passage, rank, score: covered / whole, isEnough: shared.length >= Math.min(2, terms.length) }
    })
    .toSorted((left, right) => right.rank - left.rank)
  return { ranked, weightOf }
}

/** Rare terms weigh more; those that no passage has weigh most, since a passage without them does not answer. */
function createWeights(documents: readonly ReadonlySet<string>[]): (term: string) => number {
  // In a short material every term would seem common.
  const size = Math.max(documents.length, 10)
  return (term) => {
    const count = documents.filter((words) => words.has(term)).length
    return Math.log(1 + (size - count + 0.5) / (count + 0.5))
  }
}

/** The sentence that shares most with the question, with those after it as long as they share something. */
function extract(text: string, terms: readonly string[], weightOf: (term: string) => number): string {
  const sentences = sentencesOf(text)
  const scores = sentences.map((sentence) => {
    const words = new Set(termsOf(sentence))
    return terms.reduce((sum, term) => sum + (words.has(term) ? weightOf(term) : 0), 0)
  })
  const best = scores.indexOf(Math.max(...scores))
  let end = best + 1
  while (end < sentences.length && end - best < maxSentences && (scores[end] ?? 0) > 0) end += 1
  return sentences.slice(Math.max(0, best), end).join('').trim()
}

const maxPassage = 600

/** Divides the text of a page into passages of whole sentences. */
export function passagesOf(text: string): readonly string[] {
  const passages: string[] = []
  let current = ''
  for (const sentence of sentencesOf(text.replaceAll('\r', ''))) {
    if (current !== '' && current.length + sentence.length > maxPassage) {
      passages.push(current.trim())
      current = ''
    }
    current += sentence.slice(0, 4000)
  }
  if (current.trim() !== '') passages.push(current.trim())
  return passages
}
