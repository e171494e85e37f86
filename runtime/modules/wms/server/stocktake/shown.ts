/** Lines as people see them: what has moved since, and no book figures for admins who count blind. */
import { stocktakeLineOptions, stocktakeOptions } from '#generated/wms/options.ts'
import type { Hooks, Scope } from '#generated/wms/server.ts'

/** Right to see the book figures of a blind count. */
const seeBookNode = 'wms/stocktake/seebook'

export const stocktakeLine: Hooks<'wms/stocktake_line'> = {
  async present(scope, rows) {
    if (rows.length === 0) return
    const states = await statesOf(
      scope,
      rows.flatMap((row) => row.id ?? []),
    )
    const sees = scope.actor === null || scope.actor.super || scope.actor.nodes.has(seeBookNode)
    const { yes, no } = stocktakeLineOptions.recount
    for (const row of rows) {
      const state = states.get(row.id ?? 0)
      if (state?.isCounting) row.recount = state.hasMoved ? yes : no
      if (state?.isBlind && !sees) Object.assign(row, { book_quantity: null, difference: null })
    }
  },
}

interface LineState {
  readonly isBlind: boolean
  readonly isCounting: boolean
  readonly hasMoved: boolean
}

async function statesOf(
  { database: { query } }: Scope,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LineState>> {
  const rows = await query
    .selectFrom('wms_stocktake_line as l')
    .innerJoin('wms_stocktake as o', 'o.id', 'l.stocktake_id')
    .leftJoin('wms_stock as k', (join) =>
      join.onRef('k.product_id', '=', 'l.product_id').onRef('k.warehouse_shelf_id', '=', 'l.warehouse_shelf_id'),
    )
    .select(['l.id', 'l.last_history_id as then', 'k.last_history_id as now', 'o.status', 'o.blind'])
    .where('l.id', 'in', ids)
    .execute()
  const { blind, status } = stocktakeOptions
  return new Map(
    rows.map((row) => [
      row.id,
      {
        isBlind: row.blind === blind.yes && row.status !== status.posted,
        isCounting: row.status === status.counting,
        hasMoved: row.then !== row.now,
      },
    ]),
  )
}
