import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import {
  isQueryError,
  operatorOf,
  parseQueryString,
  countIds,
  readIds,
  readListQuery,
  writeListQuery,
  type ListQuery,
} from 'tablewright/protocol'

function query(raw: string): ListQuery {
  const tree = parseQueryString(raw)
  if (isQueryError(tree)) throw new Error(tree.refused)
  const read = readListQuery(tree)
  if (isQueryError(read)) throw new Error(read.refused)
  return read
}

describe('the list query (T06, T07)', () => {
  it('reads what the reference client sends', () => {
    const read = query(
      'quickSearch=bo&search[0][field]=username&search[0][val]=ad&search[0][operator]=LIKE&order=create_time,' +
        'desc&limit=20',
    )
    expect(read).toMatchObject({
      quickSearch: 'bo',
      order: { field: 'create_time', direction: 'desc' },
      limit: 20,
      page: 1,
    })
    expect(read.search).toEqual([{ field: 'username', operator: 'LIKE', val: 'ad' }])
  })

  it('takes lists in conditions and initValue', () => {
    expect(
      query('search[1][field]=a&search[1][operator]=IN&search[1][val][0]=1&search[1][val][1]=2').search[0]!.val,
    ).toEqual(['1', '2'])
    expect(query('initKey=id&initValue[]=1&initValue[]=2').init).toEqual({
      key: 'id',
      operator: 'IN',
      values: ['1', '2'],
    })
    expect(query('initKey=id&initValue=').init).toEqual({ key: 'id', operator: 'IN', values: [] })
  })

  it('defaults to page 1 and limit 10, and ignores unknown keys', () => {
    expect(query('uuid=1&server=1&whatever[x]=2')).toMatchObject({
      page: 1,
      limit: 10,
      order: null,
      search: [],
      init: null,
    })
  })

  it.each([
    'limit=1e9',
    'limit=-1',
    'limit=0x10',
    'limit=1,5',
    'limit=101',
    'limit[]=5',
    'page=10001',
    'page=0',
    'page=1.5',
    'order=a,sideways',
    'order=a,asc,b',
    'search=x',
    'search[0]=x',
    'search[a][field]=x',
    'search[0][field]=a&search[0][operator]=~&search[0][val]=1',
    'quickSearch=%00',
    'quickSearch=%ED%A0%80',
    'quickSearch=%zz',
    'search[0][field]=a&search[0][operator]=eq&search[0][val][0][0]=1',
    `quickSearch=${'x'.repeat(1001)}`,
    'x'.repeat(8193),
  ])('refuses %.80s', (raw) => {
    expect(() => query(raw)).toThrow()
  })

  it('takes the twins just inside the limits', () => {
    expect(query('limit=100&page=10000')).toMatchObject({ limit: 100, page: 10000 })
    expect(query(`quickSearch=${'x'.repeat(1000)}`).quickSearch).toHaveLength(1000)
    const fifty = Array.from(
      { length: 50 },
      (_, n) => `search[${n}][field]=a&search[${n}][operator]=eq&search[${n}][val]=1`,
    ).join('&')
    expect(query(fifty).search).toHaveLength(50)
    expect(() => query(`${fifty}&search[50][field]=a&search[50][operator]=eq&search[50][val]=1`)).toThrow()
  })

  it('skips a condition without field, operator or value', () => {
    expect(query('search[0][field]=a&search[0][operator]=eq').search).toEqual([])
  })

  it('accepts operators by name and alias, case-insensitively', () => {
    expect([
      operatorOf('='),
      operatorOf('like'),
      operatorOf('not range'),
      operatorOf('constructor'),
      operatorOf(''),
    ]).toEqual(['eq', 'LIKE', 'NOT RANGE', null, null])
  })

  it('reads ids of a delete', () => {
    const tree = parseQueryString('ids[]=1&ids[]=2')
    expect(isQueryError(tree) ? [] : readIds(tree)).toEqual(['1', '2'])
    for (const raw of [
      'ids=1,2',
      'ids=1%2C%202',
      'ids[]=1,2&ids[]=2',
      'ids%5B%5D=1&ids%5B%5D=&ids[5]=2',
      'ids=1&ids=&ids=2,1',
    ]) {
      const read = parseQueryString(raw)
      expect(isQueryError(read) ? [] : readIds(read), raw).toEqual(['1', '2'])
    }
    for (const form of ['ids[]=7&', 'ids%5B%5D=7&', 'ids[3]=7&', 'ids=7&']) expect(countIds(form.repeat(9))).toBe(9)
    expect([countIds('ids=1,2%2c3'), countIds('id=1&search[0][val]=ids'), countIds('')]).toEqual([3, 0, 0])
  })

  it('writes what it reads', () => {
    const given: Partial<ListQuery> = {
      page: 3,
      limit: 20,
      order: { field: 'price', direction: 'desc' },
      quickSearch: '螺丝 & 5%',
      search: [
        { field: 'a', operator: 'IN', val: ['1', '2'] },
        { field: 'b', operator: 'RANGE', val: '1,2', render: 'datetime' },
      ],
    }
    expect(query(writeListQuery(given))).toMatchObject(given)
  })

  it('never throws, never touches Object.prototype and stays quick on any text', () => {
    const piece = fc.constantFrom(
      'search[0][field]',
      'search',
      '[',
      ']',
      '__proto__',
      '[__proto__]',
      'constructor[prototype][x]',
      '=',
      '&',
      '%',
      '%5B',
      'initValue[]',
      'order',
      ',',
      'a',
      '0',
      '\u0000',
      '中',
    )
    fc.assert(
      fc.property(
        fc.array(fc.oneof(piece, fc.string()), { maxLength: 40 }).map((parts) => parts.join('')),
        (raw) => {
          const tree = parseQueryString(raw)
          if (!isQueryError(tree)) readListQuery(tree)
          expect(Object.keys(Object.prototype)).toEqual([])
        },
      ),
      { numRuns: 20_000 },
    )
  })

  it('reads or refuses the longest and oddest text there may be', () => {
    const odd = [
      'search[0][val][]=1&',
      'initValue[]=a&',
      '[[[[',
      '%25%5B',
      'a[b][c][d]=1&',
      '&&&&',
      'search[',
      'a='.repeat(3),
      '%E4%B8%AD',
      'x[]',
    ]
    const long = odd.map((part) => part.repeat(Math.ceil(8192 / part.length)).slice(0, 8192))
    // A shape that takes time beyond its length would not come back before this test ends; tests/bench measures it.
    for (const raw of long) {
      const tree = parseQueryString(raw)
      if (!isQueryError(tree)) expect(() => readListQuery(tree)).not.toThrow()
    }
  })
})
