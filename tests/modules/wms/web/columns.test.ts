/** Which columns of the documents stay where there is little room. */
import { describe, expect, it } from 'vitest'
import { mail } from '#generated/mail/index.ts'
import { member } from '#generated/member/index.ts'
import { sms } from '#generated/sms/index.ts'
import { system } from '#generated/system/index.ts'
import { wms } from '#generated/wms/index.ts'
import { inventoryHistory } from '#generated/wms/inventory_history/table.ts'
import { outbound } from '#generated/wms/outbound/table.ts'
import { relocation } from '#generated/wms/relocation/table.ts'
import { stocktake } from '#generated/wms/stocktake/table.ts'
import { warehousing } from '#generated/wms/warehousing/table.ts'
import { stock } from '#generated/wms/stock/table.ts'
import { languages, type TableModel } from '../../../../runtime/protocol/index.ts'
import {
  columnWidths,
  elasticColumn,
  shownColumns,
  stackedStates,
  tableWidth,
} from '../../../../runtime/web/records/list/columns/columns.ts'
import { noColumnPreferences } from '../../../../runtime/web/records/list/columns/preferences.ts'
import { textWidth } from '../../../../runtime/web/fields/text-width.ts'

/** Every list in the menus of the modules. */
const lists = await Promise.all(
  [mail, member, sms, system, wms].flatMap(({ menu, tables }) =>
    menu.flatMap((page): readonly Promise<TableModel>[] => (tables[page] ? [tables[page].model()] : [])),
  ),
)

/** What stands below the name of a shelf in the demo, at its longest. */
const places = [
  'East China depot / Toiletries',
  'East China depot / Stationery',
  'Returns centre / Inspection',
  '华东中心仓 / 个护清洁区',
]

/** Lines that a text takes when it breaks between words, and between ideographs. */
function linesOf(text: string, width: number, size: number): number {
  const parts = text.split(/(?<= )|(?<=\p{Script=Han})/u)
  let [lines, line] = [1, '']
  for (const part of parts) {
    if (textWidth((line + part).trimEnd(), size) > width && line !== '') [lines, line] = [lines + 1, part]
    else line += part
  }
  return lines
}

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
    expect(left).toBeGreaterThanOrEqual(9 * 9 + 16 + 12)
  })

  /** Beside the menu of a screen of 1280. */
  const room = 986

  it.each([
    [stock, 'quantity'],
    [relocation, 'status'],
    [inventoryHistory, 'createtime'],
    [outbound, 'shipment_status'],
    [warehousing, 'audit_status'],
    [stocktake, 'status'],
  ] as const)('what matters most fits side by side: %#', (model, needed) => {
    const columns = shownColumns(model, noColumnPreferences, 'en', room)
    const shown = columns.flatMap((column) => [column, ...stackedStates(model, column, columns)])
    expect(shown.map(({ name }) => name)).toContain(needed)
  })

  describe.each(languages)('in %s', (language) => {
    it.each(lists)('the columns of $page fit, and what tells places apart is not cut', (model) => {
      const columns = shownColumns(model, noColumnPreferences, language, room)
      expect(tableWidth(model, columns, language, room)).toBeLessThanOrEqual(room)
      const widths = columnWidths(model, columns, language, room)
      const elastic = elasticColumn(model, columns)
      for (const column of columns) {
        if (column === elastic || column.relation?.to !== 'wms/warehouse_shelf') continue
        const width = widths.get(column.name)! - 16
        expect(Math.max(...places.map((place) => linesOf(place, width, 12)))).toBeLessThanOrEqual(2)
      }
    })
  })

  it('a relocation shows one state below the other, so that product and shelves take two lines', () => {
    const columns = shownColumns(relocation, noColumnPreferences, 'en', room)
    const states = columns.filter(({ name }) => name.endsWith('status'))
    expect(states.map(({ name }) => name)).toEqual(['audit_status'])
    const names = (fields: readonly { name: string }[]) => fields.map(({ name }) => name)
    expect(columns.flatMap((column) => names(stackedStates(relocation, column, columns)))).toEqual(['status'])
    const width = (name: string): number => columnWidths(relocation, columns, 'en', room).get(name)! - 16
    // The longest state takes one line.
    expect(width('audit_status')).toBeGreaterThan(textWidth('Partially moved', 14) + 14)
    for (const shelf of ['source_warehouse_shelf_id', 'target_warehouse_shelf_id'])
      for (const place of places) expect(linesOf(`H-1-1 ${place}`, width(shelf), 12)).toBeLessThanOrEqual(2)
    for (const product of ['Zhuling packing tape, transparent', 'Muyu shampoo, smoothing'])
      expect(linesOf(`${product} P000064`, width('product_id'), 12)).toBeLessThanOrEqual(2)
  })

  it('states have columns of their own where there is room, where a person chose them, and on cards', () => {
    const among = (columns: Record<string, boolean>, width: number) =>
      shownColumns(relocation, { ...noColumnPreferences, columns }, 'en', width).map(({ name }) => name)
    expect(among({}, 1600)).toEqual(expect.arrayContaining(['audit_status', 'status']))
    expect(among({ status: true }, room)).toEqual(expect.arrayContaining(['audit_status', 'status']))
    expect(among({}, 390)).toEqual(expect.arrayContaining(['audit_status', 'status']))
    const without = { ...noColumnPreferences, columns: { status: false } }
    const columns = shownColumns(relocation, without, 'en', room)
    const audit = columns.find(({ name }) => name === 'audit_status')!
    expect(stackedStates(relocation, audit, columns, without.columns)).toEqual([])
  })
})
