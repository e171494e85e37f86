/** Caches what follows from each line alone, while the line stays as it is. */
import type { FieldModel } from '../../protocol/index.ts'
import type { DraftLine } from '../fields/lines/edit.ts'

/** What the results depend on in addition to the line: an object by its identity, the rest as text. */
interface Basis {
  readonly row: object | null
  readonly text: string
}

interface CachedLines<Result> extends Basis {
  readonly results: WeakMap<DraftLine, { readonly result: Result }>
}

/** As many as one key asks for: with the document as it was entered, and with its rules applied. */
const maxBases = 2

/**
 * A function that computes the result of each line, and caches the results of its last bases for each field. A key
 * changes one line of a hundred; the others stay the same objects.
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
    const cached = all.find((candidate) => candidate.row === row && candidate.text === text)
    const { results } = cached ?? { results: new WeakMap() }
    if (all[0] !== cached || !cached)
      cache.set(field, [{ row, text, results }, ...all.filter((other) => other !== cached).slice(0, maxBases - 1)])
    return lines.map((line) => {
      const cached = results.get(line) ?? { result: compute(line) }
      results.set(line, cached)
      return cached.result
    })
  }
}
