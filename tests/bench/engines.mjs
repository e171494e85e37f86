/** The same measurement on both engines, each time on a server with a database of its own. */
import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import pg from 'pg'
import { createServer } from 'vite'
import { root, startOurs } from './servers.mjs'

/**
 * @param measure gets the address of an empty database with the tables of a first start, and what starts the server on
 * it, with more of an environment where it is given; stops what it starts. @returns both its results
 */
export async function onBothEngines(measure) {
  return [await onSqlite(measure), await onPostgres(measure)]
}

/** Started once for each engine: each measurement begins with a copy of what the first start leaves. */
const templates = new Map()
const templateOf = (engine, make) => {
  if (!templates.has(engine)) templates.set(engine, make())
  return templates.get(engine)
}
const templateFolders = []
process.once('exit', () => {
  for (const folder of templateFolders) rmSync(folder, { recursive: true, force: true })
})

async function startFirst(folder, env = {}) {
  await (await startOurs(folder, { TABLEWRIGHT_DEMO: '0', ...env })).stop()
}

async function onSqlite(measure) {
  const template = await templateOf('sqlite', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tablewright-bench-'))
    templateFolders.push(folder)
    await startFirst(folder)
    return folder
  })
  const folder = mkdtempSync(join(tmpdir(), 'tablewright-bench-'))
  try {
    cpSync(template, folder, { recursive: true })
    return await measure(join(folder, 'tablewright.sqlite'), (more) =>
      startOurs(folder, { TABLEWRIGHT_DEMO: '0', ...more }),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function onPostgres(measure) {
  const folder = mkdtempSync(join(tmpdir(), 'tablewright-bench-'))
  const shared = process.env.TABLEWRIGHT_BENCH_POSTGRES
  const database = await (shared ? openDatabaseOn(shared) : openCluster())
  try {
    const env = { DATABASE_URL: database.url }
    if (database.first) cpSync(database.first, folder, { recursive: true })
    else await startFirst(folder, env)
    return await measure(database.url, (more) => startOurs(folder, { TABLEWRIGHT_DEMO: '0', ...env, ...more }))
  } finally {
    await database.dispose()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs SQL that both engines understand. */
export async function runSql(url, statements) {
  if (url.startsWith('postgres')) {
    for (const statement of statements) await runOn(url, statement)
    return
  }
  const database = new Database(url)
  for (const statement of statements) database.exec(statement)
  database.close()
}

async function runOn(address, sql) {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  await client.query(sql)
  await client.end()
}

const addressOf = (address, database) => Object.assign(new URL(address), { pathname: `/${database}` }).href

async function emptyDatabaseOn(address) {
  const name = `bench_${randomBytes(6).toString('hex')}`
  await runOn(address, `create database ${name}`)
  return { url: addressOf(address, name), dispose: () => runOn(address, `drop database ${name} with (force)`) }
}

/** A database on a running server. Its figures mean nothing where commits are not on the disk. */
async function openDatabaseOn(address) {
  const name = `bench_${randomBytes(6).toString('hex')}`
  const run = (sql) => runOn(address, sql)
  const at = (database) => addressOf(address, database)
  const template = await templateOf('postgres', async () => {
    await run(`create database ${name}_first`)
    const folder = mkdtempSync(join(tmpdir(), 'tablewright-bench-'))
    templateFolders.push(folder)
    await startFirst(folder, { DATABASE_URL: at(`${name}_first`) })
    process.once('beforeExit', () => void run(`drop database ${name}_first with (force)`))
    return { folder, database: `${name}_first` }
  })
  await run(`create database ${name} template ${template.database}`)
  return { url: at(name), first: template.folder, dispose: () => run(`drop database ${name} with (force)`) }
}

/** A cluster of its own, whose commits are on the disk. */
async function openCluster() {
  const { load, close } = await openModules()
  const { openStoppablePostgres } = await load('/tests/support/stoppable-postgres.ts')
  const cluster = await openStoppablePostgres()
  const dispose = async () => {
    await cluster.dispose()
    await close()
  }
  return { url: cluster.url, dispose }
}

/** Loads modules of this repository by their paths from its root. */
export async function openModules() {
  const vite = await createServer({
    configFile: false,
    root,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false },
    optimizeDeps: { noDiscovery: true },
    resolve: {
      alias: ['protocol', 'server'].map((side) => ({
        find: new RegExp(`^tablewright/${side}$`),
        replacement: join(root, `runtime/${side}/index.ts`),
      })),
    },
  })
  return { load: (path) => vite.ssrLoadModule(path), close: () => vite.close() }
}

/** @param measure gets the address of an empty database, and what loads modules by their paths from the root */
export async function withEmptyPostgres(measure) {
  const shared = process.env.TABLEWRIGHT_BENCH_POSTGRES
  const modules = await openModules()
  const database = await (shared ? emptyDatabaseOn(shared) : openCluster())
  try {
    return await measure(database.url, modules.load)
  } finally {
    await database.dispose()
    await modules.close()
  }
}
