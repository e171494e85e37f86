/** Refuses to issue stock of which the rest has expired. */
import { decimalText, displayDecimal } from 'tablewright/protocol'
import { OperationError } from 'tablewright/server'
import { t } from '../i18n.ts'
import type { Row, Scope } from '#generated/wms/server.ts'

/** Throws an OperationError `stock_short`. @param row the ledger row that wanted it; @param lacking thousandths */
export function refuseExpired(scope: Scope, row: Row<'wms/inventory_history'>, shortage: number): never {
  const requested = -row.quantity
  const labels = {
    product_id: row.product_name ?? '',
    warehouse_shelf_id: row.warehouse_shelf ?? '',
  }
  const figures = { available: decimalText(requested - shortage, 3), wanted: decimalText(requested, 3) }
  throw new OperationError('stock_short', {
    sentence: t(scope.language, 'issue.expired', {
      what: Object.values(labels).join(' · '),
      available: displayDecimal(figures.available),
      wanted: displayDecimal(figures.wanted),
    }),
    short: [
      {
        table: 'wms/stock_layer',
        key: { product_id: row.product_id, warehouse_shelf_id: row.warehouse_shelf_id },
        labels,
        on_hand: decimalText(row.before_quantity, 3),
        ...figures,
      },
    ],
  })
}
