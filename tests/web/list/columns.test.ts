/** Which columns stay where there is little room. */
import { describe, expect, it } from 'vitest'
import { adminLog } from '../../../generated/system/admin_log/table.ts'
import { brand } from '../../../generated/wms/brand/table.ts'
import { inventoryHistory } from '../../../generated/wms/inventory_history/table.ts'
import { outbound } from '../../../generated/wms/outbound/table.ts'
import { relocation } from '../../../generated/wms/relocation/table.ts'
import { stocktake } from '../../../generated/wms/stocktake/table.ts'
import { warehousing } from '../../../generated/wms/warehousing/table.ts'
import { stock } from '../../../generated/wms/stock/table.ts'
import { actionsWidth, elasticColumn, shownColumns, tableWidth } from '../../../runtime/web/list/columns.ts'
import type { TableModel } from '../../../runtime/protocol/index.ts'

const shown = (model: TableModel, width: number, chosen = {}) =>
  shownColumns(model, chosen, 'en', width).map((field) => field.name)

describe('where there is little room', () => {
  it('a log keeps the time of its entries and gives up what matters less', () => {
    expect(shown(adminLog, 960)).toContain('create_time')
    expect(shown(adminLog, 960)).not.toContain('useragent')
    expect(shown(adminLog, 300)).toContain('create_time')
  })

  it('a table of things that change gives up its times first', () => {
    const timed: TableModel = {
      ...brand,
      list: { ...brand.list, columns: ['name', 'image', 'introduce', 'createtime'] },
    }
    expect(shown(timed, 2000)).toContain('createtime')
    expect(shown(timed, 500)).not.toContain('createtime')
    expect(shown(timed, 500)).toContain('name')
  })

  it('what a person asked for stays', () => {
    expect(shown(adminLog, 300, { useragent: true })).toContain('useragent')
    expect(shown(adminLog, 2000, { create_time: false })).not.toContain('create_time')
  })

  it('a table that is only looked at has no column of actions, and gives the rest to words, not to figures', () => {
    expect([actionsWidth(stock, 'en', 1000), actionsWidth(brand, 'en', 1000)]).toEqual([0, 84])
    expect([
      elasticColumn(
        stock,
        stock.fields.filter(({ name }) => stock.list.columns.includes(name)),
      )?.name,
      elasticColumn(brand, brand.fields)?.name,
    ]).toEqual(['product_id', 'name'])
  })

  it('a number keeps its width; what a document is about takes and gives it', () => {
    const columns = shownColumns(outbound, {}, 'en', 986)
    expect(elasticColumn(outbound, columns)?.name).toBe('customer_id')
    expect(
      elasticColumn(
        outbound,
        columns.filter(({ name }) => name !== 'customer_id'),
      )?.name,
    ).toBe('outbound_no')
  })

  // 986 px beside the menu of a screen of 1280, 366 px on a phone.
  it.each([
    [stock, 366, 'quantity'],
    [relocation, 986, 'status'],
    [inventoryHistory, 986, 'createtime'],
    [outbound, 986, 'shipment_status'],
    [warehousing, 986, 'audit_status'],
    [stocktake, 986, 'status'],
  ] as const)('what matters most fits side by side: %#', (model, width, needed) => {
    const columns = shownColumns(model, {}, 'en', width)
    expect(columns.map(({ name }) => name)).toContain(needed)
    expect(tableWidth(model, columns, 'en', width)).toBeLessThanOrEqual(width)
  })
})
