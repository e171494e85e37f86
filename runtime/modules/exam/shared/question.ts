/** Questions as the bank stores them, and as an attempt freezes them. */

export type Kind = 'JUDGE' | 'SINGLE' | 'MULTI' | 'FILL' | 'SHORT' | 'MATERIAL'
export const difficultyNames = ['EASY', 'GENERAL', 'HARD'] as const
export type Difficulty = (typeof difficultyNames)[number]

export interface QuestionOption {
  readonly text: string
  readonly right?: boolean
  /** Share of the points in percent, for an option of a single choice that is partly right. */
  readonly weight?: number
}

export interface Blank {
  /** Alternatives are separated by `|`; `\|` is the character itself. */
  readonly answer: string
  /** The answer is a number that may differ by this much. */
  readonly tolerance?: string
}

/** `options_json` of a question: the parts that its kind has. */
export interface QuestionDetails {
  readonly options?: readonly QuestionOption[]
  /** A statement is true. */
  readonly judge?: boolean
  readonly blanks?: readonly Blank[]
  /** The answers may stand in any blank. */
  readonly anyOrder?: boolean
  readonly caseSensitive?: boolean
  /** The model answer of a short one, for markers. */
  readonly reference?: string
}

/** An option as candidates see it. */
export interface FrozenOption {
  readonly id: string
  readonly text: string
}

/** `options` of an item, which candidates see in addition to the text. */
export interface FrozenOptions {
  readonly options?: readonly FrozenOption[]
  /** Number of blanks. */
  readonly blanks?: number
}

/** `key` of an item, by which it is marked. It never leaves the server before the release. */
export interface FrozenKey {
  readonly right?: readonly string[]
  /** Percent of the points, by option. */
  readonly weights?: Readonly<Record<string, number>>
  readonly blanks?: readonly Blank[]
  readonly anyOrder?: boolean
  readonly caseSensitive?: boolean
  readonly reference?: string
}

export interface Answer {
  readonly keys?: readonly string[]
  readonly texts?: readonly string[]
  /** Codes of attachments. */
  readonly files?: readonly string[]
}

export const isChoiceKind = (kind: Kind): boolean => kind === 'SINGLE' || kind === 'MULTI'

/** Options of a statement, the same in every paper. */
export const judgeKeys = { true: 'T', false: 'F' } as const

export const isAnswered = ({ keys = [], texts = [], files = [] }: Answer): boolean =>
  keys.length > 0 || files.length > 0 || texts.some((text) => text.trim() !== '')

/** The parts of an answer that its kind has, in one form; ids that the item does not have are left out. */
export function normalizeAnswer(kind: Kind, { options = [], blanks = 0 }: FrozenOptions, answer: Answer): Answer {
  if (kind === 'JUDGE' || isChoiceKind(kind)) {
    const ids = kind === 'JUDGE' ? Object.values(judgeKeys) : options.map(({ id }) => id)
    const selection = new Set(answer.keys)
    const keys = ids.filter((id) => selection.has(id))
    return { keys: kind === 'MULTI' ? keys : keys.slice(0, 1) }
  }
  if (kind === 'FILL') return { texts: Array.from({ length: blanks }, (_, index) => answer.texts?.[index] ?? '') }
  if (kind === 'SHORT') return { texts: [answer.texts?.[0] ?? ''], files: [...new Set(answer.files)] }
  return {}
}
