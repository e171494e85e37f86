/**
 * Requests per second of lists, ours against the raw baseline on the same file, in turns: one page with the most common
 * status, without a filter, and with an indexed one, each also while another process writes; and pages that nobody has
 * opened since the last commit. Started itself, it measures each filter in each order on 200,000 products.
 * Usage: node tests/bench/list.mjs
 */
import autocannon from 'autocannon'
import Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare } from './data.mjs'
import { residentMb, startOurs, startRaw } from './servers.mjs'

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]

/** The 99th percentile of a load's latencies in milliseconds. */
export const percentile = (result) => result.latency.p99

const writesPerSecond = 20

const pageOf = (field, value, sort = 'weigh') =>
  `/admin/wms.Product/index?limit=20&order=${sort},desc` +
  (field ? `&search[0][field]=${field}&search[0][operator]=eq&search[0][val]=${value}` : '')

/** Pages of a list, in turns: one page alone is read from the database once for each commit. */
export const pagesOf = (path, count) =>
  Array.from({ length: count }, (_page, at) => `${path}${path.includes('?') ? '&' : '?'}page=${at + 1}`)

/** So many that none of them is still stored when its turn comes again. */
const manyPages = 500

async function load(url, headers, { isPaged, ...length }) {
  const { pathname, search } = new URL(url)
  const requests = isPaged ? pagesOf(pathname + search, manyPages).map((path) => ({ path })) : []
  const result = await autocannon({ url, headers, connections: 32, ...length, ...(isPaged && { requests }) })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`)
  return result.requests.total / result.duration
}

async function sameRows(page, headers, list) {
  const [got, wanted] = await Promise.all([
    fetch(page, { headers }).then((answer) => answer.json()),
    fetch(list).then((answer) => answer.json()),
  ])
  const names = (answer) =>
    JSON.stringify(
      answer.data.list.map((row) => [
        row.id,
        row.price,
        row.brand?.name,
        row.warehouseShelf?.name ?? row.warehouse_shelf?.name,
      ]),
    )
  if (got.code !== 1 || names(got) !== names(wanted) || got.data.total !== wanted.data.total)
    throw new Error(`the two servers do not answer the same rows: ${page}`)
}

/** Runs the work while one product in turn is changed so many times a second, which makes every kept count invalid. */
async function besideWrites(file, work) {
  const database = new Database(file, { timeout: 5000 })
  const ids = database.prepare('select id from wms_product order by id limit 1000').pluck().all()
  const change = database.prepare('update wms_product set remark = ? where id = ?')
  let at = 0
  const timer = setInterval(() => change.run(`change ${++at}`, ids[at % ids.length]), 1000 / writesPerSecond)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    database.close()
  }
}

/**
 * @returns the memory of both after one list in MB, and by case: medians of requests per second, and of their ratio
 * pair by pair, alone and beside writes
 */
export async function benchList(dataFolder, file, { rounds, length, warmUp }) {
  const ours = await startOurs(dataFolder)
  const raw = await startRaw(file)
  const headers = { batoken: ours.token }
  const brand = new Database(file, { readonly: true }).prepare('select min(brand_id) from wms_product').pluck().get()
  const cases = [
    { name: 'status in the default order', page: pageOf('status', 10), list: '/list?status=10' },
    { name: 'no filter', page: pageOf(), list: '/list' },
    { name: 'indexed filter', page: pageOf('brand_id', brand), list: `/list?brand=${brand}` },
    { name: 'many pages', page: pageOf(), list: '/list', isPaged: true },
  ]
  const found = []
  let [idleMb, rawMb] = [null, null]
  for (const { name, page, list, isPaged = false } of cases) {
    const urls = { ours: ours.address + page, raw: raw.address + list }
    await sameRows(urls.ours, headers, urls.raw)
    idleMb ??= residentMb(ours.pid)
    rawMb ??= residentMb(raw.pid)
    const loads = async (how) => ({
      ours: await load(urls.ours, headers, { isPaged, ...how }),
      raw: await load(urls.raw, {}, { isPaged, ...how }),
    })
    await loads(warmUp)
    const pair = () => loads(length)
    const [alone, beside] = [[], []]
    for (let round = 0; round < (isPaged ? 1 : rounds); round++) {
      alone.push(await pair())
      beside.push(await besideWrites(file, pair))
    }
    const ratioOf = (pairs) => median(pairs.map((one) => one.ours / one.raw))
    found.push({
      name,
      isPaged,
      ours: median(alone.map((one) => one.ours)),
      raw: median(alone.map((one) => one.raw)),
      ratio: ratioOf(alone),
      besideWrites: ratioOf(beside),
    })
  }
  await Promise.all([ours.stop(), raw.stop()])
  return { found, idleMb, rawMb }
}

/** Columns with an index, and the id. */
const sorts = ['weigh', 'id', 'price', 'name', 'createtime', 'total_stock_num', 'first_expire_at', 'product_no']

/**
 * The list under a common filter and under a rarer one, in the order of each indexed column, while another process
 * writes: a page that stays in memory would hide how it is read.
 * @returns by pair: the median of the ratios of requests per second
 */
export async function benchPairs(dataFolder, file, { rounds, length, warmUp }) {
  const requested = length.duration ? { duration: 1 } : length
  const ours = await startOurs(dataFolder)
  const raw = await startRaw(file)
  const headers = { batoken: ours.token }
  const brand = new Database(file, { readonly: true }).prepare('select min(brand_id) from wms_product').pluck().get()
  const filters = { status: 10, brand_id: brand }
  const found = []
  try {
    for (const [field, value] of Object.entries(filters))
      for (const sort of sorts) {
        const page = ours.address + pageOf(field, value, sort)
        const list = `${raw.address}/list?${field.replace('_id', '')}=${value}&sort=${sort}`
        await sameRows(page, headers, list)
        if (found.length === 0) await load(page, headers, warmUp)
        const ratios = []
        for (let round = 0; round < rounds; round++)
          ratios.push(
            await besideWrites(
              file,
              async () => (await load(page, headers, requested)) / (await load(list, {}, requested)),
            ),
          )
        found.push({ name: `${field} by ${sort}`, ratio: median(ratios) })
      }
    return found
  } finally {
    await Promise.all([ours.stop(), raw.stop()])
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const folder = mkdtempSync(join(tmpdir(), 'tablewright-bench-'))
  const file = await prepare(folder, 200_000)
  const form = { rounds: 3, length: { duration: 1 }, warmUp: { duration: 2 } }
  for (const { name, ratio } of await benchPairs(folder, file, form)) console.log(`${name}: ${ratio.toFixed(2)}`)
  rmSync(folder, { recursive: true, force: true })
}
