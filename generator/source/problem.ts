/** What is wrong with a schema, as a value: the place, the problem, and how to fix it. */
import type { Text } from '../../runtime/protocol/index.ts'

export interface Problem {
  /** Stable, for example `TW1203`; each code belongs to one rule. */
  readonly code: string
  /** Path below `schemas/` with `/` between its parts. */
  readonly file: string
  /** JSON pointer of the member or item, "" for the whole document. */
  readonly pointer: string
  /** 1-based place of the very token. */
  readonly line: number
  readonly column: number
  /** Length of the token in characters, at least 1; for the frame under the message. */
  readonly length: number
  readonly message: Text
  readonly hint: Text | null
}

/** A text in both languages, in a short form because files of rules have many of them. */
export function both(zh: string, en: string): Text {
  return { 'zh-cn': zh, en }
}

/** Problems by file, line and column; equal ones only once. */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  const order = [...problems].sort(
    (a, b) => compareTexts(a.file, b.file) || a.line - b.line || a.column - b.column || compareTexts(a.code, b.code),
  )
  return order.filter((problem, index) => {
    const previous = order[index - 1]
    return !previous || !isSame(problem, previous)
  })
}

const isSame = (a: Problem, b: Problem): boolean =>
  a.code === b.code && a.file === b.file && a.pointer === b.pointer && a.line === b.line && a.column === b.column

/** Order by code point: the same on every machine, whatever its language. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
