/**
 * Audits through the ledger kernel against hand-written SQL: rates and ratios of one run, on both engines.
 * Usage: node tests/bench/ledger.mjs [--quick]
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createServer } from 'vite'
import { root } from './servers.mjs'

/** @returns figures by engine, in milliseconds an audit */
export async function benchLedger(rounds) {
  const alias = ['protocol', 'server'].map((side) => ({ find: `tablewright/${side}`, replacement: join(root, `runtime/${side}/index.ts`) }))
  const vite = await createServer({ configFile: false, root, appType: 'custom', logLevel: 'error', server: { middlewareMode: true, hmr: false, ws: false }, optimizeDeps: { noDiscovery: true }, resolve: { alias } })
  try {
    const { measureLedger } = await vite.ssrLoadModule('/tests/bench/ledger.ts')
    const { buildReader } = await vite.ssrLoadModule('/cli/build/reader.ts')
    return await measureLedger(rounds, await buildReader(root))
  } finally {
    await vite.close()
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const quick = process.argv.includes('--quick')
  for (const { engine, oursFive, handFive, oursLong, handLong } of await benchLedger(quick ? { rounds: 1, audits: 60, long: 6 } : { rounds: 5, audits: 200, long: 20 })) {
    console.log(`${engine}: 5 lines ${oursFive.toFixed(2)} ms, by hand ${handFive.toFixed(2)} ms, ratio of rates ${(handFive / oursFive).toFixed(2)} (at least 0.40)`)
    console.log(`${engine}: 200 lines ${oursLong.toFixed(2)} ms, by hand ${handLong.toFixed(2)} ms, ratio of rates ${(handLong / oursLong).toFixed(2)}; 200 lines cost ${(oursLong / oursFive).toFixed(1)} times 5 lines (at most 12)`)
  }
}
