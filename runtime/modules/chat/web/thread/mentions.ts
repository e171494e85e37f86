/** Mentions: `@` and the name of a person of the conversation, as people read and write them. */
export interface Person {
  readonly id: number
  readonly name: string
}

export interface TextPart {
  /** Where it begins. */
  readonly start: number
  readonly text: string
  /** The person whom this part mentions; null = text. */
  readonly person: Person | null
}

/** The text in parts. Of two names of which one begins with the other, the longer one counts. */
export function splitMentions(text: string, people: readonly Person[]): readonly TextPart[] {
  const longestFirst = people.filter(({ name }) => name !== '').toSorted((l, r) => r.name.length - l.name.length)
  const parts: TextPart[] = []
  let plain = ''
  for (let place = 0; place < text.length;) {
    const person = text[place] === '@' && longestFirst.find(({ name }) => text.startsWith(name, place + 1))
    if (!person) {
      plain += text[place]
      place += 1
      continue
    }
    if (plain !== '') parts.push({ start: place - plain.length, text: plain, person: null })
    plain = ''
    parts.push({ start: place, text: `@${person.name}`, person })
    place += person.name.length + 1
  }
  return plain === '' ? parts : [...parts, { start: text.length - plain.length, text: plain, person: null }]
}

/** The people whom a text mentions. */
export const mentionedIn = (text: string, people: readonly Person[]): readonly number[] => [
  ...new Set(splitMentions(text, people).flatMap(({ person }) => person?.id ?? [])),
]

/** The `@` before the place where somebody writes, with what follows it; null = nothing begins there. */
export function mentionBefore(text: string): string | null {
  // An address of mail has no space before the sign.
  const match = /(?:^|[\s，。、；：！？（(])(@[^\s@]{0,30})$/u.exec(text)
  return match?.[1] ?? null
}
