/** Anchors of far pages: which statements are run, and when what is known counts no more. */
import { describe, expect, it } from 'vitest'
import { AnchorCache } from '../../../runtime/server/db/sqlite/cache/anchor-cache.ts'
import { Anchors } from '../../../runtime/server/db/postgres/page/anchors.ts'
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

describe('anchors on PostgreSQL', () => {
  const far = (offset: number, status = 10): Keyset => ({
    offset,
    anchor: { sql: 'anchor of $1 at $2', parameters: [status, 0] },
    anchorAfter: { sql: '', parameters: [] },
    rows: { sql: 'rows of $1 from $2 limit $3 offset $4', parameters: [status, 0, 20, 0] },
  })
  const count: Statement = { sql: 'count of $1', parameters: [10] }

  it('are looked for by the statement that reads the page', () => {
    const { sql, parameters } = new Anchors().statementOf(far(99_980), count)
    expect(sql).toContain('(count of $3)')
    expect(sql).toContain('(anchor of $4 at $5)')
    expect(sql).toContain('(rows of $6 from (select id from _anchor) limit $7 offset $8)')
    expect(parameters).toEqual(['', null, 10, 10, 99_000, 10, 20, 980])
  })

  it('are known for pages of the same list until rows of another version were read', () => {
    const anchors = new Anchors()
    const note = (offset: number, anchor: number | null, version: string) =>
      anchors.note(far(offset), { list: '[]', count: 1, anchor, version })
    const known = (offset: number, status = 10) =>
      anchors.statementOf(far(offset, status), count).parameters.slice(0, 2)
    note(99_980, 7, 'v1')
    note(500_000, null, 'v1')
    expect(known(99_960)).toEqual(['v1', 7])
    expect(known(98_999)).toEqual(['', null])
    expect(known(99_960, 20)).toEqual(['', null])
    expect(known(500_000)).toEqual(['', null])
    note(98_000, 9, 'v2')
    expect(known(99_960)).toEqual(['', null])
    expect(known(98_020)).toEqual(['v2', 9])
  })
})
