/** Words that comments and chats may not contain. The core supplies it from a site setting; a module may replace it. */
import type { Settings } from '../../settings/settings.ts'

/** `review` = somebody looks at the text first; `refuse` = it is not accepted. */
export type WordLevel = 'review' | 'refuse'

export interface WordMatch {
  /** Place in the text, in UTF-16 units: `text.slice(start, end)` is what matched. */
  readonly start: number
  readonly end: number
  readonly level: WordLevel
}

export interface WordCheck {
  /** The highest of the matches; null = there is none. */
  readonly level: WordLevel | null
  /** In the order of the text, without overlaps. */
  readonly matches: readonly WordMatch[]
}

export interface WordFilter {
  /** Finds the words of the site in a text. */
  check(settings: Settings, text: string): WordCheck
}
