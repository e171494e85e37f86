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
