/** Caches what follows from each line alone, while the line stays as it is. */
import type { FieldModel } from '../../protocol/index.ts'
import type { DraftLine } from '../fields/lines/edit.ts'

/** What the results depend on in addition to the line: an object by its identity, the rest as text. */
interface Basis {
  readonly row: object | null
  readonly text: string
}

interface CachedLines<Result> extends Basis {
  /** By the JSON text of the line. */
  readonly results: ReadonlyMap<string, Result>
}

/** As many as one key asks for: with the document as it was entered, and with its rules applied. */
const maxBases = 2

/**
 * A function that computes the result of each line, and caches the results of its last calls for each field. A key
 * changes one line of a hundred. Forms copy all of them with each change, so that only their text tells which it was.
 */
export function createLineCache<Result>(): (
  field: FieldModel,
  lines: readonly DraftLine[],
  basis: Basis,
  compute: (line: DraftLine) => Result,
) => readonly Result[] {
  const cache = new WeakMap<FieldModel, readonly CachedLines<Result>[]>()
  return (field, lines, { row, text }, compute) => {
    const all = cache.get(field) ?? []
    const last = all.find((one) => one.row === row && one.text === text)
    const results = new Map<string, Result>()
    const resultOf = (line: DraftLine): Result => {
      const key = JSON.stringify(line)
      const known = results.has(key) ? results : last?.results
      const result = known?.has(key) ? (known.get(key) as Result) : compute(line)
      results.set(key, result)
      return result
    }
    const found = lines.map(resultOf)
    const others = all.filter((one) => one !== last).slice(0, maxBases - 1)
    cache.set(field, [{ row, text, results }, ...others])
    return found
  }
}
