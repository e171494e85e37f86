/** Warehouses, areas and shelves: a place with stock cannot be moved, and disabling it warns of the stock. */
import { decimalText, displayDecimal } from 'tablewright/protocol'
import { records } from 'tablewright/server'
import { warehouseShelfOptions } from '#generated/wms/options.ts'
import type { WmsServerParts } from '#generated/wms/parts.ts'
import { t } from '../i18n.ts'
import type { Change, Hooks, Reading, Row, Scope } from '#generated/wms/server.ts'
import { documents } from './documents.ts'

type Location = 'wms/warehouse' | 'wms/warehouse_area' | 'wms/warehouse_shelf'
/** Column of a shelf by which stock is summed. */
type Level = 'id' | 'warehouse_area_id' | 'warehouse_id'

export const shelf: Hooks<'wms/warehouse_shelf'> = {
  beforeRemove: (scope, trx, ids) =>
    records<WmsServerParts>(scope, trx).refuseInUse('wms/warehouse_shelf', ids, { among: documents }),
  async frozenFields(_scope, query, ids) {
    return new Map(
      [...(await stockBy(query, 'id', ids))].map(([id]) => [id, ['warehouse_id', 'warehouse_area_id'] as const]),
    )
  },
  beforeUpdate: (scope, trx, change, current) => adviseStock(scope, trx, 'id', change, current),
}

export const area: Hooks<'wms/warehouse_area'> = {
  /** Its shelves store the warehouse they belong to. */
  async frozenFields(_scope, query, ids) {
    const rows = await query
      .selectFrom('wms_warehouse_shelf')
      .select('warehouse_area_id')
      .where('warehouse_area_id', 'in', [...ids])
      .groupBy('warehouse_area_id')
      .execute()
    return new Map(rows.map((row) => [row.warehouse_area_id, ['warehouse_id'] as const]))
  },
  beforeUpdate: (scope, trx, change, current) => adviseStock(scope, trx, 'warehouse_area_id', change, current),
}

export const warehouse: Hooks<'wms/warehouse'> = {
  beforeUpdate: (scope, trx, change, current) => adviseStock(scope, trx, 'warehouse_id', change, current),
}

/** Stock (thousandths) by place; places without stock are left out. */
async function stockBy(query: Reading, level: Level, ids: readonly number[]): Promise<ReadonlyMap<number, bigint>> {
  const rows = await query
    .selectFrom('wms_stock as k')
    .innerJoin('wms_warehouse_shelf as s', 's.id', 'k.warehouse_shelf_id')
    .select([`s.${level} as place`, 'k.quantity'])
    .where(`s.${level}`, 'in', [...ids])
    .where('k.quantity', '>', 0)
    .execute()
  const found = new Map<number, bigint>()
  for (const { place, quantity } of rows) found.set(place, (found.get(place) ?? 0n) + BigInt(quantity ?? 0))
  return found
}

async function adviseStock(
  scope: Scope,
  trx: Reading,
  level: Level,
  { id, given: values, warnings, line }: Change<Location>,
  current: Pick<Row<Location>, 'status'>,
): Promise<void> {
  const { disabled } = warehouseShelfOptions.status
  // An import shows no warnings.
  if (id === null || values.get('status') !== disabled || current.status === disabled || line !== undefined) return
  const quantity = (await stockBy(trx, level, [id])).get(id)
  if (quantity !== undefined)
    warnings.push(t(scope.language, 'location.holds', { quantity: displayDecimal(decimalText(quantity, 3)) }))
}
