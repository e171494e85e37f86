/** How all orders stand in the database, beside the server. */
import type { Database } from '../../../../runtime/server/db/index.ts'
import type { OrderState } from './clients.ts'

/** By controller and id, as the clients name them. */
export async function readOrderStates({ query }: Pick<Database, 'query'>): Promise<ReadonlyMap<string, OrderState>> {
  const found = new Map<string, OrderState>()
  for (const [controller, name] of [
    ['Warehousing', 'warehousing'],
    ['Outbound', 'outbound'],
  ] as const) {
    const orders = await query.selectFrom(`wms_${name}`).select(['id', 'version', 'audit_status']).execute()
    const posted = await query
      .selectFrom('wms_inventory_history')
      .select(['order_id', ({ fn }) => fn.max<number>('posting_seq').as('last')])
      .where('order_kind', '=', `wms/${name}`)
      .groupBy('order_id')
      .execute()
    const postings = new Map(posted.map((row) => [Number(row['order_id']), Number(row.last)]))
    for (const row of orders)
      found.set(`${controller} ${row['id']}`, {
        version: Number(row['version']),
        isAudited: row['audit_status'] === 1,
        postings: postings.get(Number(row['id'])) ?? 0,
      })
  }
  return found
}
