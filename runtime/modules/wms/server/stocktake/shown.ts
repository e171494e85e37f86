/** Lines as people see them: what has moved since, and no book figures for those who count blind. */
import type { Hooks, Scope, Row } from 'tablewright/server'

/** Right to see the book figures of a blind count. */
const seeing = 'wms/stocktake/seebook'
const counting = 1

export const stocktakeLine: Hooks = {
  async present(scope, rows) {
    if (rows.length === 0) return
    const told = await toldOf(
      scope,
      rows.map((row) => Number(row['id'])),
    )
    const sees = scope.actor === null || scope.actor.super || scope.actor.nodes.has(seeing)
    for (const row of rows as Record<string, unknown>[]) {
      const { isBlind, isCounting, hasMoved } = told.get(Number(row['id']))!
      if (isCounting) row['recount'] = hasMoved ? 1 : 0
      if (isBlind && !sees) Object.assign(row, { book_quantity: null, difference: null })
    }
  },
}

interface Told {
  readonly isBlind: boolean
  readonly isCounting: boolean
  readonly hasMoved: boolean
}

async function toldOf({ database: { query } }: Scope, ids: readonly number[]): Promise<ReadonlyMap<number, Told>> {
  const rows = await query
    .selectFrom('wms_stocktake_line as l')
    .innerJoin('wms_stocktake as o', 'o.id', 'l.stocktake_id')
    .leftJoin('wms_stock as k', (join) =>
      join.onRef('k.product_id', '=', 'l.product_id').onRef('k.warehouse_shelf_id', '=', 'l.warehouse_shelf_id'),
    )
    .select(['l.id', 'l.last_history_id as then', 'k.last_history_id as now', 'o.status', 'o.blind'])
    .where('l.id', 'in', [...ids])
    .execute()
  const number = (value: Row[string] | undefined): number | null => ((value ?? null) === null ? null : Number(value))
  return new Map(
    rows.map((row) => [
      Number(row['id']),
      {
        isBlind: row['blind'] === 1 && row['status'] !== 2,
        isCounting: row['status'] === counting,
        hasMoved: number(row['then']) !== number(row['now']),
      },
    ]),
  )
}
