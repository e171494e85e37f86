/** Partners with open business stay; the others leave a name behind that old documents still show. */
import type { Hooks } from 'tablewright/server'
import { openDocuments, refuseInUse } from './documents.ts'

export const supplier: Hooks = {
  async beforeRemove(scope, trx, ids) {
    if (ids.length > 0)
      await refuseInUse(
        scope,
        trx,
        'wms/supplier',
        ids,
        await openDocuments(trx, 'wms/warehousing', 'supplier_id', ids),
      )
  },
}

export const customer: Hooks = {
  async beforeRemove(scope, trx, ids) {
    if (ids.length === 0) return
    const open = [
      ...(await openDocuments(trx, 'wms/outbound', 'customer_id', ids)),
      ...(await openDocuments(trx, 'wms/relocation', 'customer_id', ids)),
    ]
    await refuseInUse(scope, trx, 'wms/customer', ids, open)
  },
}
