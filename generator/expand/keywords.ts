/** Keywords of a shared type that stay in its document, and those that the items of a list take from it. */

/** What a document says of itself. */
export const ownTypeKeywords: ReadonlySet<string> = new Set(['$schema', '$id', '$comment', 'title', 'description'])

/** The others describe the list, not its items. */
export const itemKeywords: ReadonlySet<string> = new Set([
  'type',
  'format',
  'maxLength',
  'pattern',
  'enum',
  'x-options',
])
