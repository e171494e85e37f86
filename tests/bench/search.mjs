/**
 * The quick search for terms that nobody searched before, against comparing all rows by hand on the same database, in
 * turns; what searches cost the lists beside them, and what the index costs a write. Pages far from the first one are
 * measured on the same rows, and exports of the history.
 * Usage: node tests/bench/search.mjs [rows [history rows]]
 */
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { seedFixtures } from './audits/seed.mjs'
import { openStore } from './audits/store.mjs'
import { benchDeepPages } from './deep.mjs'
import { onBothEngines } from './engines.mjs'
import { benchHistoryExport } from './export.mjs'
import { median } from './list.mjs'
import { signIn } from './servers.mjs'

/**
 * `loads`: turns with and without searches of the rarest terms, of so many `lists` each. `shortLoads`: turns with and
 * without searches of the history, of `shortLists`. `pageMs`, `shortPageMs`: for how long each of the users looks at a
 * page; longer where a median is compared, for which the lists alone must not keep the processors busy.
 */
export const fullSearch = {
  rows: 500_000,
  history: 200_000,
  rounds: 9,
  loads: 5,
  lists: 400,
  shortLoads: 12,
  shortLists: 75,
  pageMs: 500,
  shortPageMs: 1000,
  writes: 2000,
}
export const quickSearch = {
  rows: 600,
  history: 600,
  rounds: 1,
  loads: 1,
  lists: 12,
  shortLoads: 1,
  shortLists: 12,
  pageMs: 10,
  shortPageMs: 10,
  writes: 10,
}

const searchers = 8
/** Users who look at lists. */
const users = 56
const listPages = 20
/** Between six searches of the history and the next six. Without it, what asks would need the processors itself. */
const searchPauseMs = 20
const vocabulary = '螺丝螺母垫圈轴承电缆开关电机阀门管件胶带手套口罩扳手锤子钳子砂轮钻头锯片油漆键盘'
const signs = String.fromCodePoint(...Array.from({ length: 1500 }, (_sign, at) => 0x4e00 + at * 7))
const signOf = (at) => signs[at % signs.length]

/** @returns figures by engine */
export const benchSearch = (size) => onBothEngines((...place) => measure(...place, size))

async function measure(url, serve, size) {
  const store = openStore(url, 4)
  const began = performance.now()
  await fill(store, size)
  const fillMs = performance.now() - began
  const server = await serve()
  const agent = new Agent({ keepAlive: true })
  try {
    const accounts = await addAccounts(store, server)
    const read = (path, token = server.token) => receive(agent, `${server.address}/admin/${path}`, token)
    const get = (controller, term, token) =>
      read(`${controller}/index?limit=20&quickSearch=${encodeURIComponent(term)}`, token)
    let page = 0
    const listMs = median(await repeat(40, async () => (await read(`wms.Product/index?limit=20&page=${++page}`)).ms))
    const deep = await benchDeepPages(read, size)
    const exported = await benchHistoryExport(server)
    const found = {}
    for (const kind of Object.keys(terms)) found[kind] = await compare(store, get, kind, size)
    const history = await compareHistory(store, get, size)
    const load = await benchLoad({ read, get }, accounts, size)
    const write = await compareWrites(store, size)
    return { engine: store.name, fillMs, listMs, deep, exported, found, history, ...load, write }
  } finally {
    agent.destroy()
    await store.close()
    await server.stop()
  }
}

/** Like the products of a company: a word, two signs of many, a size and a number. */
async function fill({ name, rows, decimal }, { rows: products, history }) {
  const fixtures = await seedFixtures({ rows, decimal })
  const [first, shelf] = [Math.max(...fixtures.products), fixtures.shelves[0]]
  const integer = name === 'SQLite' ? 'integer' : 'bigint'
  const numbers = (count) =>
    `with recursive n(i) as (select cast(${first + 1} as ${integer})
      union all select i + 1 from n where i < ${first + count})`
  const sign = (factor) => `substr('${signs}', cast(1 + (i * ${factor}) % ${signs.length} as integer), 1)`
  const word = `substr('${vocabulary}', cast(1 + 2 * (i % ${vocabulary.length / 2}) as integer), 2)`
  await rows(`insert into wms_product (product_no, bar_code, name, spec, price, safety_stock_num, status, weigh,
      createtime, updatetime, version)
    ${numbers(products)} select 'B' || (i + 10000000), '29' || (i * 7919 % 1000000007 + 1000000000),
      ${word} || ${sign(7)} || ${sign(11)} || ' Bolt M' || (i % 97) || ' no. ' || i, (i % 13) || ' mm',
      i * 37 % 9000000, 0, case i % 5 when 0 then 20 else 10 end, i, 1700000000 + i, 1700000000 + i, 1 from n`)
  await rows(`insert into wms_inventory_history (order_no, form_type, product_id, product_no, product_name,
      warehouse_shelf_id, quantity, before_quantity, after_quantity, order_kind, order_id, line_id, posting_seq, leg,
      createtime, version)
    ${numbers(history)} select 'IN' || (i / 5 + 20260000000), 10, ${first}, 'B' || (i % 5000 + 10000000),
      ${word} || ${sign(7)} || ' Bolt M' || (i % 97), ${shelf}, 1000, 0, 1000, 'warehousing', i / 5, i, i, 'in',
      1700000000 + i, 1 from n`)
  // A server that has run for a while has sealed them. Sealing all of them at once takes memory of its own.
  await rows(
    `insert into ledger_seal (ledger, day, position, row_id, hash, version)
      select 'wms/inventory_history', '2023-11-14', 1, max(id), 'none', 1 from wms_inventory_history`,
  )
  await rows(name === 'SQLite' ? 'analyze' : 'vacuum analyze')
}

/** Different in each round. */
const terms = {
  rare: (round, rows) => `no. ${rows - 17 * round - 1}`,
  absent: (round) => `absent ${round}`,
  'absent, of common parts': (round, rows) => `M${(rows - round + 50) % 97} no. ${rows - round}`,
  'two signs, common': (round) => vocabulary.slice((round * 2) % vocabulary.length).slice(0, 2),
  'two signs, rare': (round, rows) => signOf((rows - round) * 7) + signOf((rows - round) * 11),
  'two signs, absent': (round) => signOf(round) + signOf(round + 750),
  'one sign': (round) => signOf(round * 31),
}

const condition = (columns, isEmbedded) =>
  columns.map((column) => (isEmbedded ? `${column} like ?` : `${column} collate "C" ilike ?`)).join(' or ')

/** A page and its count by hand, as milliseconds. */
async function compareRows({ name, rows }, table, columns, term) {
  const where = `${table === 'wms_product' ? 'deletetime is null and ' : ''}(${condition(columns, name === 'SQLite')})`
  const order = table === 'wms_product' ? 'weigh desc, id desc' : 'id desc'
  const values = columns.map(() => `%${term}%`)
  const began = performance.now()
  const [{ n }] = await rows(
    `select count(*) as n from (select 1 from ${table} where ${where} limit 10001) as t`,
    values,
  )
  const list =
    Number(n) === 0 ? [] : await rows(`select * from ${table} where ${where} order by ${order} limit 20`, values)
  return { ms: performance.now() - began, total: Math.min(Number(n), 10_000), ids: list.map(({ id }) => Number(id)) }
}

async function compare(store, get, kind, { rows, rounds }) {
  const pairs = []
  for (let round = 0; round < rounds; round++) {
    const term = terms[kind](round, rows)
    const one = await get('wms.Product', term)
    const other = await compareRows(store, 'wms_product', ['product_no', 'name', 'bar_code', 'spec'], term)
    if (one.total !== other.total || one.ids.join() !== other.ids.join())
      throw new Error(`${term}: ${one.total} records are found, comparing finds ${other.total}`)
    pairs.push({ one: one.ms, other: other.ms })
  }
  return summary(pairs)
}

async function repeat(count, work) {
  const results = []
  while (results.length < count) results.push(await work())
  return results
}

const summary = (pairs) => ({
  ms: median(pairs.map(({ one }) => one)),
  scanMs: median(pairs.map(({ other }) => other)),
  ratio: median(pairs.map(({ one, other }) => other / one)),
})

async function compareHistory(store, get, { rounds }) {
  const pairs = []
  for (let round = 0; round < rounds; round++) {
    const one = await get('wms.InventoryHistory', `nothing ${round}`)
    const columns = ['order_no', 'product_no', 'product_name']
    const other = await compareRows(store, 'wms_inventory_history', columns, `nothing ${round}`)
    if (one.total !== 0 || other.total !== 0) throw new Error('the history has what nobody put there')
    pairs.push({ one: one.ms, other: other.ms })
  }
  return summary(pairs)
}

/**
 * Lists of many users, with and without searches beside them: of the rarest terms, and six of the history without a
 * hit, in turns. A single percentile of some hundred lists differs by half from turn to turn. A median needs fewer
 * lists, so those turns are short: a machine that is slower for some seconds is then slower for both sides.
 */
async function benchLoad({ read, get }, accounts, size) {
  const { rows, loads, lists, shortLoads, shortLists, pageMs, shortPageMs } = size
  let next = 0
  const beside = async (work, workers, count, viewMs = pageMs) => {
    let isDone = false
    const working = accounts.slice(0, workers).map(async (token) => {
      while (!isDone) await work(token, next++)
    })
    const durations = await listsOf(read, count, viewMs)
    isDone = true
    await Promise.all(working)
    return durations
  }
  const alone = (count, viewMs) => beside(null, 0, count, viewMs)
  const rarest = (token, at) => get('wms.Product', at % 2 ? `no. ${rows - at}` : signOf(at) + signOf(at * 11), token)
  const none = async () => {
    await Promise.all(accounts.slice(0, 6).map((token) => get('wms.InventoryHistory', `no hit ${next++}`, token)))
    await pause(searchPauseMs)
  }
  const p99 = (durations) => durations.toSorted((a, b) => a - b)[Math.floor(durations.length * 0.99)]
  const turns = await repeat(loads, async () => {
    const idleMs = p99(await alone(lists))
    return { idleMs, ratio: p99(await beside(rarest, searchers, lists)) / idleMs }
  })
  const shortTurns = await repeat(shortLoads, async () => {
    const idleMs = median(await alone(shortLists, shortPageMs))
    return median(await beside(none, 1, shortLists, shortPageMs)) / idleMs
  })
  return {
    idleMs: median(turns.map(({ idleMs }) => idleMs)),
    searching: median(turns.map(({ ratio }) => ratio)),
    searchingHistory: median(shortTurns),
  }
}

/** @returns milliseconds each */
async function listsOf(read, count, pageMs) {
  const durations = []
  await Promise.all(
    Array.from({ length: users }, async (_user, at) => {
      await pause((pageMs / users) * at)
      while (durations.length < count) {
        // One page alone would be read from the database once for each commit only.
        durations.push((await read(`wms.Product/index?limit=20&page=${1 + (durations.length % listPages)}`)).ms)
        await pause(pageMs)
      }
    }),
  )
  return durations
}

/** One product a transaction, with the index and without it. */
async function compareWrites({ name, rows }, { writes }) {
  let at = 0
  const insert = async () => {
    const began = performance.now()
    for (let count = 0; count < writes; count++, at++)
      await rows(
        `insert into wms_product (product_no, bar_code, name, spec, price, safety_stock_num, status, weigh, createtime,
          updatetime, version) values (?, ?, ?, '12 mm', 1, 0, 10, 1, 1, 1, 1)`,
        [`W${at}`, `30${at}`, `${signOf(at)}${signOf(at * 7)} Nut M${at % 50} no. ${at}`],
      )
    return (performance.now() - began) / writes
  }
  const indexed = await insert()
  const parts =
    name === 'SQLite'
      ? await rows(`select 'trigger' as type, name from sqlite_schema where type = 'trigger'
          and tbl_name = 'wms_product' and name like '%search%'`)
      : await rows(`select 'index' as type, indexname as name from pg_indexes
          where tablename = 'wms_product' and indexname like '%search%'`)
  for (const part of parts) await rows(`drop ${part.type} "${part.name}"`)
  const plain = await insert()
  return { ms: indexed, ratio: indexed / plain }
}

/** Admins with all rights, signed in. @returns their tokens */
async function addAccounts({ rows }, server) {
  const [admin] = await rows("select password, group_arr from admin where username = 'admin'")
  const tokens = []
  for (let at = 0; at < searchers; at++) {
    await rows(
      `insert into admin (username, nickname, password, group_arr, login_failure, status, version)
        values (?, ?, ?, ?, 0, 1, 1)`,
      [`searcher${at}`, `Searcher ${at}`, admin.password, admin.group_arr],
    )
    tokens.push((await signIn(server.address, `searcher${at}`)).token)
  }
  return tokens
}

function receive(agent, url, token) {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers: { batoken: token } }, (answer) => {
      let text = ''
      answer
        .setEncoding('utf8')
        .on('data', (part) => (text += part))
        .on('end', () => {
          const { code, msg, data } = JSON.parse(text)
          if (code !== 1) return reject(new Error(`${url}: ${msg}`))
          resolve({ ms: performance.now() - began, total: data.total, ids: data.list.map(({ id }) => id) })
        })
    })
    sent.on('error', reject).end()
  })
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [rows = fullSearch.rows, history = rows] = process.argv.slice(2).map(Number)
  console.log(JSON.stringify(await benchSearch({ ...fullSearch, rows, history }), null, 1))
}
