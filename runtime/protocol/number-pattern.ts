/**
 * Patterns of document numbers: plain text around the day and a counter of the day, for example `RK{yyyyMMdd}{seq:6}`.
 */

export interface NumberPattern {
  readonly parts: readonly NumberPart[]
  /** Digits of the counter. */
  readonly digits: number
}

export type NumberPart =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'day' }
  | { readonly is: 'seq' }

const token = /\{([^{}]*)\}|[^{}]+|[{}]/g

/**
 * The parts of the pattern; null when it is invalid: it requires one `{seq:n}` (n from 1 to 12) and may contain
 * `{yyyyMMdd}` once.
 */
export function readNumberPattern(pattern: string): NumberPattern | null {
  const parts: NumberPart[] = []
  let digits = 0
  for (const [piece, word] of pattern.matchAll(token)) {
    const seq = /^seq:([1-9]|1[0-2])$/.exec(word ?? '')
    if (seq) digits = Number(seq[1])
    if (seq) parts.push({ is: 'seq' })
    else if (word === 'yyyyMMdd') parts.push({ is: 'day' })
    else if (word === undefined && !/[{}]/.test(piece)) parts.push({ is: 'text', text: piece })
    else return null
  }
  const count = (is: NumberPart['is']): number => parts.filter((part) => part.is === is).length
  return count('seq') === 1 && count('day') <= 1 ? { parts, digits } : null
}

/** The number without its counter, under which the counter runs. @param day as `20260311` */
export function numberPrefix({ parts }: NumberPattern, day: string): string {
  return parts.map((part) => (part.is === 'text' ? part.text : part.is === 'day' ? day : '')).join('')
}

/** The whole number. A counter that outgrows its digits simply gets longer. */
export function numberText({ parts, digits }: NumberPattern, day: string, seq: number): string {
  return parts
    .map((part) => (part.is === 'text' ? part.text : part.is === 'day' ? day : String(seq).padStart(digits, '0')))
    .join('')
}
