/**
 * Export of all products against a hand-written stream of the same text from the same file, in turns: duration, first
 * byte, memory, and what an export costs the lists beside it.
 */
import { request } from 'node:http'
import { median, pagesOf } from './list.mjs'
import { residentMb, startOurs, startRaw } from './servers.mjs'

const exportPath = '/admin/wms.Product/export?order=weigh,desc'
/** Read from the database, which one page alone would be once for each commit only. */
const listPages = 500
const listPath = '/admin/wms.Product/index?limit=20&order=weigh,desc'

/** @returns {Promise<{ms, firstByteMs, bytes, text}>} the text only when it is wanted */
function receive(address, path, headers, isKept = false) {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    let [bytes, firstByteMs] = [0, null]
    const parts = []
    request(address + path, { headers }, (answer) => {
      answer.on('data', (part) => {
        firstByteMs ??= performance.now() - began
        bytes += part.length
        if (isKept) parts.push(part)
      })
      answer.on('error', reject).on('end', () => {
        resolve({ ms: performance.now() - began, firstByteMs, bytes, text: Buffer.concat(parts).toString() })
      })
    })
      .on('error', reject)
      .end()
  })
}

/** 99th percentile in milliseconds of lists asked for one after the other until the work is done. */
async function listsBeside(ours, headers, work) {
  const durations = []
  let isDone = false
  const done = work().finally(() => (isDone = true))
  const pages = pagesOf(listPath, listPages)
  while (!isDone || durations.length < 100)
    durations.push((await receive(ours.address, pages[durations.length % listPages], headers)).ms)
  await done
  return durations.toSorted((a, b) => a - b)[Math.floor(durations.length * 0.99)]
}

/** @returns medians of the rounds, and the highest memory in MB above what the server had before */
export async function benchExport(dataFolder, file, { rounds }) {
  const [ours, raw] = [await startOurs(dataFolder), await startRaw(file)]
  const headers = { batoken: ours.token }
  try {
    await sameText(ours, raw, headers)
    const before = residentMb(ours.pid)
    let peak = before
    const found = []
    for (let round = 0; round < rounds; round++) {
      const watch = setInterval(() => (peak = Math.max(peak, residentMb(ours.pid))), 20)
      const one = await receive(ours.address, exportPath, headers)
      clearInterval(watch)
      found.push({ one, other: await receive(raw.address, '/export', {}) })
    }
    const idle = await listsBeside(ours, headers, async () => {})
    const beside = await listsBeside(ours, headers, () => receive(ours.address, exportPath, headers))
    return {
      ms: median(found.map(({ one }) => one.ms)),
      ratio: median(found.map(({ one, other }) => one.ms / other.ms)),
      firstByteMs: median(found.map(({ one }) => one.firstByteMs)),
      memoryMb: peak - before,
      beside: beside / idle,
    }
  } finally {
    await Promise.all([ours.stop(), raw.stop()])
  }
}

/**
 * The same rows as a workbook, against the CSV of ours.
 * @returns the time as a multiple, the first byte, the memory above that of before, and what lists beside it cost
 */
export async function benchWorkbook(dataFolder, { rounds }) {
  const ours = await startOurs(dataFolder)
  const headers = { batoken: ours.token }
  const path = `${exportPath}&format=xlsx`
  try {
    await receive(ours.address, path, headers)
    const before = residentMb(ours.pid)
    let peak = before
    const pairs = []
    for (let round = 0; round < rounds; round++) {
      const csv = await receive(ours.address, exportPath, headers)
      const watch = setInterval(() => (peak = Math.max(peak, residentMb(ours.pid))), 20)
      pairs.push({ csv, xlsx: await receive(ours.address, path, headers) })
      clearInterval(watch)
    }
    const idle = await listsBeside(ours, headers, async () => {})
    const beside = await listsBeside(ours, headers, () => receive(ours.address, path, headers))
    return {
      ratio: median(pairs.map(({ csv, xlsx }) => xlsx.ms / csv.ms)),
      firstByteMs: median(pairs.map(({ xlsx }) => xlsx.firstByteMs)),
      memoryMb: peak - before,
      beside: beside / idle,
      previewMs: await previewMs(ours),
    }
  } finally {
    await ours.stop()
  }
}

const previewRows = 1000

/** Milliseconds until a price list of 1,000 rows is read and looked through. */
async function previewMs({ address, token }) {
  const lines = Array.from({ length: previewRows }, (_row, index) => `BENCH-${index},Bench ${index},${index}.5`)
  const post = async (action, body) => {
    const isForm = body instanceof FormData
    const answer = await fetch(`${address}/admin/wms.Product/${action}`, {
      method: 'POST',
      headers: { batoken: token, 'x-tablewright': '1', ...(!isForm && { 'content-type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
    })
    const { code, msg, data } = await answer.json()
    if (code !== 1) throw new Error(msg)
    return data
  }
  const durations = []
  for (let round = 0; round < 5; round++) {
    const form = new FormData()
    form.append('file', new Blob([['product_no,name,price', ...lines].join('\n')]), 'bench.csv')
    const began = performance.now()
    const { run } = await post('importFile', form)
    await post('importPreview', { run, header_line: 1, columns: { product_no: 0, name: 1, price: 2 } })
    durations.push(performance.now() - began)
  }
  return median(durations)
}

/** Orders of the history of movements: its own one, and two that indexes have. */
const historyOrders = ['', '?order=createtime,desc', '?order=order_no,asc']

/** @returns milliseconds until the first byte in the slowest order, and the highest memory in MB above that before */
export async function benchHistoryExport({ address, pid, token }) {
  const before = residentMb(pid)
  let [peak, firstByteMs] = [before, 0]
  const watch = setInterval(() => (peak = Math.max(peak, residentMb(pid))), 20)
  for (const order of historyOrders) {
    const received = await receive(address, `/admin/wms.InventoryHistory/export${order}`, { batoken: token })
    firstByteMs = Math.max(firstByteMs, received.firstByteMs)
  }
  clearInterval(watch)
  return { firstByteMs, memoryMb: peak - before }
}

/** Both send the same lines; only ours has a first line with labels. */
async function sameText(ours, raw, headers) {
  const one = (await receive(ours.address, exportPath, headers, true)).text
  const other = (await receive(raw.address, '/export', {}, true)).text
  if (one.slice(one.indexOf('\r\n') + 2) !== other) throw new Error('the two exports differ')
}
