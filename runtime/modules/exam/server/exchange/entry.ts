/** Questions of a file, before they are part of the bank. */
import type { ExamMessageKey } from '#generated/exam/messages.ts'
import type { Difficulty, Kind, QuestionDetails } from '../../shared/question.ts'

export interface BankEntry {
  /** Number of the question within its file; "" = it has none. */
  readonly number: string
  /** Number of the material that it belongs to; "" = none. */
  readonly material: string
  readonly kind: Kind
  /** Name of a subject; "" = the one that the import is for. */
  readonly subject: string
  /** Names of categories, from the top. */
  readonly category: readonly string[]
  readonly difficulty: Difficulty
  /** HTML, not sanitised yet. */
  readonly title: string
  readonly details: QuestionDetails
  /** HTML, not sanitised yet. */
  readonly explain: string
  readonly isPractice: boolean
  readonly isHidden: boolean
}

/** A part of a file, with the question that it is or the reason why it is none. */
export interface FileEntry {
  /** Line of the file it begins in, the first being 1. */
  readonly line: number
  /** Its beginning, for people. */
  readonly text: string
  readonly content: BankEntry | EntryProblem
}

type Params = Readonly<Record<string, string | number>>

/** Says why a part of a file is no question. */
export class EntryProblem extends Error {
  readonly key: ExamMessageKey
  readonly params: Params

  constructor(key: ExamMessageKey, params: Params = {}) {
    super(key)
    this.key = key
    this.params = params
  }
}

/** Reads one part; what its reader throws as an EntryProblem is the content. */
export function readEntry(line: number, text: string, read: () => BankEntry): FileEntry {
  try {
    return { line, text, content: read() }
  } catch (error) {
    if (error instanceof EntryProblem) return { line, text, content: error }
    throw error
  }
}

/** Names between slashes; spaces around them do not count. */
export const pathOf = (text: string): readonly string[] =>
  text
    .split('/')
    .map((name) => name.trim())
    .filter((name) => name !== '')

const htmlBeginning = /^<(?:p|div|h[1-6]|ul|ol|table|blockquote|pre|figure|img)\b/i

/** A text that begins with an element of blocks is HTML. */
export const isHtml = (text: string): boolean => htmlBeginning.test(text)
