/**
 * The audit of a receipt as somebody would write it by hand for this one table: the compare-and-set of the order, its
 * lines with what they refer to (places stay open until it ends), stock, totals, ledger rows, layers, the final lines,
 * what other orders received of it, and the entry of the admin log in the chain of the order.
 * SQLite: prepared statements line by line, the quickest there, decimals as integers. PostgreSQL: one statement over
 * all lines each, decimals as NUMERIC; those of the benchmark are exact in a number.
 */
import { createHash } from 'node:crypto'

const day = 86_400
const spare = 100_000n
const amountOf = (price, quantity) => Number((BigInt(price) * BigInt(quantity) * 2n + spare) / (2n * spare))
const seconds = () => Math.floor(Date.now() / 1000)

const title = '入库单-审核\nInbound orders: audit'

const text = {
  take: `update wms_warehousing set audit_status = 1, audit_admin_id = 1, audit_time = ?, updatetime = ?,
    version = version + 1 where id = ? and audit_status = 0 and deletetime is null returning receipt_no`,
  lines: `select l.id, l.product_id, l.warehouse_shelf_id as shelf_id, coalesce(l.actual_quantity,
    l.plan_quantity) as quantity, l.price, p.product_no, p.name, p.spec, u.name as unit, p.effective_day,
      w.name || '/' || a.name || '/' || s.name as shelf
    from wms_warehousing_line l join wms_product p on p.id = l.product_id left join wms_unit u
      on u.id = p.unit_id join wms_warehouse_shelf s on s.id = l.warehouse_shelf_id
      join wms_warehouse w on w.id = s.warehouse_id join wms_warehouse_area a on a.id = s.warehouse_area_id
    where l.warehousing_id = ? order by l.product_id, l.warehouse_shelf_id, l.id`,
  seq: `select coalesce(max(posting_seq), 0) + 1 as seq from wms_inventory_history
    where order_kind = 'wms/warehousing' and order_id = ?`,
  remainders: 'select id, audit_status from wms_warehousing where remainder_of_id = ? order by id',
  end: `select position, hash from record_log where entity = 'wms/warehousing' and record_id = ?`,
  move: `insert into record_log (entity, record_id, position, hash, version) values ('wms/warehousing', ?, ?, ?, 1)
    on conflict (entity, record_id) do update set position = excluded.position, hash = excluded.hash
    where record_log.position = excluded.position - 1 returning id`,
  totals: 'update wms_warehousing set total_quantity = ?, total_amount = ?, missing_quantity = 0 where id = ?',
  log: `insert into admin_log (admin_id, username, title, url, data, ip, useragent, create_time, version, entity,
      action, record_id, position, hash)
    values (1, 'admin', '${title}', '/admin/wms.Warehousing/audit', ?, '127.0.0.1', 'bench', ?, 1, 'wms/warehousing',
      'audit', ?, ?, ?)`,
}

/** The entry of the log with its place in the chain of its order. */
function chained(id, [end], now) {
  const [data, position] = [JSON.stringify({ id, was: { audit_status: 0 } }), Number(end?.position ?? 0) + 1]
  const said = ['wms/warehousing', id, position, 'audit', 'admin', title, '/admin/wms.Warehousing/audit', data]
  const hash = createHash('sha256')
    .update(`${end?.hash ?? ''}\n${JSON.stringify([...said, '127.0.0.1', 'bench', now].map(String))}`)
    .digest('hex')
  return { move: [id, position, hash], log: [data, now, id, position, hash] }
}

function refuseRemainders(found) {
  if (found.length > 0) throw new Error('none was made')
}

function refuseMoved(moved) {
  if (moved.length !== 1) throw new Error('the log of the order was extended by another transaction')
}
const historyColumns = `order_no, form_type, product_id, product_no, product_name, spec, unit,
  warehouse_shelf_id, warehouse_shelf, quantity, before_quantity, after_quantity, price, total_price,
    order_kind, order_id,
  line_id, posting_seq, leg, createtime, admin_id, version`
const layerColumns =
  'order_no, product_id, warehouse_shelf_id, remaining, received_at, expire_at, warn_at, source_history_id, version'

/** @returns the audit of one order: `(id) => Promise` */
export function auditByHand(store) {
  return store.sqlite ? bySqlite(store.sqlite) : (id) => store.inTransaction((client) => postgresAudit(client, id))
}

const each = {
  stock:
    'insert into wms_stock (product_id, warehouse_shelf_id, quantity) values (?, ?, ?) on conflict (product_id, ' +
    'warehouse_shelf_id) do update set quantity = quantity + excluded.quantity returning quantity',
  total: 'update wms_product set total_stock_num = total_stock_num + ? where id = ?',
  history: `insert into wms_inventory_history (${historyColumns}) values (?, 10, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
    ?, ?, 'wms/warehousing', ?, ?, ?, 'in', ?, 1, 1) returning id`,
  last: 'update wms_stock set last_history_id = ? where product_id = ? and warehouse_shelf_id = ?',
  layer: `insert into wms_stock_layer (${layerColumns}) values (?, ?, ?, ?, ?, ?, ?, ?, 1) returning id`,
  move: 'insert into wms_stock_layer_move (history_id, layer_id, quantity, version) values (?, ?, ?, 1)',
  freeze:
    'update wms_warehousing_line set actual_quantity = ?, total_price = ?, product_material_name = ?, ' +
    'order_detail_coding = ?, spec = ?, unit_name = ?, shelf = ? where id = ?',
}

function bySqlite({ rows, transaction }) {
  const audit = (id) => {
    const now = seconds()
    const [order] = rows(text.take, [now, now, id])
    if (!order) throw new Error(`order ${id} is not open`)
    const lines = rows(text.lines, [id])
    const [{ seq }] = rows(text.seq, [id])
    let [quantity, amount] = [0, 0]
    for (const line of lines) {
      const total = amountOf(line.price, line.quantity)
      const [{ quantity: after }] = rows(each.stock, [line.product_id, line.shelf_id, line.quantity])
      rows(each.total, [line.quantity, line.product_id])
      const [history] = rows(each.history, [
        order.receipt_no,
        line.product_id,
        line.product_no,
        line.name,
        line.spec,
        line.unit,
        line.shelf_id,
        line.shelf,
        line.quantity,
        after - line.quantity,
        after,
        line.price,
        total,
        id,
        line.id,
        seq,
        now,
      ])
      rows(each.last, [history.id, line.product_id, line.shelf_id])
      const [layer] = rows(each.layer, [
        order.receipt_no,
        line.product_id,
        line.shelf_id,
        line.quantity,
        now,
        now + line.effective_day * day,
        now + line.effective_day * day - 10 * day,
        history.id,
      ])
      rows(each.move, [history.id, layer.id, line.quantity])
      rows(each.freeze, [line.quantity, total, line.name, line.product_no, line.spec, line.unit, line.shelf, line.id])
      quantity += line.quantity
      amount += total
    }
    refuseRemainders(rows(text.remainders, [id]))
    rows(text.totals, [quantity, amount, id])
    const { move, log } = chained(id, rows(text.end, [id]), now)
    refuseMoved(rows(text.move, move))
    rows(text.log, log)
  }
  const whole = transaction(audit)
  return async (id) => whole(id)
}

const typeOf = (name) => {
  if (/_no$|^name$|^spec$|^unit$|^shelf$/.test(name)) return 'text'
  return /^(quantity|after|price|total)$/.test(name) ? 'numeric' : 'bigint'
}
const listed = (...columns) =>
  `json_to_recordset($1::json) as d(n int, ${columns.map((name) => `${name} ${typeOf(name)}`).join()})`
const postedColumns = ['id', 'product_id', 'product_no', 'name', 'spec', 'unit', 'shelf_id', 'shelf', 'quantity']
const whole = {
  stock: `insert into wms_stock (product_id, warehouse_shelf_id, quantity) select d.product_id, d.shelf_id,
    d.quantity from ${listed('product_id', 'shelf_id', 'quantity')} order by d.n
    on conflict (product_id, warehouse_shelf_id) do update set quantity = wms_stock.quantity + excluded.quantity
      returning product_id, warehouse_shelf_id as shelf_id, quantity`,
  lock: `select p.id from wms_product p join ${listed('product_id')} on p.id = d.product_id order by p.id
    for no key update`,
  total: `update wms_product p set total_stock_num = total_stock_num + d.quantity
    from ${listed('product_id', 'quantity')} where p.id = d.product_id`,
  history: `insert into wms_inventory_history (${historyColumns}) select $2, 10, product_id, product_no, name,
    spec, unit, shelf_id, shelf, quantity, after - quantity, after, price, total, 'wms/warehousing', $3, id, $4,
      'in', $5, 1, 1
    from ${listed(...postedColumns, 'after', 'price', 'total')} order by n returning id, line_id`,
  last: `update wms_stock s set last_history_id = d.history
    from ${listed('product_id', 'shelf_id', 'history')} where s.product_id = d.product_id
      and s.warehouse_shelf_id = d.shelf_id`,
  layer: `insert into wms_stock_layer (${layerColumns}) select $2, product_id, shelf_id, quantity, $3,
    $3::bigint + effective_day * ${day}, $3::bigint + (effective_day - 10) * ${day}, history, 1
    from ${listed('product_id', 'shelf_id', 'quantity', 'effective_day', 'history')} order by n returning id,
      source_history_id as history, remaining as quantity`,
  move: `insert into wms_stock_layer_move (history_id, layer_id, quantity, version) select history, id,
    quantity, 1 from ${listed('history', 'id', 'quantity')}`,
  freeze: `update wms_warehousing_line l set actual_quantity = d.quantity, total_price = d.total,
    product_material_name = d.name, order_detail_coding = d.product_no, spec = d.spec, unit_name = d.unit,
      shelf = d.shelf
    from ${listed('id', 'quantity', 'total', 'name', 'product_no', 'spec', 'unit', 'shelf')} where l.id = d.id`,
}
const numbers = ['id', 'product_id', 'shelf_id', 'quantity', 'price', 'effective_day', 'seq', 'history']
const plain = (row) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, numbers.includes(name) ? Number(value) : value]))
const dollars = (sql) => {
  let at = 0
  return sql.replace(/\?/g, () => `$${++at}`)
}

async function postgresAudit(client, id) {
  const run = async (name, sql, values) => (await client.query({ name, text: dollars(sql), values })).rows.map(plain)
  const over = (name, lines, values = []) => run(name, whole[name], [JSON.stringify(lines), ...values])
  const now = seconds()
  const [order] = await run('take', text.take, [now, now, id])
  if (!order) throw new Error(`order ${id} is not open`)
  const found = await run('lines', `${text.lines} for key share of w, a, s`, [id])
  const [{ seq }] = await run('seq', text.seq, [id])
  let lines = found.map((line, n) => ({ ...line, n, total: Math.round(line.price * line.quantity * 100) / 100 }))
  const stock = new Map((await over('stock', lines)).map((row) => [`${row.product_id}/${row.shelf_id}`, row.quantity]))
  await over('lock', lines)
  await over('total', lines)
  lines = lines.map((line) => ({ ...line, after: stock.get(`${line.product_id}/${line.shelf_id}`) }))
  const history = new Map(
    (await over('history', lines, [order.receipt_no, id, seq, now])).map((row) => [Number(row.line_id), row.id]),
  )
  lines = lines.map((line) => ({ ...line, history: history.get(line.id) }))
  await over('last', lines)
  await over('move', await over('layer', lines, [order.receipt_no, now]))
  await over('freeze', lines)
  const sum = (name) => lines.reduce((total, line) => total + line[name], 0)
  refuseRemainders(await run('remainders', text.remainders, [id]))
  await run('totals', text.totals, [sum('quantity'), sum('total'), id])
  const { move, log } = chained(id, await run('end', text.end, [id]), now)
  refuseMoved(await run('move_end', text.move, move))
  await run('log', text.log, log)
}
