/** Warehouses, areas and shelves: what holds goods does not wander, and switching it off says what is in there. */
import { decimalText, displayDecimal } from 'tablewright/protocol'
import type { Hooks, Change, Row, Scope, Transaction } from 'tablewright/server'
import { t } from '../i18n.ts'
import { documentsOver, refuseInUse } from './documents.ts'

type Reader = Pick<Transaction, 'selectFrom'>
/** Column of a shelf by which stock is summed. */
type Level = 'id' | 'warehouse_area_id' | 'warehouse_id'

export const shelf: Hooks = {
  async beforeRemove(scope, trx, ids) {
    if (ids.length > 0)
      await refuseInUse(scope, trx, 'wms/warehouse_shelf', ids, await documentsOver(trx, 'warehouse_shelf_id', ids))
  },
  async frozenFields(_scope, query, ids) {
    return new Map([...(await stockBy(query, 'id', ids))].map(([id]) => [id, ['warehouse_id', 'warehouse_area_id']]))
  },
  warn: (scope, trx, change, current) => adviseStock(scope, trx, 'id', change, current),
}

export const area: Hooks = {
  /** Its shelves say in which warehouse they stand. */
  async frozenFields(_scope, query, ids) {
    const rows = await query
      .selectFrom('wms_warehouse_shelf')
      .select('warehouse_area_id')
      .where('warehouse_area_id', 'in', [...ids])
      .groupBy('warehouse_area_id')
      .execute()
    return new Map(rows.map((row) => [Number(row['warehouse_area_id']), ['warehouse_id']]))
  },
  warn: (scope, trx, change, current) => adviseStock(scope, trx, 'warehouse_area_id', change, current),
}

export const warehouse: Hooks = {
  warn: (scope, trx, change, current) => adviseStock(scope, trx, 'warehouse_id', change, current),
}

/** Stock (thousandths) by place; places without stock are left out. */
async function stockBy(query: Reader, level: Level, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await query
    .selectFrom('wms_stock as k')
    .innerJoin('wms_warehouse_shelf as s', 's.id', 'k.warehouse_shelf_id')
    .select([`s.${level} as place`, 'k.quantity'])
    .where(`s.${level}`, 'in', [...ids])
    .where('k.quantity', '>', 0)
    .execute()
  const found = new Map<number, number>()
  for (const row of rows)
    found.set(Number(row['place']), (found.get(Number(row['place'])) ?? 0) + Number(row['quantity']))
  return found
}

async function adviseStock(
  scope: Scope,
  trx: Transaction,
  level: Level,
  { id, given, warnings }: Change,
  current: Readonly<Row> | null,
): Promise<void> {
  if (id === null || given.get('status') !== 0 || current?.['status'] === 0) return
  const quantity = (await stockBy(trx, level, [id])).get(id)
  if (quantity !== undefined)
    warnings.push(t(scope.language, 'location.holds', { quantity: displayDecimal(decimalText(quantity, 3)) }))
}
