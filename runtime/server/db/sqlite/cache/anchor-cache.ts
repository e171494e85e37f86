/** Anchors of far pages, which the reader looks for before it reads the page; see `Keyset`. */
import { anchorPosition, anchorStep, AnchorStore } from '../../anchor-store.ts'
import type { Keyset } from '../../database.ts'
import type { Statement } from '../../tables.ts'

/** Reads the id that a statement finds; undefined when there are fewer rows. */
type ReadId = (statement: Statement) => number | undefined

export class AnchorCache {
  readonly #store = new AnchorStore()

  /**
   * The statement that reads the page from the last anchor before it, which is looked for unless it is known. Null when
   * there are not so many rows.
   * @param version that of the data which the transaction reads
   */
  pageFrom({ offset, anchor, anchorAfter, rows }: Keyset, version: string, readId: ReadId): Statement | null {
    this.#store.useVersion(version)
    const anchors = this.#store.of(anchor)
    const position = anchorPosition(offset)
    const id = anchors.get(position) ?? findAnchor({ anchor, anchorAfter }, anchors, position, readId)
    if (id === undefined) return null
    anchors.set(position, id)
    return withLast(rows, id, rows.parameters.at(-2), offset - position)
  }
}

/** From the nearest of those before it. */
function findAnchor(
  { anchor, anchorAfter }: Pick<Keyset, 'anchor' | 'anchorAfter'>,
  anchors: ReadonlyMap<number, number>,
  position: number,
  readId: ReadId,
): number | undefined {
  for (let known = position - anchorStep; known > 0; known -= anchorStep) {
    const id = anchors.get(known)
    if (id !== undefined) return readId(withLast(anchorAfter, id, position - known))
  }
  return readId(withLast(anchor, position))
}

/** The statement with these values in place of its last ones. */
const withLast = ({ sql, parameters }: Statement, ...values: readonly unknown[]): Statement => ({
  sql,
  parameters: [...parameters.slice(0, -values.length), ...values],
})
