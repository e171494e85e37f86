/** Which columns of the documents stay where there is little room. */
import { describe, expect, it } from 'vitest'
import { inventoryHistory } from '../../../../generated/wms/inventory_history/table.ts'
import { outbound } from '../../../../generated/wms/outbound/table.ts'
import { relocation } from '../../../../generated/wms/relocation/table.ts'
import { stocktake } from '../../../../generated/wms/stocktake/table.ts'
import { warehousing } from '../../../../generated/wms/warehousing/table.ts'
import { stock } from '../../../../generated/wms/stock/table.ts'
import { elasticColumn, shownColumns, tableWidth } from '../../../../runtime/web/list/columns/columns.ts'
import { noColumnPreferences } from '../../../../runtime/web/list/columns/preferences.ts'

describe('where there is little room', () => {
  it('a number keeps its width; what a document is about takes and gives it', () => {
    const columns = shownColumns(outbound, noColumnPreferences, 'en', 986)
    expect(elasticColumn(outbound, columns)?.name).toBe('customer_id')
    expect(
      elasticColumn(
        outbound,
        columns.filter(({ name }) => name !== 'customer_id'),
      )?.name,
    ).toBe('outbound_no')
  })

  it('the number of a document keeps its width beside what it moved, too', () => {
    const columns = shownColumns(inventoryHistory, noColumnPreferences, 'en', 986)
    expect(elasticColumn(inventoryHistory, columns)?.name).toBe('product_name')
  })

  it('a heading stays whole, also that of the column which gives up width', () => {
    const columns = stocktake.fields.filter(({ name }) => ['stocktake_no', 'warehouse_id', 'status'].includes(name))
    expect(elasticColumn(stocktake, columns)?.name).toBe('warehouse_id')
    const others = columns.filter(({ name }) => name !== 'warehouse_id')
    const left = tableWidth(stocktake, columns, 'en', 986) - tableWidth(stocktake, others, 'en', 986)
    // "Warehouse" in bold letters, the padding, and the sign of the order.
    expect(left).toBeGreaterThanOrEqual(9 * 8 + 20 + 22)
  })

  // 986 px beside the menu of a screen of 1280, 366 px on a phone.
  it.each([
    [stock, 986, 'quantity'],
    [relocation, 986, 'status'],
    [inventoryHistory, 986, 'createtime'],
    [outbound, 986, 'shipment_status'],
    [warehousing, 986, 'audit_status'],
    [stocktake, 986, 'status'],
  ] as const)('what matters most fits side by side: %#', (model, width, needed) => {
    const columns = shownColumns(model, noColumnPreferences, 'en', width)
    expect(columns.map(({ name }) => name)).toContain(needed)
    expect(tableWidth(model, columns, 'en', width)).toBeLessThanOrEqual(width)
  })
})
