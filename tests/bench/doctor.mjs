/**
 * `tablewright doctor` on a long ledger without contradictions: seconds and memory, against a shorter one, and against
 * one plain pass over the rows of the ledger. Usage: node tests/bench/doctor.mjs [rows], which measures only so many.
 */
import { spawn } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { dirname } from 'node:path'
import { seedFixtures } from './audits/seed.mjs'
import { openStore } from './audits/store.mjs'
import { onBothEngines } from './engines.mjs'
import { residentMb, root } from './servers.mjs'

/** Ledger rows: of SQLite, of PostgreSQL, and of the short ledger. */
export const fullDoctor = { SQLite: 500_000, PostgreSQL: 200_000, short: 100_000 }
export const quickDoctor = { SQLite: 2_000, PostgreSQL: 2_000, short: 2_000 }

/** @returns by engine: rows, seconds, their ratio to those of the short ledger, memory in MB, times one plain pass */
export async function benchDoctor(rows) {
  const short = await onBothEngines((...place) => measure(...place, () => rows.short))
  const isSame = rows.SQLite === rows.short && rows.PostgreSQL === rows.short
  const long = isSame ? short : await onBothEngines((...place) => measure(...place, (engine) => rows[engine]))
  return long.map((found, at) => ({ ...found, ratio: found.seconds / short[at].seconds }))
}

async function measure(url, _serve, countOf) {
  const store = openStore(url, 2)
  const count = countOf(store.name)
  try {
    await fill(store, count)
    const began = performance.now()
    await store.rows('select sum(quantity), sum(total_price), max(createtime) from wms_inventory_history')
    const passMs = performance.now() - began
    const place = store.name === 'SQLite' ? { TABLEWRIGHT_DATA: dirname(url), DATABASE_URL: '' } : { DATABASE_URL: url }
    const { seconds, memoryMb } = await runDoctor(place)
    return { engine: store.name, rows: count, seconds, memoryMb, passes: (seconds * 1000) / passMs }
  } finally {
    await store.close()
  }
}

/** Fails when anything is found: the data is as postings would have left it. */
async function runDoctor(env) {
  const began = performance.now()
  const child = spawn(process.execPath, ['cli/tablewright.mjs', 'doctor', '--json'], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let [memoryMb, output] = [0, '']
  child.stdout.on('data', (part) => (output += part))
  const timer = setInterval(() => {
    if (child.exitCode === null) memoryMb = Math.max(memoryMb, residentMb(child.pid))
  }, 100)
  const code = await new Promise((resolve) => child.once('close', resolve))
  clearInterval(timer)
  const found = JSON.parse(output).checks?.filter((check) => check.count > 0)
  if (code !== 0) throw new Error(`doctor ended with ${code}: ${JSON.stringify(found).slice(0, 1000)}`)
  return { seconds: (performance.now() - began) / 1000, memoryMb }
}

/** Lines of an order. */
const lines = 20
/** At noon in Shanghai on a day that is over; the numbers of the orders name that day. */
const createtime = Date.UTC(2026, 10, 1, 4) / 1000
const day = '20261101'

/** Audited receipts of one piece a line, which come onto all places in turn. */
async function fill({ name, rows, decimal }, count) {
  const { supplier, shelves, products } = await seedFixtures({ rows, decimal })
  const integer = name === 'SQLite' ? 'integer' : 'bigint'
  const [first, shelf] = [Math.min(...products), Math.min(...shelves)]
  const [p, places] = [products.length, products.length * shelves.length]
  const numbers = (to) =>
    `with recursive n(i) as (select cast(0 as ${integer}) union all select i + 1 from n where i < ${to} - 1)`
  const [product, place] = [`${first} + i % ${p}`, `${shelf} + (i / ${p}) % ${shelves.length}`]
  const pieces = (count) => decimal(`1000 * (${count})`, 3)
  const stockOf = (total, parts, at) => pieces(`(${total} - ${at} + ${parts} - 1) / ${parts}`)
  const [piece, price, amount] = [pieces(1), decimal(125_000, 4), decimal(1250, 2)]
  await rows(`insert into wms_warehousing (receipt_no, type, supplier_id, audit_status, total_quantity, total_amount,
      missing_quantity, audit_admin_id, audit_time, admin_id, createtime, updatetime, version)
    ${numbers(count / lines)} select 'RK${day}' || substr(cast(1000001 + i as text), 2), 10, ${supplier}, 1,
      ${pieces(lines)}, ${decimal(1250 * lines, 2)}, 0, 1, ${createtime}, 1, ${createtime},
      ${createtime}, 2 from n order by i`)
  await rows(`insert into wms_warehousing_line (warehousing_id, line_no, product_id, warehouse_shelf_id, plan_quantity,
      actual_quantity, price, total_price, version)
    ${numbers(count)} select i / ${lines} + 1, i % ${lines} + 1, ${product}, ${place},
      ${piece}, ${piece}, ${price}, ${amount}, 1 from n order by i`)
  await rows(`insert into wms_inventory_history (order_no, form_type, product_id, warehouse_shelf_id, quantity,
      before_quantity, after_quantity, price, total_price, order_kind, order_id, line_id, posting_seq, leg, createtime,
      admin_id, version)
    ${numbers(count)} select 'RK${day}' || substr(cast(1000001 + i / ${lines} as text), 2), 10, ${product}, ${place},
      ${piece}, ${pieces(`i / ${places}`)}, ${pieces(`i / ${places} + 1`)}, ${price}, ${amount},
      'wms/warehousing', i / ${lines} + 1, i + 1, 1, 'in', ${createtime}, 1, 1 from n order by i`)
  await rows(`insert into wms_stock_layer (order_no, product_id, warehouse_shelf_id, remaining, received_at,
      source_history_id, version)
    select order_no, product_id, warehouse_shelf_id, quantity, createtime, id, 1 from wms_inventory_history
    order by id`)
  await rows(`insert into wms_stock_layer_move (history_id, layer_id, quantity, version)
    select source_history_id, id, remaining, 1 from wms_stock_layer order by id`)
  await rows(`insert into wms_stock (product_id, warehouse_shelf_id, quantity, last_history_id, version)
    ${numbers(Math.min(places, count))} select ${product}, ${place}, ${stockOf(count, places, 'i')},
      i + 1 + ${places} * ((${count} - i + ${places} - 1) / ${places} - 1), 1 from n`)
  await rows(`update wms_product set total_stock_num = ${stockOf(count, p, `(id - ${first})`)}`)
  await rows(`insert into wms_daily (time_zone, day, form_type, quantity, amount, version)
    values ${[10, 20, 30, 40, 50, 60, 70, 80]
      .map((type) => ({ type, sum: type === 10 ? count : 0 }))
      .map(({ type, sum }) => `('Asia/Shanghai', '2026-11-01', ${type}, ${pieces(sum)}, ${decimal(1250 * sum, 2)}, 1)`)
      .join()}`)
  await rows(name === 'SQLite' ? 'analyze' : 'vacuum analyze')
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const rows = Number(process.argv[2] ?? 0)
  const sizes = rows > 0 ? { SQLite: rows, PostgreSQL: rows, short: rows } : fullDoctor
  console.log(JSON.stringify(await benchDoctor(sizes), null, 1))
}
