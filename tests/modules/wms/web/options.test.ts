/** What pickers show of the warehouse's records. */
import { describe, expect, it } from 'vitest'
import { relocation } from '#generated/wms/relocation/table.ts'
import { optionsOfRows } from '../../../../runtime/web/fields/reference/options.ts'

const relationOf = (name: string) => relocation.fields.find((field) => field.name === name)!.relation!

describe('an option', () => {
  const row = {
    id: 7,
    product_no: 'P000007',
    name: 'Rice',
    spec: '5kg',
    bar_code: '22000',
    total_stock_num: '68.500',
    full_title: 'P000007 Rice',
  }

  it('of a product shows number, name, specification and quantity on hand', () => {
    const [option] = optionsOfRows([row], relationOf('product_id'), 'en')
    expect(option).toMatchObject({ value: 7, label: 'P000007 Rice', detail: '5kg · Stock on hand 68.5' })
    // A quantity that is typed finds no product.
    expect(option!.keys).toEqual(['Rice', 'P000007', 'Rice', '5kg', '22000', 'P000007 Rice'])
  })

  it('leaves out what the caller may not see, and what is empty', () => {
    const { total_stock_num: _hidden, ...less } = row
    const [option] = optionsOfRows([{ ...less, spec: '' }], relationOf('product_id'), 'en')
    expect(option).not.toHaveProperty('detail')
    const [shelf] = optionsOfRows([{ id: 1, name: 'A' }], relationOf('source_warehouse_shelf_id'), 'en')
    expect(shelf).not.toHaveProperty('detail')
  })
})
