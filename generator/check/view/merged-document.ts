/** An entity merged with its overlays, as the rules see it: each part still knows the file in which it stands. */
import { mergeOverlays } from '../../overlay/merge.ts'
import type { Overlay } from '../../overlay/overlays.ts'
import type { Document, Place, SchemaViolation } from './document.ts'

/** @param overlays in the order in which they are merged */
export function mergedDocument(base: Document, overlays: readonly Overlay<Document>[]): Document {
  const { value, placements } = mergeOverlays(base, overlays)
  const documents = new Map(
    [base, ...overlays.map(({ document }) => document)].map((document) => [document.file, document]),
  )
  const places = new Map<string, Place>(base.places)
  const violations = [...base.violations]
  const wrongInTypes = [...base.wrongInTypes]
  for (const { at, file, from } of placements) {
    for (const pointer of places.keys()) if (isBelow(pointer, at)) places.delete(pointer)
    // Placements name the files that were merged.
    const document = documents.get(file)!
    for (const [pointer, place] of document.places)
      if (isBelow(pointer, from))
        places.set(moved(pointer, from, at), { ...place, origin: place.origin ?? { file, pointer } })
    violations.push(
      ...document.violations
        .filter(({ pointer }) => file !== base.file && isBelow(pointer, from))
        .map((violation): SchemaViolation => ({ ...violation, pointer: moved(violation.pointer, from, at) })),
    )
    if (file !== base.file)
      wrongInTypes.push(
        ...document.wrongInTypes.filter((pointer) => isBelow(pointer, from)).map((pointer) => moved(pointer, from, at)),
      )
  }
  return { file: base.file, value, places, violations, wrongInTypes }
}

/** True for the pointer itself, too. */
const isBelow = (pointer: string, above: string): boolean => pointer === above || pointer.startsWith(`${above}/`)

const moved = (pointer: string, from: string, to: string): string => to + pointer.slice(from.length)
