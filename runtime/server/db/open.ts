/** Opens the database an address names. A further engine is one folder and one line here. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TableModel } from '../../protocol/index.ts'
import type { Adapter } from './adapter.ts'
import type { Database, OpenOptions } from './database.ts'
import { diff } from './plan/diff.ts'
import { planDatabase } from './plan/plan.ts'
import { recordOf } from './plan/recorded.ts'
import type { Plan } from './plan/step.ts'
import { wantedTables } from './plan/wanted.ts'
import { postgresAdapter } from './postgres/adapter.ts'
import { DatabaseError } from './database-error.ts'
import { sqliteAdapter } from './sqlite/adapter.ts'
import { connectSqlite } from './sqlite/connect.ts'

interface Engine {
  readonly schemes: readonly string[]
  readonly adapter: Adapter
  /** False when opening would create the database. */
  exists(url: string): boolean
  open(url: string, options: OpenOptions): Promise<Database>
}

const engines: readonly Engine[] = [
  {
    schemes: ['postgres', 'postgresql'],
    adapter: postgresAdapter,
    exists: () => true,
    // The driver takes time and memory that a server on the other engine does not need.
    open: async (url) => (await import('./postgres/connect.ts')).connectPostgres(url),
  },
  {
    schemes: ['sqlite', 'file'],
    adapter: sqliteAdapter,
    exists: (url) => existsSync(pathOf(url)),
    open: (url, options) => connectSqlite(pathOf(url), options),
  },
]

/**
 * @param url `sqlite:/path/file.sqlite`, a plain path (relative to the working directory), or `postgres://…`
 * Throws a DatabaseError when the database cannot or must not be used; then nothing was changed.
 */
export async function openDatabase(url: string, options: OpenOptions): Promise<Database> {
  const engine = engineOf(url)
  if (options.existing && !engine.exists(url)) throw new DatabaseError('missing', { place: url })
  return engine.open(url, options)
}

/**
 * The plan for the database of that address; a missing database is not created. Throws a DatabaseError like
 * `openDatabase`.
 */
export async function planAt(url: string, models: readonly TableModel[], options: OpenOptions): Promise<Plan> {
  const engine = engineOf(url)
  if (!engine.exists(url))
    return diff({
      ddl: engine.adapter.ddl,
      wanted: wantedTables(models),
      live: [],
      made: {},
      recorded: null,
      model: recordOf(models),
      renames: [],
      ask: async () => [],
    })
  const database = await engine.open(url, options)
  try {
    return await planDatabase(database, models)
  } finally {
    await database.close()
  }
}

function engineOf(url: string): Engine {
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(url)?.[1]?.toLowerCase() ?? 'sqlite'
  const engine = engines.find((one) => one.schemes.includes(scheme))
  if (!engine || url.trim() === '') throw new DatabaseError('bad_url', { place: url.replace(/\/\/[^@/]*@/, '//…@') })
  return engine
}

function pathOf(url: string): string {
  if (url.startsWith('file://')) return fileURLToPath(url)
  return resolve(url.replace(/^(sqlite|file):(\/\/(?=\/))?/i, ''))
}
