/**
 * What has to be true of the warehouse's documents (domain 1.13: I6 to I10): what they have moved is what they state,
 * and their states follow from it.
 */
import { sql, type RawBuilder } from 'kysely'
import { createSqlCheck } from 'tablewright/server'
import { outboundOptions, relocationOptions, stocktakeOptions, warehousingOptions } from '#generated/wms/options.ts'
import type { Check } from '#generated/wms/server.ts'

const tables = {
  history: sql.table('wms_inventory_history'),
  outbound: sql.table('wms_outbound'),
  relocation: sql.table('wms_relocation'),
  stocktake: sql.table('wms_stocktake'),
  stocktakeLine: sql.table('wms_stocktake_line'),
} as const

const { audited, unaudited } = warehousingOptions.audit_status
const { shipped } = outboundOptions.shipment_status
const { not_moved: notMoved, partial, completed, cancelled } = relocationOptions.status

/** Quantities posted for each line of the documents of a kind, in thousandths. */
const postedByLine = (kind: string): RawBuilder<unknown> =>
  sql`(select line_id, sum(quantity) as quantity from ${tables.history}
    where order_kind = ${sql.lit(kind)} group by line_id)`

const quantity = { scale: 3, repair: 'backup' } as const

/** @param sign of what an audit posts */
function orderLines(kind: 'warehousing' | 'outbound', sign: 1 | -1, label: Check['label']): Check {
  const [order, lines] = [sql.table(`wms_${kind}`), sql.table(`wms_${kind}_line`)]
  const expected = sql`case when o.audit_status = ${sql.lit(audited)}
    then ${sql.lit(sign)} * coalesce(l.actual_quantity, l.plan_quantity) else 0 end`
  return createSqlCheck({
    ...quantity,
    name: `wms/${kind}.lines`,
    label,
    rows: () => sql`select o.id, l.id as line_id, coalesce(p.quantity, 0) as found, ${expected} as expected
      from ${lines} as l join ${order} as o on o.id = ${sql.ref(`l.${kind}_id`)}
      left join ${postedByLine(`wms/${kind}`)} as p on p.line_id = l.id
      where coalesce(p.quantity, 0) <> ${expected}`,
  })
}

const shipment = createSqlCheck({
  name: 'wms/outbound.shipment',
  repair: 'backup',
  label: {
    'zh-cn': '出库单：已发货的已审核并有承运商、运单号和发货时间，未发货的都没有',
    en: 'Outbound orders: shipped ones are audited and have carrier, tracking number and time; others have none',
  },
  rows: () => sql`select id, shipment_status as found, null as expected from ${tables.outbound}
    where not case when shipment_status = ${sql.lit(shipped)}
      then audit_status = ${sql.lit(audited)} and courier_number is not null and carrier_id is not null
        and shipment_time is not null
      else courier_number is null and carrier_id is null and shipment_time is null end`,
})

const moved = createSqlCheck({
  ...quantity,
  name: 'wms/relocation.moved',
  label: {
    'zh-cn': '移库单：已移数量等于移入目标货架的流水之和',
    en: 'Relocation orders: the quantity moved is what arrived at the target shelf',
  },
  rows: () => sql`select r.id, r.actual_quantity as found, coalesce(p.quantity, 0) as expected
    from ${tables.relocation} as r
    left join (select order_id, sum(quantity) as quantity from ${tables.history}
      where order_kind = 'wms/relocation' and leg = 'in' group by order_id) as p on p.order_id = r.id
    where r.actual_quantity <> coalesce(p.quantity, 0)`,
})

const shelves = createSqlCheck({
  name: 'wms/relocation.shelves',
  repair: 'backup',
  label: {
    'zh-cn': '移库单：流水的货架是单据的源货架或目标货架',
    en: 'Relocation orders: rows are of the shelves of the order',
  },
  rows: () => sql`select h.id, h.warehouse_shelf_id as found,
      case h.leg when 'out' then r.source_warehouse_shelf_id else r.target_warehouse_shelf_id end as expected
    from ${tables.history} as h join ${tables.relocation} as r on r.id = h.order_id
    where h.order_kind = 'wms/relocation' and (h.warehouse_shelf_id <>
      case h.leg when 'out' then r.source_warehouse_shelf_id else r.target_warehouse_shelf_id end
      or h.product_id <> r.product_id)`,
})

/** The state as a function of the quantities (domain 1.6); a cancelled order keeps what it has moved. */
const status = createSqlCheck({
  name: 'wms/relocation.status',
  repair: 'backup',
  label: {
    'zh-cn': '移库单：状态与已移数量一致',
    en: 'Relocation orders: the state follows from the quantity moved',
  },
  rows: () => {
    const expected = sql`case when actual_quantity = 0 then ${sql.lit(notMoved)}
      when actual_quantity < plan_quantity then ${sql.lit(partial)}
      when actual_quantity = plan_quantity then ${sql.lit(completed)} else -1 end`
    return sql`select id, status as found, ${expected} as expected from ${tables.relocation}
      where (status <> ${sql.lit(cancelled)} and status <> ${expected})
        or (status = ${sql.lit(cancelled)} and actual_quantity >= plan_quantity)
        or (actual_quantity <> 0 and audit_status = ${sql.lit(unaudited)})`
  },
})

const counted = createSqlCheck({
  ...quantity,
  name: 'wms/stocktake.lines',
  label: {
    'zh-cn': '盘点单：已过账的差异等于流水，其余没有流水',
    en: 'Stocktakes: posted ones have moved their differences, others nothing',
  },
  rows: () => {
    const expected = sql`case when o.status = ${sql.lit(stocktakeOptions.status.posted)}
      then coalesce(l.difference, 0) else 0 end`
    return sql`select o.id, l.id as line_id, coalesce(p.quantity, 0) as found, ${expected} as expected
      from ${tables.stocktakeLine} as l join ${tables.stocktake} as o on o.id = l.stocktake_id
      left join ${postedByLine('wms/stocktake')} as p on p.line_id = l.id
      where coalesce(p.quantity, 0) <> ${expected}`
  },
})

/** Header totals are the sums of the lines, of amounts that were rounded line by line. */
function totals(kind: 'warehousing' | 'outbound', label: Check['label']): Check {
  const [order, lines] = [sql.table(`wms_${kind}`), sql.table(`wms_${kind}_line`)]
  const owner = sql.ref(`${kind}_id`)
  return createSqlCheck({
    name: `wms/${kind}.totals`,
    repair: 'edit',
    scale: 2,
    label,
    rows: () => sql`select o.id, o.total_amount as found, coalesce(l.amount, 0) as expected from ${order} as o
      left join (select ${owner} as order_id, sum(total_price) as amount,
        sum(coalesce(actual_quantity, plan_quantity)) as quantity from ${lines} group by ${owner}) as l
        on l.order_id = o.id
      where coalesce(o.total_amount, 0) <> coalesce(l.amount, 0)
        or coalesce(o.total_quantity, 0) <> coalesce(l.quantity, 0)`,
  })
}

export const documentChecks: readonly Check[] = [
  orderLines('warehousing', 1, {
    'zh-cn': '入库单：已审核明细的流水等于实收数量，未审核的为零',
    en: 'Inbound orders: audited lines have moved what arrived, others nothing',
  }),
  orderLines('outbound', -1, {
    'zh-cn': '出库单：已审核明细的流水等于实发数量，未审核的为零',
    en: 'Outbound orders: audited lines have moved what was issued, others nothing',
  }),
  totals('warehousing', {
    'zh-cn': '入库单：合计等于明细之和',
    en: 'Inbound orders: the totals are the sums of the lines',
  }),
  totals('outbound', {
    'zh-cn': '出库单：合计等于明细之和',
    en: 'Outbound orders: the totals are the sums of the lines',
  }),
  shipment,
  moved,
  shelves,
  status,
  counted,
]
