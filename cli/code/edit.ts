/** Edits of single places of a text; everything else stays as it was, to the byte. */

export interface Edit {
  readonly at: number
  /** Characters that go; absent = none. */
  readonly remove?: number
  readonly insert: string
}

/** The text with all edits; places are those of the text as it was. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((one, other) => other.at - one.at)
    .reduce((now, { at, remove = 0, insert }) => now.slice(0, at) + insert + now.slice(at + remove), text)
}

/** The blanks with which the line of an offset begins. */
export function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? ''
}
