/** Partners with open business stay; the others leave a name behind that old documents still show. */
import { records } from 'tablewright/server'
import { relocationOptions, warehousingOptions } from '#generated/wms/options.ts'
import type { WmsServerParts } from '#generated/wms/parts.ts'
import type { Hooks } from '#generated/wms/server.ts'

const open = { audit_status: warehousingOptions.audit_status.unaudited }
const { cancelled: _cancelled, ...uncancelled } = relocationOptions.status

export const supplier: Hooks<'wms/supplier'> = {
  beforeRemove: (scope, trx, ids) =>
    records<WmsServerParts>(scope, trx).refuseInUse('wms/supplier', ids, { among: { 'wms/warehousing': open } }),
}

export const customer: Hooks<'wms/customer'> = {
  beforeRemove: (scope, trx, ids) =>
    records<WmsServerParts>(scope, trx).refuseInUse('wms/customer', ids, {
      among: { 'wms/outbound': open, 'wms/relocation': { ...open, status: Object.values(uncancelled) } },
    }),
}
