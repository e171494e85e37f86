/** Conditions on orders, their refunds and the stock that is held for them (SI2 to SI6). */
import { sql } from 'kysely'
import { createSqlCheck } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { orderOptions, refundOptions } from '#generated/shop/options.ts'
import type { Check } from '#generated/shop/server.ts'

const tables = {
  order: sql.table('shop_order'),
  line: sql.table('shop_order_line'),
  refund: sql.table('shop_refund'),
  refundLine: sql.table('shop_refund_line'),
  bought: sql.table('shop_bought'),
  outbound: sql.table('wms_outbound'),
  hold: sql.table('wms_hold'),
  payRefund: sql.table('pay_refund'),
} as const
const { status } = orderOptions
const { status: refundStatus } = refundOptions
const lit = (value: string | number) => sql.lit(value)

const amount = createSqlCheck<Database>({
  name: 'shop/order.amount',
  repair: 'backup',
  scale: 2,
  label: {
    'zh-cn': '商城订单：应付金额等于明细、运费之和减优惠',
    en: 'Shop orders: the total is the sum of lines and freight, less the discount',
  },
  rows: () => sql`select id, sn, found, expected from (select o.id, o.sn, o.amount_pay as found,
      coalesce((select sum(l.amount) from ${tables.line} as l where l.order_id = o.id), 0) + o.freight - o.discount
        as expected
      from ${tables.order} as o) as x where found <> expected`,
})

const quantities = createSqlCheck<Database>({
  name: 'shop/order_line.quantities',
  repair: 'backup',
  scale: 3,
  label: {
    'zh-cn': '商城订单：已退数量不超过购买数量',
    en: 'Shop orders: no more is refunded than was ordered',
  },
  rows: () => sql`select id, refunded_quantity as found, quantity as expected from ${tables.line}
    where refunded_quantity > quantity or shipped_quantity > quantity or refunded_amount > amount`,
})

const delivered = createSqlCheck<Database>({
  name: 'shop/order_line.delivered',
  repair: 'backup',
  scale: 3,
  label: {
    'zh-cn': '商城订单：发货后，未发出的数量均已退款',
    en: 'Shop orders: once they are shipped, all that was not sent is refunded',
  },
  rows: () => sql`select l.id, o.sn, l.shipped_quantity + l.refunded_quantity as found, l.quantity as expected
    from ${tables.line} as l join ${tables.order} as o on o.id = l.order_id
    where o.status in (${lit(status.shipped)}, ${lit(status.completed)})
      and l.shipped_quantity + l.refunded_quantity < l.quantity`,
})

const refunded = createSqlCheck<Database>({
  name: 'shop/order.refunded',
  repair: 'backup',
  scale: 2,
  label: {
    'zh-cn': '商城订单：已退金额等于支付的退款之和，且不超过应付金额',
    en: 'Shop orders: what was refunded is what payments paid back, and not above the total',
  },
  rows: () => sql`select id, sn, found, expected from (select o.id, o.sn, o.amount_pay, o.refunded as found,
      coalesce((select sum(r.amount) from ${tables.payRefund} as r
        where r.pay_log_id = o.pay_log_id and r.state = 2), 0) as expected
      from ${tables.order} as o where o.pay_log_id is not null) as x
    where found <> expected or found > amount_pay`,
})

const shipped = createSqlCheck<Database>({
  name: 'shop/order.shipped',
  repair: 'edit',
  label: {
    'zh-cn': '商城订单：发货状态与出库单一致',
    en: 'Shop orders: they are shipped when their outbound orders are',
  },
  rows: () => sql`select o.id, o.sn, o.status as found, w.shipment_status as expected
    from ${tables.order} as o join ${tables.outbound} as w on w.id = o.outbound_id
    where (o.status = ${lit(status.paid)} and w.shipment_status <> 0)
      or (o.status in (${lit(status.shipped)}, ${lit(status.completed)}) and w.shipment_status <> 1)`,
})

const cancelled = createSqlCheck<Database>({
  name: 'shop/order.cancelled',
  repair: 'edit',
  scale: 3,
  label: {
    'zh-cn': '商城订单：已取消的不占用库存',
    en: 'Shop orders: nothing is held for those that are cancelled',
  },
  rows: () => sql`select o.id, o.sn, h.quantity as found, 0 as expected from ${tables.order} as o
    join ${tables.hold} as h on h.holder = 'shop/order' and h.holder_id = o.id
    where o.status = ${lit(status.cancelled)} and h.state = 0 and h.quantity > 0`,
})

const open = createSqlCheck<Database>({
  name: 'shop/order.open',
  repair: 'edit',
  label: {
    'zh-cn': '商城订单：已取消的没有待发货的出库单',
    en: 'Shop orders: those that are cancelled have no outbound order that waits to be shipped',
  },
  rows: () => sql`select o.id, o.sn, w.outbound_no as found, null as expected from ${tables.order} as o
    join ${tables.outbound} as w on w.holder = 'shop/order' and w.holder_id = o.id
    where o.status = ${lit(status.cancelled)} and w.deletetime is null and w.shipment_status = 0`,
})

const returned = createSqlCheck<Database>({
  name: 'shop/order.returned',
  repair: 'backup',
  scale: 2,
  label: {
    'zh-cn': '商城订单：已付款后取消的，款项已全部退回或正在退回',
    en: 'Shop orders: the money of those that are cancelled is back, or on its way',
  },
  rows: () => sql`select id, sn, found, expected from (select o.id, o.sn, o.amount_pay as expected,
      o.refunded + coalesce((select sum(r.amount) from ${tables.refund} as r where r.order_id = o.id
        and (r.status = ${lit(refundStatus.agreed)} or (r.status = ${lit(refundStatus.asked)} and r.tries > 0))), 0)
        as found
      from ${tables.order} as o where o.status = ${lit(status.cancelled)} and o.pay_log_id is not null) as x
    where found <> expected`,
})

const bought = createSqlCheck<Database>({
  name: 'shop/bought.quantity',
  repair: 'edit',
  scale: 3,
  label: {
    'zh-cn': '限购：已购数量等于未取消订单的数量减已退数量',
    en: 'Limits: what a member bought is what orders have, less cancelled and refunded',
  },
  rows: () => sql`select id, found, expected from (select b.id, b.quantity as found,
      coalesce((select sum(l.quantity) from ${tables.line} as l join ${tables.order} as o on o.id = l.order_id
        where o.user_id = b.user_id and l.goods_id = b.goods_id
          and not (o.status = ${lit(status.cancelled)} and o.pay_time is null)), 0)
      - coalesce((select sum(coalesce(r.returned_quantity, r.quantity)) from ${tables.refundLine} as r
        join ${tables.refund} as f on f.id = r.refund_id join ${tables.line} as l on l.id = r.order_line_id
        where f.user_id = b.user_id and l.goods_id = b.goods_id and f.status = ${lit(refundStatus.done)}), 0)
        as expected
      from ${tables.bought} as b) as x where found <> expected`,
})

const done = createSqlCheck<Database>({
  name: 'shop/refund.sum',
  repair: 'edit',
  scale: 2,
  label: {
    'zh-cn': '订单退款：完成的退款不超过已退金额',
    en: 'Refunds of orders: those that are done are no more than was paid back',
  },
  rows: () => sql`select id, sn, found, expected from (select o.id, o.sn, o.refunded as expected,
      coalesce((select sum(r.amount) from ${tables.refund} as r
        where r.order_id = o.id and r.status = ${lit(refundStatus.done)}), 0) as found
      from ${tables.order} as o) as x where found > expected`,
})

export const checks: readonly Check[] = [
  amount,
  quantities,
  delivered,
  refunded,
  shipped,
  cancelled,
  open,
  returned,
  bought,
  done,
]
