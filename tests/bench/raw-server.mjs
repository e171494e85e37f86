/**
 * The raw baseline: one hand-written Fastify + better-sqlite3 handler doing the same work as a list page of ours: 20
 * rows
 * with their relation labels, one filter, sorted, capped total, decimals as text. No sign-in, no rights, no compiler.
 * Usage: node raw-server.mjs <database file> <port>
 */
import Database from 'better-sqlite3'
import Fastify from 'fastify'

const [file, port] = process.argv.slice(2)
const database = new Database(file, { readonly: true })
const decimal = (value, scale) => {
  if (value === null) return null
  const digits = String(Math.abs(value)).padStart(scale + 1, '0')
  return `${value < 0 ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}
const labels = ['category', 'brand', 'unit', 'warehouse', 'warehouse_area', 'warehouse_shelf']
const rows = database.prepare(`
  select p.*, ${labels.map((name) => `${name}.name as ${name}_name`).join(', ')}
  from (select * from wms_product where deletetime is null and status = ? order by weigh desc, id desc
    limit 20 offset ?) p
  ${labels.map((name) => `left join wms_${name} ${name} on ${name}.id = p.${name}_id`).join(' ')}
  order by p.weigh desc, p.id desc`)
const count = database.prepare(
  'select count(*) as n from (select 1 from wms_product where deletetime is null and status = ? limit 10001)',
)

function toWire(row) {
  const wire = {
    ...row,
    price: decimal(row.price, 4),
    safety_stock_num: decimal(row.safety_stock_num, 3),
    total_stock_num: decimal(row.total_stock_num, 3),
    images: row.images ? JSON.parse(row.images) : [],
  }
  for (const name of labels) {
    wire[name] = row[`${name}_id`] === null ? null : { id: row[`${name}_id`], name: row[`${name}_name`] }
    delete wire[`${name}_name`]
  }
  delete wire.deletetime
  return wire
}

const app = Fastify()
app.get('/list', (request) => {
  const page = Number(request.query.page ?? 1)
  const list = rows.all(Number(request.query.status), (page - 1) * 20).map(toWire)
  const { n } = count.get(Number(request.query.status))
  return {
    code: 1,
    msg: '',
    time: Math.floor(Date.now() / 1000),
    data: { list, total: Math.min(n, 10_000), more: n > 10_000, remark: '' },
  }
})
await app.listen({ port: Number(port), host: '127.0.0.1' })
