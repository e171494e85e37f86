/** The same measurement on both engines, each time on a server with a database of its own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'vite'
import { root, startOurs } from './servers.mjs'

/**
 * @param measure gets the server, the address of its database, and what starts the server again; stops the server.
 * @returns both its results
 */
export async function onBothEngines(measure) {
  return [await onSqlite(measure), await onPostgres(measure)]
}

async function onSqlite(measure) {
  const folder = mkdtempSync(join(tmpdir(), 'tablewright-bench-'))
  try {
    const serve = () => startOurs(folder, { TABLEWRIGHT_DEMO: '0' })
    return await measure(await serve(), join(folder, 'tablewright.sqlite'), serve)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A cluster of its own, whose commits are on the disk. */
async function onPostgres(measure) {
  const folder = mkdtempSync(join(tmpdir(), 'tablewright-bench-'))
  const vite = await createServer({
    configFile: false,
    root,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false },
    optimizeDeps: { noDiscovery: true },
  })
  const { openStoppablePostgres } = await vite.ssrLoadModule('/tests/support/stoppable-postgres.ts')
  const cluster = await openStoppablePostgres()
  try {
    const serve = () => startOurs(folder, { TABLEWRIGHT_DEMO: '0', DATABASE_URL: cluster.url })
    return await measure(await serve(), cluster.url, serve)
  } finally {
    await cluster.dispose()
    await vite.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
