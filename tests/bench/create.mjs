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
  // A second at a time, so that what else the machine does meanwhile meets both.
  const [turns, requested] = length.duration ? [length.duration, { duration: 1 }] : [1, length]
  const copy = `${file}.raw`
  copyFileSync(file, copy)
  const [ours, raw] = [await startOurs(dataFolder), await startRaw(copy)]
  const one = (connections, amount) =>
    load(`${ours.address}/admin/wms.Brand/add`, { batoken: ours.token }, connections, amount)
  const other = (connections, amount) => load(`${raw.address}/add`, {}, connections, amount)
  try {
    await one(8, warmUp)
    await one(8, warmUp)
    await other(8, warmUp)
    const found = []
    for (const connections of [2, 32]) {
      const pairs = []
      for (let turn = 0; turn < rounds * turns; turn++)
        pairs.push([await one(connections, requested), await other(connections, requested)])
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
