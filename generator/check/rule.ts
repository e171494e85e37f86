/** The type of a check rule, and how a rule reports its problems. */
import type { Node } from 'jsonc-parser'
import { memoizeByObject, type Text } from '../../runtime/protocol/index.ts'
import type { Problem } from '../source/problem.ts'
import type { SourceFile } from '../source/source-file.ts'
import type { Document, Place } from './view/document.ts'
import type { View } from './view/view.ts'

export interface Rule {
  /** Stable; documented; never given to another rule. */
  readonly code: string
  /** The rule as a sentence. */
  readonly name: string
  readonly find: (view: View) => readonly Problem[]
}

export interface ProblemText {
  readonly message: Text
  readonly hint?: Text | null
}

/** A problem at a token of a file. */
export function problemAt(
  code: string,
  file: SourceFile,
  pointer: string,
  token: { readonly offset: number; readonly length: number },
  facts: ProblemText,
): Problem {
  const starts = startsOf(file)
  const line = lineOf(starts, token.offset)
  const end = starts[line + 1] ?? file.text.length + 1
  const length = Math.max(1, Math.min(token.length, end - 1 - token.offset))
  return {
    code,
    file: file.path,
    pointer,
    line: line + 1,
    column: token.offset - (starts[line] ?? 0) + 1,
    length,
    message: facts.message,
    hint: facts.hint ?? null,
  }
}

/** A problem with a member or item: at its name, or at its value. */
export function problemOf(
  code: string,
  document: Document,
  pointer: string,
  at: 'name' | 'value',
  facts: ProblemText,
): Problem {
  const { place, file, pointer: own } = locate(document, pointer)
  const node: Node | null = (at === 'name' ? place?.key : null) ?? place?.value ?? null
  const isScalar = node !== null && node.type !== 'object' && node.type !== 'array'
  const token =
    node === null ? { offset: 0, length: 1 } : isScalar ? node : (place?.key ?? { offset: node.offset, length: 1 })
  return problemAt(code, file, own, token, facts)
}

/** Where a part of a document stands: in an overlay where one adds it. */
interface Location {
  readonly file: SourceFile
  readonly pointer: string
  /** The part itself, or what it would stand in; undefined where the document has no text. */
  readonly place: Place | undefined
}

/** Finds the file of a part of a document, and its pointer there. */
export function locate(document: Document, pointer: string): Location {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf('/'))) {
    const place = document.places.get(at)
    if (!place && at !== '') continue
    const { file, pointer: own } = place?.origin ?? { file: document.file, pointer: at }
    return { file, pointer: own + pointer.slice(at.length), place }
  }
}

/** Offsets at which the lines of a file start, kept because one file may have many problems. */
const startsOf = memoizeByObject((file: SourceFile): readonly number[] => [
  0,
  ...[...file.text.matchAll(/\r\n|\r|\n/g)].map((match) => match.index + match[0].length),
])

/** Index of the line that contains an offset. */
function lineOf(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    // The middle lies between the two bounds, which are indexes of the array.
    if (starts[middle]! <= offset) low = middle
    else high = middle - 1
  }
  return low
}
