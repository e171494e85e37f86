/**
 * The figures of the dashboard on a long history against those on a short one, on both engines: the time of all calls
 * that the page makes. Usage: node tests/bench/dashboard.mjs
 */
import { pathToFileURL } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { seedFixtures } from './audits/seed.mjs'
import { openStore } from './audits/store.mjs'
import { onBothEngines } from './engines.mjs'
import { median } from './list.mjs'
import { signIn } from './servers.mjs'

/** Movements, spread over two years up to now; and how often the page is opened. */
export const fullDashboard = { short: 10_000, long: 1_000_000, rounds: 15 }
export const quickDashboard = { short: 600, long: 600, rounds: 1 }

const span = 730 * 86_400
const calls = ['index', 'movements?unit=day', 'movements?unit=month', 'movements?unit=year', 'top']

/**
 * @returns by engine: milliseconds of the page and of its slowest call on the long history, how many times as long it
 * takes as on the short one, and milliseconds for the sums of all days that are over
 */
export async function benchDashboard({ short, long, rounds }) {
  const measureAll = (movements) => onBothEngines((...place) => measure(...place, movements, rounds))
  const few = await measureAll(short)
  const many = short === long ? few : await measureAll(long)
  return many.map((found, at) => ({ ...found, ratio: found.ms / few[at].ms }))
}

async function measure(url, serve, movements, rounds) {
  const store = openStore(url, 2)
  await fill(store, movements)
  const server = await serve()
  try {
    const { token } = await signIn(server.address, 'admin')
    const closeMs = await closeDays(store)
    const times = { page: [], slowest: [] }
    for (let round = 0; round < rounds + 1; round++) {
      const each = []
      for (const call of calls) each.push(await ask(`${server.address}/admin/wms.Dashboard/${call}`, token))
      // The first one compiles statements and warms caches.
      if (round === 0 && rounds > 1) continue
      times.page.push(each.reduce((sum, ms) => sum + ms, 0))
      times.slowest.push(Math.max(...each))
    }
    return { engine: store.name, ms: median(times.page), slowestMs: median(times.slowest), closeMs }
  } finally {
    await store.close()
    await server.stop()
  }
}

async function ask(url, token) {
  const began = performance.now()
  const { code, msg } = await (await fetch(url, { headers: { batoken: token } })).json()
  if (code !== 1) throw new Error(`${url}: ${msg}`)
  return performance.now() - began
}

/** Receipts and issues of all products in turn. */
async function fill({ name, rows, decimal }, count) {
  const fixtures = await seedFixtures({ rows, decimal })
  const [first, shelf] = [Math.min(...fixtures.products), fixtures.shelves[0]]
  const integer = name === 'SQLite' ? 'integer' : 'bigint'
  const start = Math.floor(Date.now() / 1000) - span
  const sign = `case when i % 3 = 0 then 1 else -1 end`
  await rows(`insert into wms_inventory_history (order_no, form_type, product_id, product_no, product_name,
      warehouse_shelf_id, quantity, before_quantity, after_quantity, price, total_price, order_kind, order_id, line_id,
      posting_seq, leg, createtime, version)
    with recursive n(i) as (select cast(1 as ${integer}) union all select i + 1 from n where i < ${count})
    select 'IN' || i, case when i % 3 = 0 then 10 else 40 end, ${first} + i % ${fixtures.products.length}, 'P',
      'Product', ${shelf}, 1000 * (${sign}), 0, 0, 125000, 1250 * (${sign}), 'warehousing', i, i, 1, 'in',
      ${start} + cast(i * ${(span / count).toFixed(4)} as integer), 1 from n`)
  await rows(name === 'SQLite' ? 'analyze' : 'vacuum analyze')
}

/** Runs the job that stores the sums of days, as its schedule would, and waits until it has. */
async function closeDays({ rows }) {
  const began = performance.now()
  await rows(`insert into job (name, payload, state, run_at, attempts, create_time, version)
    values ('wms/closeDays', 'null', 10, 0, 0, 0, 1)`)
  const wanted = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
  for (;;) {
    const [{ last }] = await rows('select max(day) as last from wms_daily')
    if (last !== null && last >= wanted) return performance.now() - began
    await pause(20)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  console.log(JSON.stringify(await benchDashboard(fullDashboard), null, 1))
