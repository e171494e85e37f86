// @vitest-environment jsdom
/** The fields that are proposed for columns of a file. */
import { beforeEach, describe, expect, it } from 'vitest'
import {
  columnsOf,
  proposedMapping,
  rememberedMapping,
  rememberMapping,
  withField,
} from '../../../runtime/web/records/list/import/mapping.ts'
import { field } from '../../support/models.ts'

const label = (zh: string, en: string) => ({ label: { 'zh-cn': zh, en } })
const fields = [
  field('product_no', 'text', label('商品编号', 'Product no.')),
  field('name', 'text', label('商品名称', 'Name')),
  field('price', 'decimal', label('单价', 'Price')),
]
const first = [
  [1, ['Price list']],
  [3, ['商品编号 *', 'NAME', '', 'Price (EUR)', 'Remark']],
  [4, ['007', ' Bolt ', 'x', '2.5', '']],
  [5, ['008', '', '', '3', '']],
] as const

describe('columns of a file', () => {
  beforeEach(() => localStorage.clear())
  const columns = columnsOf({ first }, 3)

  it('have the titles of the line that is chosen, and examples from below it', () => {
    expect(columns).toEqual([
      { index: 0, title: '商品编号 *', samples: ['007', '008'] },
      { index: 1, title: 'NAME', samples: ['Bolt'] },
      { index: 2, title: '', samples: ['x'] },
      { index: 3, title: 'Price (EUR)', samples: ['2.5', '3'] },
      { index: 4, title: 'Remark', samples: [] },
    ])
  })

  it('are proposed by name in either language, also with marks and units', () => {
    expect(proposedMapping(fields, columns, {})).toEqual({ product_no: 0, name: 1, price: 3 })
  })

  it('are remembered by their titles, also those that are not imported', () => {
    const mapping = withField(withField({ product_no: 0, name: 1, price: 3 }, 4, 'name'), 3, '')
    expect(mapping).toEqual({ product_no: 0, name: 4 })
    rememberMapping('t', columns, mapping)
    expect(proposedMapping(fields, columns, rememberedMapping('t'))).toEqual(mapping)
    expect(proposedMapping(fields, columns, rememberedMapping('other'))).toEqual({ product_no: 0, name: 1, price: 3 })
    localStorage.setItem('tablewright:import:t', '[1]')
    expect(proposedMapping(fields, columns, rememberedMapping('t'))).toMatchObject({ name: 1 })
  })
})
