/** Anchors of far pages: which statements are run, and when what is known counts no more. */
import { describe, expect, it } from 'vitest'
import { AnchorCache } from '../../../runtime/server/db/sqlite/cache/anchor-cache.ts'
import type { Keyset, Statement } from '../../../runtime/server/db/index.ts'

/** A list of ids from 1 on, of those with this status. */
const keysetOf = (offset: number, status = 10): Keyset => ({
  offset,
  anchor: { sql: 'anchor', parameters: [status, 0] },
  anchorAfter: { sql: 'after', parameters: [status, 0, 0] },
  rows: { sql: 'rows', parameters: [status, 0, 20, 0] },
})

function reading(count = 1_000_000) {
  const asked: Statement[] = []
  const readId = (statement: Statement): number | undefined => {
    asked.push(statement)
    const [, first = 0, distance = 0] = statement.parameters as number[]
    const id = statement.sql === 'anchor' ? first + 1 : first + distance
    return id <= count ? id : undefined
  }
  return { asked, readId }
}

describe('anchors of far pages', () => {
  it('are looked for once, and from the nearest one before', () => {
    const cache = new AnchorCache()
    const { asked, readId } = reading()
    const page = (offset: number, status = 10) => cache.pageFrom(keysetOf(offset, status), 'v1', readId)?.parameters
    expect(page(99_980)).toEqual([10, 99_001, 20, 980])
    expect(page(99_960)).toEqual([10, 99_001, 20, 960])
    expect(asked).toEqual([{ sql: 'anchor', parameters: [10, 99_000] }])
    expect(page(102_000)).toEqual([10, 102_001, 20, 0])
    expect(page(98_999)).toEqual([10, 98_001, 20, 999])
    expect(page(99_980, 20)).toEqual([20, 99_001, 20, 980])
    expect(asked.slice(1)).toEqual([
      { sql: 'after', parameters: [10, 99_001, 3000] },
      { sql: 'anchor', parameters: [10, 98_000] },
      { sql: 'anchor', parameters: [20, 99_000] },
    ])
  })

  it('are forgotten with the next commit', () => {
    const cache = new AnchorCache()
    const { asked, readId } = reading()
    for (const version of ['v1', 'v2', 'v2', 'v1']) cache.pageFrom(keysetOf(5000), version, readId)
    expect(asked.length).toBe(3)
  })

  it('are not there behind the last row', () => {
    const { readId } = reading(3500)
    const cache = new AnchorCache()
    expect(cache.pageFrom(keysetOf(9000), 'v1', readId)).toBeNull()
    expect(cache.pageFrom(keysetOf(3490), 'v1', readId)?.parameters).toEqual([10, 3001, 20, 490])
    expect(cache.pageFrom(keysetOf(9000), 'v1', readId)).toBeNull()
  })
})
