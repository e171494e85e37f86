/**
 * Imports against batches written by hand, and imports that note what they did to every record, so that they can be
 * undone, against the same imports without notes: in turns on the same database. The latter are small and many: notes
 * cost so little that single turns differ by more.
 * Usage: node tests/bench/import.mjs [rows]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openStore } from './audits/store.mjs'
import { onBothEngines } from './engines.mjs'
import { importByHand } from './import-by-hand.mjs'
import { median } from './list.mjs'
import { root } from './servers.mjs'

export const fullImport = { rows: 20_000, rounds: 5, notes: { rows: 4000, rounds: 11 } }
export const quickImport = { rows: 200, rounds: 1, notes: { rows: 200, rounds: 1 } }

/**
 * @returns by engine: rows a second, the time of adding as a multiple of that by hand, and the times of adding and of
 * editing as multiples of those without notes
 */
export const benchImport = (size) => onBothEngines((...place) => measure(...place, size))

async function measure(url, _serve, { rows, rounds, notes }) {
  const isFile = !url.startsWith('postgres')
  const dataFolder = mkdtempSync(join(tmpdir(), 'tablewright-bench-'))
  const build = (name) => join(root, '.build', name)
  const { server } = await import(pathToFileURL(build('server/main.mjs')).href)
  const { scope, close } = await server.open({
    dataFolder,
    databaseUrl: isFile ? `sqlite:${url}` : url,
    readerScript: build('server/reader.mjs'),
    validatorsRoot: build('validators/server'),
    language: 'en',
    version: '0',
    existing: 'write',
  })
  const store = openStore(url, 1)
  const { registry } = scope
  const product = registry.byId('wms/product')
  const run = async (one, text, expected, count) => {
    const source = async function* () {
      yield Buffer.from(text)
    }
    return msOf(async () => {
      const report = await server.importRows(one, product, { source, dryRun: false })
      if (report[expected] !== count) throw new Error(`${expected}: ${report[expected]} of ${count}`)
    })
  }
  try {
    const byHand = await compareByHand(importByHand(store), run.bind(null, scope), { rows, rounds })
    const without = {
      ...scope,
      registry: { ...registry, byId: (id) => (id === 'system/import_change' ? undefined : registry.byId(id)) },
    }
    const { add, edit } = await compareNotes({ noted: scope, plain: without }, run, notes)
    return { engine: isFile ? 'SQLite' : 'PostgreSQL', ...byHand, add, edit }
  } finally {
    await store.close()
    await close()
    rmSync(dataFolder, { recursive: true, force: true })
  }
}

async function msOf(work) {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** The first pair warms up: code is compiled, and the planner knows that the table is not empty. */
async function compareByHand(hand, run, { rows, rounds }) {
  const pairs = []
  for (let round = 0; round <= rounds; round++) {
    const ours = await run(fileOf(rows, `${round}o`, 'first'), 'created', rows)
    const byHand = await msOf(() => hand(fileOf(rows, `${round}h`, 'first')))
    if (round > 0) pairs.push({ ours, byHand })
  }
  return {
    perSecond: (rows * 1000) / median(pairs.map(({ ours }) => ours)),
    byHand: median(pairs.map(({ ours, byHand }) => ours / byHand)),
  }
}

async function compareNotes(scopes, run, { rows, rounds }) {
  const times = { noted: { add: [], edit: [] }, plain: { add: [], edit: [] } }
  for (let round = 0; round <= rounds; round++) {
    const names = round % 2 === 0 ? ['noted', 'plain'] : ['plain', 'noted']
    for (const name of names) {
      const textOf = (note) => fileOf(rows, `${round}${name}`, note)
      const add = await run(scopes[name], textOf('first'), 'created', rows)
      const edit = await run(scopes[name], textOf('second'), 'updated', rows)
      if (round === 0) continue
      times[name].add.push(add)
      times[name].edit.push(edit)
    }
  }
  const ratio = (kind) => totalOf(times.noted[kind]) / totalOf(times.plain[kind])
  return { add: ratio('add'), edit: ratio('edit') }
}

/**
 * Without the longest, which may be the machine's. Not the median: what is written every few imports, as a checkpoint
 * of the log, costs one of a pair far more than the other, and may meet the same one in most pairs.
 */
const totalOf = (times) => times.reduce((sum, time) => sum + time, 0) - (times.length > 1 ? Math.max(...times) : 0)

const fileOf = (rows, own, note) =>
  ['product_no,name,spec,price,remark']
    .concat(Array.from({ length: rows }, (_one, at) => `N${own}-${at},Product ${at},box,12.5,${note} ${at}`))
    .join('\n')

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const rows = Number(process.argv[2] ?? fullImport.rows)
  for (const { engine, perSecond, byHand, add, edit } of await benchImport({ ...fullImport, rows })) {
    console.log(`${engine}: import, rows a second: ${perSecond.toFixed(0)}`)
    console.log(`${engine}: import, times batches by hand: ${byHand.toFixed(2)}`)
    console.log(`${engine}: import that adds, times the same without notes: ${add.toFixed(2)}`)
    console.log(`${engine}: import that edits, times the same without notes: ${edit.toFixed(2)}`)
  }
  process.exit(0)
}
