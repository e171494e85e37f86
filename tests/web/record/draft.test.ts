import { describe, expect, it } from 'vitest'
import { clearDependents } from '../../../runtime/web/fields/reference/dependents.ts'
import { changeBody, draftOf, newBody } from '../../../runtime/web/form/draft.ts'
import { shop } from '../../support/shop.ts'

const product = shop.model('product')

const zone = 'Asia/Shanghai'
const row = {
  id: 3,
  version: 9,
  product_no: 'P1',
  name: '米',
  price: '1.5000',
  images: [],
  remark: '',
  warehouse_id: 1,
  warehouse_area_id: 2,
  warehouse_shelf_id: 3,
  total_stock_num: '9.000',
  status: 10,
}

describe('a draft', () => {
  it('starts with the defaults of the fields a person may write', () => {
    expect(draftOf(product, null)).toEqual({ safety_stock_num: '0.000', status: 10 })
  })

  it('of a record leaves out what the server alone writes', () => {
    expect(Object.keys(draftOf(product, row))).not.toContain('total_stock_num')
  })

  it('is sent without what is empty, but a default that was emptied is sent as null', () => {
    const draft = {
      ...draftOf(product, null),
      product_no: 'P2',
      name: '面',
      remark: '',
      images: [],
      brand_id: null,
      price: '2',
      safety_stock_num: '',
    }
    expect(newBody(product, draft, zone)).toEqual({
      product_no: 'P2',
      name: '面',
      price: '2.0000',
      status: 10,
      safety_stock_num: null,
    })
  })

  it('of a record holds null where the row has nothing, so that no default slips in', () => {
    expect(draftOf(product, { id: 3, version: 9, product_no: 'P1', name: '米' })['safety_stock_num']).toBeNull()
  })

  it('compares what is meant, not how it is spelt', () => {
    const before = draftOf(product, row)
    expect(
      changeBody(
        product,
        row,
        before,
        { ...before, price: '1.50', remark: null, images: undefined, status: '10' },
        zone,
      ),
    ).toEqual({ id: 3, version: 9 })
    expect(changeBody(product, row, before, { ...before, price: '', remark: '新', images: ['/a.png'] }, zone)).toEqual({
      id: 3,
      version: 9,
      price: null,
      remark: '新',
      images: ['/a.png'],
    })
  })

  it('sends what cannot be read as it was typed, so that nothing is lost silently', () => {
    const before = draftOf(product, row)
    expect(changeBody(product, row, before, { ...before, price: '1,5' }, zone)).toEqual({
      id: 3,
      version: 9,
      price: '1,5',
    })
  })
})

describe('references that depend on others', () => {
  const before = draftOf(product, row)

  it('go with what they depend on, step by step', () => {
    const done = clearDependents(product, before, { ...before, warehouse_area_id: 7 })
    expect([done.cleared, done.draft['warehouse_area_id']]).toEqual([['warehouse_shelf_id'], 7])
    expect(clearDependents(product, before, { ...before, warehouse_id: null }).cleared).toEqual([
      'warehouse_area_id',
      'warehouse_shelf_id',
    ])
  })

  it('stay when nothing they depend on changed', () => {
    expect(clearDependents(product, before, { ...before, name: '面' }).cleared).toEqual([])
  })
})
