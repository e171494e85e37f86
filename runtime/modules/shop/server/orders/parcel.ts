import type { OrderRow } from '../order.ts'
import type { Reading } from '#generated/shop/server.ts'

/** The parcel of an order, as the warehouse has it; null as long as there is no outbound order. */
export async function parcelOf(query: Reading, { outbound_id: outbound }: Pick<OrderRow, 'outbound_id'>) {
  if (outbound === null) return null
  const row = await query
    .selectFrom('wms_outbound as o')
    .leftJoin('wms_carrier as c', 'c.id', 'o.carrier_id')
    .select(['o.courier_number', 'c.name as carrier'])
    .where('o.id', '=', outbound)
    .executeTakeFirst()
  return row ?? null
}
