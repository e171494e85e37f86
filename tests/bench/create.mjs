/**
 * Adding one record over HTTP against a hand-written handler that does the same inserts, each on a copy of the same
 * file with the same settings, in turns.
 */
import autocannon from 'autocannon'
import { copyFileSync } from 'node:fs'
import { median } from './list.mjs'
import { startOurs, startRaw } from './servers.mjs'

const body = JSON.stringify({ name: 'Brand of the benchmark', introduce: 'one of many' })

async function load(url, headers, connections, length) {
  const result = await autocannon({
    url,
    headers: { ...headers, 'content-type': 'application/json' },
    method: 'POST',
    body,
    connections,
    ...length,
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`)
  return result.requests.total / result.duration
}

/** @returns by number of connections: medians of requests per second of both, and of their ratio */
export async function benchCreate(dataFolder, file, { rounds, length, warmUp }) {
  const copy = `${file}.raw`
  copyFileSync(file, copy)
  const [ours, raw] = [await startOurs(dataFolder), await startRaw(copy)]
  const one = (connections, requested) =>
    load(`${ours.address}/admin/wms.Brand/add`, { batoken: ours.token }, connections, requested)
  const other = (connections, requested) => load(`${raw.address}/add`, {}, connections, requested)
  try {
    await one(8, warmUp)
    await one(8, warmUp)
    await other(8, warmUp)
    const found = []
    for (const connections of [2, 32]) {
      const pairs = []
      for (let round = 0; round < rounds; round++)
        pairs.push([await one(connections, length), await other(connections, length)])
      found.push({
        connections,
        ours: median(pairs.map(([rate]) => rate)),
        raw: median(pairs.map(([, rate]) => rate)),
        ratio: median(pairs.map(([rate, against]) => rate / against)),
      })
    }
    return found
  } finally {
    await Promise.all([ours.stop(), raw.stop()])
  }
}
