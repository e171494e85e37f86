/** Search in the output of a task. Pure. */
import { lineText, type Line, type Segment } from './ansi.ts'

export interface Match {
  /** Index of the line. */
  readonly line: number
  /** Characters from the start of the line. */
  readonly start: number
  readonly length: number
}

/** Results that are found at most. */
const maxMatches = 1000

/** Where the text occurs, upper and lower case alike; none for an empty text. */
export function findMatches(lines: readonly Line[], text: string): readonly Match[] {
  const wanted = text.toLowerCase()
  const matches: Match[] = []
  if (wanted === '') return matches
  for (const [index, line] of lines.entries()) {
    const content = lineText(line).toLowerCase()
    for (let start = content.indexOf(wanted); start >= 0; start = content.indexOf(wanted, start + wanted.length)) {
      matches.push({ line: index, start, length: wanted.length })
      if (matches.length === maxMatches) return matches
    }
  }
  return matches
}

/** A piece of a line, and the match it belongs to; null = none. */
export interface MarkedSegment extends Segment {
  /** Characters from the start of the line. */
  readonly start: number
  readonly match: Match | null
}

/** Cuts the segments of a line where matches begin and end. */
export function markLine(line: Line, matches: readonly Match[]): readonly MarkedSegment[] {
  const marked: MarkedSegment[] = []
  let at = 0
  for (const { text, style } of line) {
    const end = at + text.length
    const cuts = matches.flatMap(({ start, length }) => [start, start + length]).filter((cut) => cut > at && cut < end)
    for (const [index, from] of [at, ...cuts].entries()) {
      const to = cuts[index] ?? end
      const match = matches.find(({ start, length }) => from >= start && from < start + length) ?? null
      if (to > from) marked.push({ start: from, text: text.slice(from - at, to - at), style, match })
    }
    at = end
  }
  return marked
}
