/** Partners with open business stay; the others leave a name behind that old documents still show. */
import type { Hooks } from '../types.ts'
import { openInbound, openOutbound, openRelocations, refuseInUse } from './documents.ts'

export const supplier: Hooks<'wms/supplier'> = {
  async beforeRemove(scope, trx, ids) {
    if (ids.length > 0) await refuseInUse(scope, trx, 'wms_supplier', ids, await openInbound(trx, ids))
  },
}

export const customer: Hooks<'wms/customer'> = {
  async beforeRemove(scope, trx, ids) {
    if (ids.length === 0) return
    const open = [...(await openOutbound(trx, ids)), ...(await openRelocations(trx, ids))]
    await refuseInUse(scope, trx, 'wms_customer', ids, open)
  },
}
