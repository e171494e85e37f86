/** Names of tags that are added when the text is saved: a field of the form beside that of the tags. */
import { createContext } from 'react'

interface NewTags {
  readonly names: readonly string[]
  readonly setNames: (names: readonly string[]) => void
}

/** Null outside of the editor, where only tags that are there can be chosen. */
export const NewTagsContext = createContext<NewTags | null>(null)
