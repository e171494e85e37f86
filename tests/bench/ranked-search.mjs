/**
 * The ranked search of 10,000 texts on both engines.
 * Usage: node tests/bench/ranked-search.mjs [texts]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { withEmptyPostgres } from './engines.mjs'
import { root } from './servers.mjs'

export const fullRanked = { texts: 10_000, searches: 400 }
export const quickRanked = { texts: 100, searches: 20 }

const words = 'stock order shelf price yard depot 仓库 盘点 退款订单 运单 库存 商品'.split(' ')
/** One word that most texts have, one that few have, two together, Chinese of two characters, and none. */
const terms = ['stock', 'rare7', 'depot price', '仓库', '盘点', 'absent']

/** @returns by engine: milliseconds of a search, 95th percentile */
export async function benchRankedSearch(size) {
  return withEmptyPostgres(async (url, load) => {
    const folder = mkdtempSync(join(tmpdir(), 'tablewright-bench-'))
    try {
      const figures = []
      for (const [engine, address] of Object.entries({
        SQLite: `sqlite:${join(folder, 'search.sqlite')}`,
        PostgreSQL: url,
      }))
        figures.push({ engine, p95: await measure(address, load, size) })
      return figures
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
}

async function measure(address, load, { texts, searches }) {
  const { applyPlan, buildSearch, openDatabase } = await load('/runtime/server/db/index.ts')
  const { records } = await load('/runtime/server/index.ts')
  const { scopeOn } = await load('/tests/server/records/scope.ts')
  const { loadTestModule } = await load('/tests/support/schema-set.ts')
  const { models } = await loadTestModule('press')
  const database = await openDatabase(address, { readerScript: join(root, '.build/server/reader.mjs') })
  try {
    await applyPlan(database, models)
    const insert = (trx, from) =>
      trx
        .insertInto('press_article')
        .values(Array.from({ length: 100 }, (_text, index) => articleOf(from + index)))
        .execute()
    for (let from = 0; from < texts; from += 100) await database.write((trx) => insert(trx, from))
    await buildSearch(database, models)
    const api = records(scopeOn(database, models))
    const durations = []
    for (let search = 0; search < searches; search++) {
      const text = terms[search % terms.length]
      const began = performance.now()
      const { hits } = await api.search('press/article', { text })
      durations.push(performance.now() - began)
      if ((hits.length === 0) !== (text === 'absent')) throw new Error(`${text}: ${hits.length} texts`)
    }
    return durations.toSorted((left, right) => left - right)[Math.floor(durations.length * 0.95)]
  } finally {
    await database.close()
  }
}

/** A text of about 2 KB. */
function articleOf(index) {
  const wordOf = (position) => words[(index * 7 + position * (1 + (index % 11))) % words.length]
  const body = Array.from({ length: 300 }, (_word, position) => wordOf(position)).join(' ')
  const content_text = index % 40 === 0 ? `${body} rare7` : body
  const title = `${wordOf(1)} ${wordOf(2)} ${index}`
  return { title, content: `<p>${content_text}</p>`, content_text, updatetime: 1_700_000_000 + index, version: 1 }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  for (const { engine, p95 } of await benchRankedSearch({
    ...fullRanked,
    ...(process.argv[2] && { texts: Number(process.argv[2]) }),
  }))
    console.log(`${engine}: ${p95.toFixed(1)} ms`)
