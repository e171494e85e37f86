/**
 * What waits for somebody (domain 1.10). Each figure is the count of a list under conditions that the page links to, so
 * that it and the list agree, whatever the caller may see.
 */
import type { Filter } from 'tablewright/protocol'
import { countRecords, mayList, OperationError } from 'tablewright/server'
import {
  outboundOptions,
  productOptions,
  relocationOptions,
  stockLayerOptions,
  warehousingOptions,
} from '#generated/wms/options.ts'
import type { Tile as AnsweredTile } from '../../shared/dashboard.ts'
import type { EntityId, Scope } from '#generated/wms/server.ts'

/** Its entity is one of the module. */
interface Tile extends AnsweredTile {
  readonly entity: EntityId
}

const is = (field: string, value: number): Filter => ({ field, operator: 'eq', val: String(value) })

const tiles: readonly Omit<Tile, 'count'>[] = [
  {
    name: 'inboundToAudit',
    entity: 'wms/warehousing',
    search: [is('audit_status', warehousingOptions.audit_status.unaudited)],
  },
  {
    name: 'outboundToAudit',
    entity: 'wms/outbound',
    search: [is('audit_status', outboundOptions.audit_status.unaudited)],
  },
  {
    name: 'relocationToAudit',
    entity: 'wms/relocation',
    search: [
      is('audit_status', relocationOptions.audit_status.unaudited),
      { field: 'status', operator: 'ne', val: String(relocationOptions.status.cancelled) },
    ],
  },
  {
    name: 'toShip',
    entity: 'wms/outbound',
    search: [
      is('audit_status', outboundOptions.audit_status.audited),
      is('shipment_status', outboundOptions.shipment_status.unshipped),
    ],
  },
  {
    name: 'toMove',
    entity: 'wms/relocation',
    search: [
      is('audit_status', relocationOptions.audit_status.audited),
      {
        field: 'status',
        operator: 'IN',
        val: [String(relocationOptions.status.not_moved), String(relocationOptions.status.partial)],
      },
    ],
  },
  { name: 'lowStock', entity: 'wms/product', search: [is('low_alert_open', productOptions.low_alert_open.low)] },
  { name: 'expiring', entity: 'wms/stock_layer', search: [is('expiry', stockLayerOptions.expiry.expiring)] },
  { name: 'expired', entity: 'wms/stock_layer', search: [is('expiry', stockLayerOptions.expiry.expired)] },
]

/** The tiles of the lists that the caller may open. */
export async function countTiles(scope: Scope): Promise<readonly Tile[]> {
  const own = tiles.filter(({ entity }) => mayList(scope, entity))
  return await Promise.all(own.map(async (tile) => ({ ...tile, count: await countInTime(scope, tile) })))
}

/** A list that takes too long leaves one figure out, not all of them. */
async function countInTime(scope: Scope, { entity, search }: Omit<Tile, 'count'>): Promise<number | null> {
  try {
    return await countRecords(scope, entity, search)
  } catch (error) {
    if (error instanceof OperationError) return null
    throw error
  }
}
