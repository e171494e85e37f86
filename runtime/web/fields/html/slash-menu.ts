/** The menu that opens where `/` is typed at the beginning of a word: what it looks for, and its keys. */
import type { Editor } from '@tiptap/core'

/** The text after the slash, and where it begins. */
export interface SlashQuery {
  readonly text: string
  readonly from: number
  readonly to: number
}

/** At the beginning of a block the key of the slash types `、` in Chinese. */
const shape = /(?:^|\s)[/／]([\p{L}\p{N}]{0,20})$|^、([\p{L}\p{N}]{0,20})$/u

/** The query at the place of the cursor; null = the menu is closed. */
export function slashQueryOf({ state, view }: Editor): SlashQuery | null {
  const { empty, $from } = state.selection
  if (!empty || view.composing || $from.parent.type.spec.code) return null
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\uFFFC')
  const match = shape.exec(before)
  if (!match) return null
  const text = match[1] ?? match[2] ?? ''
  return { text, from: $from.pos - text.length - 1, to: $from.pos }
}
