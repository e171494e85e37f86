/**
 * The raw baseline: one hand-written Fastify + better-sqlite3 handler doing the same work as a list page of ours: 20
 * rows with their relation labels, one filter, sorted, capped total that is kept until something is written, decimals
 * as text. No sign-in, no rights, no compiler.
 * Usage: node raw-server.mjs <database file> <port>
 */
import Database from 'better-sqlite3'
import Fastify from 'fastify'
import { Readable } from 'node:stream'
import { setImmediate as immediate } from 'node:timers/promises'

const [file, port] = process.argv.slice(2)
const database = new Database(file, { readonly: true })
const decimal = (value, scale) => {
  if (value === null) return null
  const digits = String(Math.abs(value)).padStart(scale + 1, '0')
  return `${value < 0 ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}
const labels = ['category', 'brand', 'unit', 'warehouse', 'warehouse_area', 'warehouse_shelf']
/**
 * The condition by the name of a parameter. The sign before a column keeps SQLite from sorting all rows of a brand
 * instead of walking the order.
 */
const filters = { none: '', status: 'and status = ?', brand: 'and +brand_id = ?' }
const lists = new Map()

/** The list under a filter, in the order of a column. Only that of the default order begins with the status. */
function listOf(name, sort) {
  const key = `${name} ${sort}`
  if (lists.has(key)) return lists.get(key)
  if (!/^[a-z_]+$/.test(sort)) throw new Error(`no column: ${sort}`)
  const filter = sort === 'weigh' ? filters[name] : filters[name].replace('and status', 'and +status')
  const orderOf = (alias) => (sort === 'id' ? `${alias}id desc` : `${alias}${sort} desc, ${alias}id desc`)
  const list = {
    rows: database.prepare(`
      select p.*, ${labels.map((label) => `${label}.name as ${label}_name`).join(', ')}
      from (select * from wms_product where deletetime is null ${filter} order by ${orderOf('')} limit 20 offset ?) p
      ${labels.map((label) => `left join wms_${label} ${label} on ${label}.id = p.${label}_id`).join(' ')}
      order by ${orderOf('p.')}`),
    count: database.prepare(
      `select count(*) as n from (select 1 from wms_product where deletetime is null ${filter} limit 10001)`.replace(
        '+',
        '',
      ),
    ),
    counted: new Map(),
  }
  lists.set(key, list)
  return list
}
const dataVersion = database.prepare('pragma data_version').pluck()
let countedVersion = null

function countOf({ count, counted }, values) {
  const version = dataVersion.get()
  if (version !== countedVersion) for (const one of lists.values()) one.counted.clear()
  countedVersion = version
  const key = values.join()
  if (!counted.has(key)) counted.set(key, count.get(...values).n)
  return counted.get(key)
}

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
  const name = ['status', 'brand'].find((one) => request.query[one] !== undefined) ?? 'none'
  const values = name === 'none' ? [] : [Number(request.query[name])]
  const { rows, ...counts } = listOf(name, request.query.sort ?? 'weigh')
  const list = rows.all(...values, (page - 1) * 20).map(toWire)
  const n = countOf(counts, values)
  return {
    code: 1,
    msg: '',
    time: Math.floor(Date.now() / 1000),
    data: { list, total: Math.min(n, 10_000), more: n > 10_000, remark: '' },
  }
})
const zone = 8 * 3600
const time = (seconds) =>
  seconds === null ? '' : new Date((seconds + zone) * 1000).toISOString().slice(0, 19).replace('T', ' ')
const cell = (text) => {
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
const statuses = { 10: '上架', 20: '下架' }
const plain = (value) => (value === null ? '' : cell(String(value)))
const lowAlert = { 0: '充足', 1: '库存不足' }
const expiryOf = ({ first_expire_at: expiry, first_warn_at: warning }, now) =>
  expiry !== null && expiry <= now ? '已过期' : warning !== null && warning <= now ? '临期' : '正常'
const columns =
  'id,product_no,bar_code,name,category_id,brand_id,unit_id,spec,price,safety_stock_num,total_stock_num,reserved_num,' +
  'low_alert_open,effective_day,first_expire_at,first_warn_at,expiry,warehouse_id,warehouse_area_id,' +
  'warehouse_shelf_id,images,status,remark,createtime,updatetime'
const writers = {
  price: (row) => decimal(row.price, 4) ?? '',
  safety_stock_num: (row) => decimal(row.safety_stock_num, 3) ?? '',
  total_stock_num: (row) => decimal(row.total_stock_num, 3) ?? '',
  reserved_num: (row) => decimal(row.reserved_num, 3) ?? '',
  images: (row) => (row.images ? cell(JSON.parse(row.images).join(',')) : ''),
  status: (row) => statuses[row.status],
  low_alert_open: (row) => lowAlert[row.low_alert_open] ?? '',
  expiry: expiryOf,
  first_expire_at: (row) => time(row.first_expire_at),
  first_warn_at: (row) => time(row.first_warn_at),
  createtime: (row) => time(row.createtime),
  updatetime: (row) => time(row.updatetime),
  ...Object.fromEntries(labels.map((name) => [`${name}_id`, (row) => plain(row[`${name}_name`])])),
}
const everything = database.prepare(`
  select p.*, ${labels.map((name) => `${name}.name as ${name}_name`).join(', ')} from wms_product p
  ${labels.map((name) => `left join wms_${name} ${name} on ${name}.id = p.${name}_id`).join(' ')}
  where p.deletetime is null order by p.weigh desc, p.id desc`)
const cells = columns.split(',').map((name) => writers[name] ?? ((row) => plain(row[name])))
app.get('/export', (_request, reply) => {
  const now = Date.now() / 1000
  async function* pieces() {
    let text = ''
    let count = 0
    for (const row of everything.iterate()) {
      text += `${cells.map((write) => write(row, now)).join(',')}\r\n`
      if (++count % 500 > 0) continue
      yield text
      text = ''
      await immediate()
    }
    yield text
  }
  return reply.type('text/csv').send(Readable.from(pieces(), { objectMode: false }))
})
const writer = new Database(file)
writer.pragma('synchronous = FULL')
writer.pragma('foreign_keys = ON')
const insert = writer.prepare(
  'insert into wms_brand (name, image, introduce, createtime, updatetime, version) values (?, null, ?, ?, ?, 1) ' +
    'returning id',
)
const place = writer.prepare('update wms_brand set weigh = id where id = ?')
const log = writer.prepare(`insert into admin_log
  (admin_id, username, title, url, data, ip, useragent, create_time, version, entity, action, record_id)
  values (1, 'admin', ?, ?, ?, ?, ?, ?, 1, 'wms/brand', 'add', ?)`)
const addBrand = writer.transaction(({ name, introduce }, request) => {
  const now = Math.floor(Date.now() / 1000)
  const { id } = insert.get(name, introduce, now, now)
  place.run(id)
  const [text, agent] = [JSON.stringify({ name, introduce }), request.headers['user-agent'] ?? '']
  log.run('品牌-添加\nBrands: add', `/admin/wms.Brand${request.url}`, text, request.ip, agent, now, id)
  return id
})
app.post('/add', (request) => {
  const { name, introduce = '' } = request.body
  if (typeof name !== 'string' || name === '' || name.length > 255 || typeof introduce !== 'string')
    return { code: 0, msg: 'invalid', time: Math.floor(Date.now() / 1000), data: null }
  const id = addBrand.immediate({ name, introduce }, request)
  return { code: 1, msg: 'added', time: Math.floor(Date.now() / 1000), data: { id } }
})
await app.listen({ port: Number(port), host: '127.0.0.1' })
