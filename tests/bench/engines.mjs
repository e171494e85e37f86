/** The same measurement on both engines, each time on a server with a database of its own. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
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

async function onPostgres(measure) {
  const folder = mkdtempSync(join(tmpdir(), 'tablewright-bench-'))
  const shared = process.env.TABLEWRIGHT_BENCH_POSTGRES
  const database = await (shared ? openDatabaseOn(shared) : openCluster())
  try {
    const serve = () => startOurs(folder, { TABLEWRIGHT_DEMO: '0', DATABASE_URL: database.url })
    return await measure(await serve(), database.url, serve)
  } finally {
    await database.dispose()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A database on a running server. Its figures mean nothing where commits are not on the disk. */
async function openDatabaseOn(address) {
  const name = `bench_${randomBytes(6).toString('hex')}`
  const run = async (sql) => {
    const client = new pg.Client({ connectionString: address })
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  await run(`create database ${name}`)
  const url = new URL(address)
  url.pathname = `/${name}`
  return { url: url.href, dispose: () => run(`drop database ${name} with (force)`) }
}

/** A cluster of its own, whose commits are on the disk. */
async function openCluster() {
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
  const dispose = async () => {
    await cluster.dispose()
    await vite.close()
  }
  return { url: cluster.url, dispose }
}
