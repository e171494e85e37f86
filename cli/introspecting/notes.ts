/** What `introspect` tells about tables and columns. */
import type { Text } from '../../runtime/protocol/index.ts'

export interface Note {
  readonly table: string
  readonly column: string | null
  /** `limited`: something of the database cannot be used in full. `info`: how it was understood. */
  readonly class: 'info' | 'limited'
  readonly text: Text
}

export const note = (table: string, column: string | null, rank: Note['class'], zh: string, en: string): Note => ({
  table,
  column,
  class: rank,
  text: { 'zh-cn': zh, en },
})
