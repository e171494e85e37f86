/** Ids of rows at known positions of lists, valid until the next commit; see `Keyset`. */
import { LRUCache } from 'lru-cache'
import type { Keyset } from '../../database.ts'
import type { Statement } from '../../tables.ts'
import { statementKey } from './count-cache.ts'

/** Anchors are so many rows apart: passing these by an index takes about 20 microseconds. */
const step = 1000
/** Lists whose anchors are stored. */
const maxLists = 50

/** Reads the id that a statement finds; undefined when there are fewer rows. */
type ReadId = (statement: Statement) => number | undefined

export class AnchorCache {
  /** By list, then by position. A list has as many positions as it has thousands of rows. */
  readonly #lists = new LRUCache<string, Map<number, number>>({ max: maxLists })
  #version = ''

  /**
   * The statement that reads the page from the last anchor before it, which is looked for unless it is known. Null when
   * there are not so many rows.
   * @param version that of the data which the transaction reads
   */
  pageFrom({ offset, anchor, anchorAfter, rows }: Keyset, version: string, readId: ReadId): Statement | null {
    if (version !== this.#version) this.#lists.clear()
    this.#version = version
    const anchors = this.#anchorsOf(anchor)
    const position = offset - (offset % step)
    const id = anchors.get(position) ?? findAnchor({ anchor, anchorAfter }, anchors, position, readId)
    if (id === undefined) return null
    anchors.set(position, id)
    return withLast(rows, id, rows.parameters.at(-2), offset - position)
  }

  #anchorsOf({ sql, parameters }: Statement): Map<number, number> {
    const list = statementKey({ sql, parameters: parameters.slice(0, -1) })
    const anchors = this.#lists.get(list) ?? new Map<number, number>()
    this.#lists.set(list, anchors)
    return anchors
  }
}

/** From the nearest of those before it. */
function findAnchor(
  { anchor, anchorAfter }: Pick<Keyset, 'anchor' | 'anchorAfter'>,
  anchors: ReadonlyMap<number, number>,
  position: number,
  readId: ReadId,
): number | undefined {
  for (let known = position - step; known > 0; known -= step) {
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
