/**
 * Imports against batches written by hand, and imports that note what they did to every record, so that they can be
 * undone, against the same imports without notes: in turns on the same database.
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

export const fullImport = { rows: 20_000, rounds: 5 }
export const quickImport = { rows: 200, rounds: 1 }

/**
 * @returns by engine: rows a second, the time of adding as a multiple of that by hand, and the times of adding and of
 * editing as multiples of those without notes
 */
export const benchImport = (size) => onBothEngines((...place) => measure(...place, size))

async function measure(url, _serve, { rows, rounds }) {
  const isFile = !url.startsWith('postgres')
  const dataFolder = mkdtempSync(join(tmpdir(), 'tablewright-bench-'))
  const build = (name) => join(root, '.build', name)
  const { server } = await import(pathToFileURL(build('server/main.cjs')).href)
  const { scope, close } = await server.open({
    dataFolder,
    databaseUrl: isFile ? `sqlite:${url}` : url,
    readerScript: build('server/reader.cjs'),
    validatorsRoot: build('validators/server'),
    language: 'en',
    version: '0',
    existing: 'write',
  })
  const store = openStore(url, 1)
  try {
    const { registry } = scope
    const hand = importByHand(store)
    const without = {
      ...scope,
      registry: { ...registry, byId: (id) => (id === 'system/import_change' ? undefined : registry.byId(id)) },
    }
    const times = { add: [], edit: [], byHand: [] }
    let perSecond = 0
    // The first pair warms up: code is compiled, and the planner knows that the table is not empty.
    for (let round = -1; round < rounds; round++) {
      const kinds = round % 2 === 0 ? [scope, without] : [without, scope]
      const found = new Map()
      for (const one of kinds) {
        const own = `${round + 1}${one === scope ? 'n' : 'p'}`
        const run = async (note, expected) => {
          const source = async function* () {
            yield Buffer.from(fileOf(rows, own, note))
          }
          const began = performance.now()
          const report = await server.importRows(one, registry.byId('wms/product'), { source, dryRun: false })
          const ms = performance.now() - began
          if (report[expected] !== rows) throw new Error(`${expected}: ${report[expected]} of ${rows}`)
          return ms
        }
        found.set(one, { add: await run('first', 'created'), edit: await run('second', 'updated') })
      }
      const began = performance.now()
      await hand(fileOf(rows, `${round + 1}h`, 'first'))
      const handMs = performance.now() - began
      if (round < 0) continue
      const [noted, plain] = [found.get(scope), found.get(without)]
      for (const kind of ['add', 'edit']) times[kind].push(noted[kind] / plain[kind])
      times.byHand.push(noted.add / handMs)
      perSecond = (rows * 1000) / noted.add
    }
    return {
      engine: isFile ? 'SQLite' : 'PostgreSQL',
      perSecond,
      byHand: median(times.byHand),
      add: median(times.add),
      edit: median(times.edit),
    }
  } finally {
    await store.close()
    await close()
    rmSync(dataFolder, { recursive: true, force: true })
  }
}

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
