/** Requests per second of one list page, ours against the raw baseline on the same file, in turns. */
import autocannon from 'autocannon'
import { residentMb, startOurs, startRaw } from './servers.mjs'

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]

const query = 'limit=20&order=weigh,desc&search[0][field]=status&search[0][operator]=eq&search[0][val]=10'

async function load(url, headers, length) {
  const result = await autocannon({ url, headers, connections: 32, ...length })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`)
  return result.requests.total / result.duration
}

async function sameRows(ours, raw) {
  const wanted = await fetch(`${raw.address}/list?status=10`).then((answer) => answer.json())
  const got = await fetch(`${ours.address}/admin/wms.Product/index?${query}`, {
    headers: { batoken: ours.token },
  }).then((answer) => answer.json())
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
    throw new Error('the two servers do not answer the same rows')
}

/** @returns medians of requests per second, their ratio pair by pair, start times and idle memory of ours in MB */
export async function benchList(dataFolder, file, { rounds, length, warmUp }) {
  const ours = await startOurs(dataFolder)
  const raw = await startRaw(file)
  const firstList = performance.now()
  await sameRows(ours, raw)
  const firstListMs = performance.now() - firstList
  const idleMb = residentMb(ours.pid)
  const url = `${ours.address}/admin/wms.Product/index?${query}`
  const headers = { batoken: ours.token }
  await load(url, headers, warmUp)
  await load(`${raw.address}/list?status=10`, {}, warmUp)
  const pairs = []
  for (let round = 0; round < rounds; round++) {
    pairs.push({
      ours: await load(url, headers, length),
      raw: await load(`${raw.address}/list?status=10`, {}, length),
    })
  }
  await Promise.all([ours.stop(), raw.stop()])
  return {
    ours: median(pairs.map((pair) => pair.ours)),
    raw: median(pairs.map((pair) => pair.raw)),
    ratio: median(pairs.map((pair) => pair.ours / pair.raw)),
    idleMb,
    loadedStartMs: ours.startMs,
    rawStartMs: raw.startMs,
    firstListMs,
  }
}
