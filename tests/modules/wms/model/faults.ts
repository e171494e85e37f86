/** The invariants of the warehouse as one statement: every row it answers is a fault. */
import { sql, type RawBuilder } from 'kysely'
import type { Database, Row } from '../../../../runtime/server/db/index.ts'
import type { World } from './fixture.ts'

/** With alias or without, read as the server reads them. */
const tables = {
  history: sql.table('wms_inventory_history'),
  outbound: sql.table('wms_outbound'),
  product: sql.table('wms_product'),
  relocation: sql.table('wms_relocation'),
  hold: sql.table('wms_hold'),
  stock: sql.table('wms_stock'),
  layer: sql.table('wms_stock_layer'),
  layerMove: sql.table('wms_stock_layer_move'),
  stocktake: sql.table('wms_stocktake'),
  stocktakeLine: sql.table('wms_stocktake_line'),
}

interface Bounds {
  readonly products: RawBuilder<unknown>
  readonly docs: (kind: string) => RawBuilder<unknown>
}

/** Sums of two tables by place must agree. */
const differ = (rule: string, { products }: Bounds, table: string, column: string): RawBuilder<unknown> => sql`
  select ${sql.lit(rule)} as rule, product_id as a, warehouse_shelf_id as b, sum(q) as c from (
    select product_id, warehouse_shelf_id, ${sql.ref(column)} as q
      from ${sql.table(table)} where product_id in ${products}
    union all select product_id, warehouse_shelf_id, -quantity from ${tables.stock}
      where product_id in ${products}) x group by product_id, warehouse_shelf_id having sum(q) <> 0`

const ledger = (bounds: Bounds): readonly RawBuilder<unknown>[] => [
  differ('I1 ledger and stock', bounds, 'wms_inventory_history', 'quantity'),
  sql`select 'I1 stock below 0', product_id, warehouse_shelf_id, quantity from ${tables.stock}
    where product_id in ${bounds.products} and quantity < 0`,
  sql`select 'I2 total', p.id, p.total_stock_num, 0 from ${tables.product} as p
    where p.id in ${bounds.products} and p.total_stock_num <> coalesce((select sum(s.quantity) from ${tables.stock} as s
      where s.product_id = p.id), 0)`,
  sql`select 'I15 reserved', p.id, p.reserved_num, p.total_stock_num from ${tables.product} as p
    where p.id in ${bounds.products} and (p.reserved_num < 0 or p.reserved_num > p.total_stock_num
      or p.reserved_num <> coalesce((select sum(h.quantity) from ${tables.hold} as h
        where h.product_id = p.id and h.state = 0), 0))`,
  differ('I3 layers and stock', bounds, 'wms_stock_layer', 'remaining'),
  sql`select 'I3 layer below 0', product_id, id, remaining from ${tables.layer}
    where product_id in ${bounds.products} and remaining < 0`,
  sql`select 'I3 layer and its moves', l.id, l.remaining, 0 from ${tables.layer} as l
    where l.product_id in ${bounds.products} and l.remaining <> coalesce((select sum(m.quantity)
      from ${tables.layerMove} as m where m.layer_id = l.id), 0)`,
  sql`select 'I4 chain', id, before_quantity, after_quantity from (select id, quantity, before_quantity,
    after_quantity, lag(after_quantity) over place as last from ${tables.history}
      where product_id in ${bounds.products} window place as (partition by product_id, warehouse_shelf_id
        order by id)) x
    where before_quantity <> coalesce(last, 0) or after_quantity <> before_quantity + quantity`,
  sql`select 'I4 last row', s.id, s.quantity, s.last_history_id from ${tables.stock} as s
    where s.product_id in ${bounds.products}
    and not exists (select 1 from ${tables.history} as h where h.id = s.last_history_id
      and h.after_quantity = s.quantity and h.id = (select max(o.id) from ${tables.history} as o
        where o.product_id = s.product_id and o.warehouse_shelf_id = s.warehouse_shelf_id))
    and (s.quantity <> 0 or s.last_history_id is not null)`,
  sql`select 'I5 time', id, createtime, last from (select id, createtime, lag(createtime) over place as last
    from ${tables.history} where product_id in ${bounds.products} window place as (partition by product_id,
      warehouse_shelf_id order by id)) x where last > createtime`,
  sql`select 'I11 reversal', r.id, r.reversal_of, count(o.id) from ${tables.history} as r left
    join ${tables.history} as o on o.id = r.reversal_of and o.quantity = -r.quantity and o.price = r.price
      and o.product_id = r.product_id
    and o.warehouse_shelf_id = r.warehouse_shelf_id and o.form_type = r.form_type and o.line_id = r.line_id
      and o.order_id = r.order_id and o.order_kind = r.order_kind and o.reversal_of is null
    where r.product_id in ${bounds.products} and r.reversal_of is not null group by r.id,
      r.reversal_of having count(o.id) <> 1`,
  sql`select 'I11 twice', reversal_of, count(*), 0 from ${tables.history}
    where product_id in ${bounds.products} and reversal_of is not null group by reversal_of having count(*) > 1`,
  sql`select 'I13 amount', id, quantity, total_price from ${tables.history}
    where product_id in ${bounds.products} and
    (abs(total_price) <> (abs(quantity) * price * 2 + 100000) / 200000 or total_price * quantity < 0)`,
]

const relocations = ({ products, docs }: Bounds): readonly RawBuilder<unknown>[] => [
  sql`select 'I6 legs', order_id, posting_seq, count(*) from ${tables.history}
    where product_id in ${products} and form_type = 70 group by order_id, posting_seq having count(*) <> 2
      or sum(quantity) <> 0 or count(distinct leg) <> 2`,
  sql`select 'I6 shelves', h.id, h.order_id, 0 from ${tables.history} as h join ${tables.relocation} as r
    on r.id = h.order_id where h.product_id in ${products} and h.form_type = 70
    and (h.warehouse_shelf_id <> case h.leg when 'out' then r.source_warehouse_shelf_id
      else r.target_warehouse_shelf_id end or (case h.leg when 'out' then -1 else 1 end) * h.quantity * (case
        when h.reversal_of is null then 1 else -1 end) <= 0)`,
  sql`select 'I8 moved', r.id, r.actual_quantity, 0 from ${tables.relocation} as r
    where r.id in ${docs('relocation')} and r.actual_quantity <> coalesce((select sum(h.quantity)
      from ${tables.history} as h where h.order_kind = 'wms/relocation' and h.order_id = r.id and h.leg = 'in'), 0)`,
  sql`select 'I9 status', id, status, actual_quantity from ${tables.relocation}
    where id in ${docs('relocation')} and status <> 3 and status <> case when actual_quantity = 0 then 0
      when actual_quantity < plan_quantity then 1 when actual_quantity = plan_quantity then 2 else -1 end`,
  sql`select 'I9 cancelled', id, status, actual_quantity from ${tables.relocation}
    where id in ${docs('relocation')} and status = 3 and actual_quantity >= plan_quantity`,
]

/** @param sign of the rows an audit writes */
const orders = (
  kind: 'warehousing' | 'outbound',
  sign: number,
  number: string,
  { docs }: Bounds,
): readonly RawBuilder<unknown>[] => {
  const [order, lines, owner] = [sql.table(`wms_${kind}`), sql.table(`wms_${kind}_line`), sql.ref(`l.${kind}_id`)]
  const booked = sql`(select line_id, order_id, sum(quantity) as q from ${tables.history}
    where order_kind = ${sql.lit(`wms/${kind}`)} and order_id in ${docs(kind)} group by line_id, order_id)`
  const counted = sql`coalesce(l.actual_quantity, l.plan_quantity)`
  return [
    sql`select 'I7 line', l.id, ${counted}, h.q from ${lines} l join ${order} o on o.id = ${owner} left
      join ${booked} h on h.line_id = l.id where o.id in ${docs(kind)} and coalesce(h.q, 0) <> case
        when o.audit_status = 1 then ${sql.lit(sign)} * l.actual_quantity else 0 end`,
    sql`select 'I7 lost line', h.line_id, h.order_id, h.q from ${booked} h left
      join ${lines} l on l.id = h.line_id where l.id is null and h.q <> 0`,
    sql`select 'I13 totals', o.id, o.total_quantity, o.total_amount
      from ${order} o where o.id in ${docs(kind)} and
        (o.total_quantity <> (select sum(${counted}) from ${lines} l where ${owner} = o.id) or
        o.total_amount <> (select sum(l.total_price) from ${lines} l where ${owner} = o.id))`,
    sql`select 'I13 line', l.id, l.total_price, 0
      from ${lines} l where ${owner} in ${docs(kind)}
        and l.total_price <> (${counted} * l.price * 2 + 100000) / 200000`,
    sql`select 'I14 number', min(id), count(*), 0
      from ${order} where id in ${docs(kind)} group by ${sql.ref(number)} having count(*) > 1`,
    sql`select 'I17 product', o.id, l.product_id, 0
      from ${lines} l join ${order} o on o.id = ${owner} join ${tables.product} as p on p.id = l.product_id
        where o.id in ${docs(kind)} and o.deletetime is null and p.deletetime is not null`,
  ]
}

const stocktakes = ({ docs }: Bounds): readonly RawBuilder<unknown>[] => {
  const booked = sql`(select line_id, sum(quantity) as q from ${tables.history}
    where order_kind = 'wms/stocktake' and order_id in ${docs('stocktake')} group by line_id)`
  return [
    sql`select 'count', l.id, l.difference, h.q from ${tables.stocktakeLine} as l join ${tables.stocktake} as o
      on o.id = l.stocktake_id left join ${booked} h on h.line_id = l.id
        where o.id in ${docs('stocktake')} and coalesce(h.q, 0) <> case when o.status = 2
          then coalesce(l.difference, 0) else 0 end`,
    sql`select 'count lost line', h.line_id, h.q, 0 from ${booked} h left join ${tables.stocktakeLine} as l
      on l.id = h.line_id where l.id is null and h.q <> 0`,
    sql`select 'count form', id, form_type, 0 from ${tables.history} where order_kind = 'wms/stocktake'
      and order_id in ${docs('stocktake')} and form_type <> 80`,
    sql`select 'difference', l.id, l.difference, l.counted_quantity - l.book_quantity from ${tables.stocktakeLine} as l
      where l.stocktake_id in ${docs('stocktake')} and (coalesce(l.difference,
        0) <> coalesce(l.counted_quantity - l.book_quantity, 0)
          or (l.difference is null) <> (l.counted_quantity is null))`,
    sql`select 'I14 number', min(id), count(*), 0 from ${tables.stocktake}
      where id in ${docs('stocktake')} group by stocktake_no having count(*) > 1`,
  ]
}

const rest = ({ products, docs }: Bounds): readonly RawBuilder<unknown>[] => [
  sql`select 'I10 shipped', id, shipment_status, audit_status from ${tables.outbound}
    where id in ${docs('outbound')} and not case shipment_status
    when 1 then audit_status = 1 and courier_number is not null and carrier_id is not null
      and shipment_time is not null else courier_number is null and carrier_id is null and shipment_time is null end`,
  sql`select 'audited', id, audit_status, audit_time from ${tables.outbound}
    where id in ${docs('outbound')} and (audit_status = 1) <> (audit_time is not null and audit_admin_id is not null)`,
  sql`select 'first dates', p.id, p.first_expire_at, min(l.expire_at) from ${tables.product} as p left
    join ${tables.layer} as l on l.product_id = p.id and l.remaining > 0 where p.id in ${products} group by p.id,
      p.first_expire_at, p.first_warn_at
    having coalesce(p.first_expire_at, 0) <> coalesce(min(l.expire_at), 0) or coalesce(p.first_warn_at,
      0) <> coalesce(min(l.warn_at), 0)`,
  sql`select 'low alert', id, total_stock_num, low_alert_open from ${tables.product}
    where id in ${products} and deletetime is null and low_alert_open <> case when safety_stock_num > 0
      and total_stock_num < safety_stock_num then 1 else 0 end`,
]

/** What is wrong in a world; empty = all is well. */
export async function faultsOf({
  fixture,
  products,
  docs,
}: Pick<World, 'products' | 'docs'> & { readonly fixture: { readonly database: Pick<Database, 'query'> } }): Promise<
  readonly unknown[]
> {
  const among = (ids: readonly number[]): RawBuilder<unknown> =>
    sql`(${sql.join([0, ...ids].map((id) => sql.lit(id)))})`
  const bounds: Bounds = {
    products: among(products),
    docs: (kind) => among(docs.filter((doc) => doc.kind === kind).map(({ id }) => id)),
  }
  const parts = [
    ...ledger(bounds),
    ...relocations(bounds),
    ...stocktakes(bounds),
    ...orders('warehousing', 1, 'receipt_no', bounds),
    ...orders('outbound', -1, 'outbound_no', bounds),
    ...rest(bounds),
  ]
  const found = await sql<Row>`${sql.join(parts, sql` union all `)}`.execute(fixture.database.query)
  return found.rows
}
