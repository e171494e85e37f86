import fc from 'fast-check'
import type { FieldModel } from 'tablewright/protocol'
import { orderOf, sortingOf } from '../../../runtime/web/records/list/grid/sorting.ts'
import { describe, expect, it } from 'vitest'
import { operators, queryLimits, trimText, type Filter } from 'tablewright/protocol'
import {
  pageCount,
  plainState,
  readListState,
  writeListState,
  type ListState,
} from '../../../runtime/web/records/list/query/list-state.ts'
import { field } from '../../support/models.ts'
import { partOf } from '../../support/part-of.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((one) => one.isWellFormed() && !one.includes('\0'))
const name = fc.stringMatching(/^[a-z][a-z_]{0,12}(\.[a-z]{1,8})?$/)

const filter: fc.Arbitrary<Filter> = fc.record({
  field: name,
  operator: fc.constantFrom(...operators),
  val: fc.oneof(text, fc.array(text, { minLength: 1, maxLength: 5 })),
})

const state: fc.Arbitrary<ListState> = fc.record({
  page: fc.integer({ min: 1, max: queryLimits.page }),
  limit: fc.option(fc.integer({ min: 1, max: queryLimits.limit })),
  order: fc.option(fc.record({ field: name, direction: fc.constantFrom('asc', 'desc') })),
  quickSearch: text.map(trimText),
  search: fc.array(filter, { maxLength: 6 }),
  parentRowId: fc.option(fc.integer({ min: 1 }).map(String)),
  exact: fc.boolean(),
  deleted: fc.boolean(),
  form: fc.oneof(fc.constant(null), fc.constant('new' as const), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
})

describe('the address of a list', () => {
  it('reads back every state it writes', () => {
    fc.assert(
      fc.property(state, (one) => {
        const raw = writeListState(one)
        // Longer ones are refused on both sides; they cannot be made on the screen.
        fc.pre(raw.length <= queryLimits.bytes)
        expect(readListState(`?${raw}`)).toEqual(one)
      }),
      { numRuns: 500 },
    )
  })

  it('writes nothing for the plain state', () => {
    expect(writeListState(plainState)).toBe('')
    expect(readListState('')).toEqual(plainState)
  })

  it('of a kept link names fields by their names of today', () => {
    const table = { fields: [field('cost', 'integer', { renamedFrom: ['amount', 'price'] })] }
    const link = '?search[0][field]=price&search[0][operator]=eq&search[0][val]=5&order=price,asc'
    expect(readListState(link, table)).toMatchObject({
      search: [{ field: 'cost', val: '5' }],
      order: { field: 'cost', direction: 'asc' },
    })
  })

  it("names the page size even when it is the protocol's own default", () => {
    expect(writeListState({ ...plainState, limit: 10 })).toBe('limit=10')
  })

  it.each([
    'page=0',
    'page=20000',
    'limit=101',
    'order=a,sideways',
    'search=x',
    'quickSearch=%E4%B8',
    'search[0][field]=a&search[0][operator]=NEAR&search[0][val]=1',
  ])('refuses %s', (raw) => expect(readListState(raw)).toBeNull())

  it.each(['edit=0', 'edit=-1', 'edit=abc', 'edit=1e3', 'add=2'])('opens no form for %s', (raw) =>
    expect(readListState(raw)?.form).toBeNull(),
  )
})

describe('the sorting of the table', () => {
  const name = { name: 'name', relation: undefined }
  const brand = { name: 'brand_id', relation: { as: 'brand', show: 'title' } }
  const fields = partOf<readonly FieldModel[]>([name, brand])

  it.each([
    [null, []],
    [{ field: 'name', direction: 'asc' }, [{ id: 'name', desc: false }]],
    [{ field: 'brand.title', direction: 'desc' }, [{ id: 'brand_id', desc: true }]],
  ] as const)('is the order %j of the address, and leads back to it', (order, sorting) => {
    expect(sortingOf(order, fields)).toEqual(sorting)
    expect(orderOf([...sorting], fields)).toEqual(order)
  })

  it('accepts a reference by its id as well', () =>
    expect(sortingOf({ field: 'brand_id', direction: 'asc' }, fields)).toEqual([{ id: 'brand_id', desc: false }]))

  it('is empty for an order by something that is no column', () =>
    expect(sortingOf({ field: 'weight', direction: 'desc' }, fields)).toEqual([]))
})

describe('pages', () => {
  it.each([
    [0, 20, 1],
    [20, 20, 1],
    [21, 20, 2],
    [1_000_000, 10, queryLimits.page],
  ])('%i rows in pages of %i are %i', (total, limit, pages) => {
    expect(pageCount(total, limit, false)).toBe(pages)
  })
})
