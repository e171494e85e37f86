/**
 * How long a server takes until the first list: started again in peace, and after `kill -9` in the middle of writes.
 * The baseline is the start of the hand-written server until the same list.
 */
import autocannon from 'autocannon'
import { setTimeout as pause } from 'node:timers/promises'
import { median } from './list.mjs'
import { startOurs, startRaw, startServer } from './servers.mjs'

const listPath = '/admin/wms.Product/index?limit=20&order=weigh,desc'
const writeMs = 400

/** @returns milliseconds: medians of ours in peace and after a kill, the longest after a kill, and the median of raw */
export async function benchRestart(dataFolder, file, { starts }) {
  const signedIn = await startOurs(dataFolder)
  const headers = { batoken: signedIn.token }
  await signedIn.stop()
  const [peaceful, killed, raw] = [[], [], []]
  for (let start = 0; start < starts; start++) {
    const server = await startServer(dataFolder, listPath, headers)
    peaceful.push(server.startMs)
    await killInWrites(server, headers)
    const again = await startServer(dataFolder, listPath, headers)
    killed.push(again.startMs)
    await again.stop()
    const baseline = await startRaw(file)
    raw.push(baseline.startMs)
    await baseline.stop()
  }
  return { peaceful: median(peaceful), killed: median(killed), longest: Math.max(...killed), raw: median(raw) }
}

async function killInWrites({ address, pid, ended }, headers) {
  const load = autocannon({
    url: `${address}/admin/wms.Brand/add`,
    headers: { ...headers, 'content-type': 'application/json' },
    method: 'POST',
    body: JSON.stringify({ name: 'Written before the kill', introduce: '' }),
    connections: 8,
    duration: 30,
  })
  await pause(writeMs)
  process.kill(pid, 'SIGKILL')
  await ended
  load.stop()
  await load
}
