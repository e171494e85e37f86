/** Opens the database an address names. A further engine is one folder and one line here. */
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AdoptedEngine, TableModel } from '../../protocol/index.ts'
import type { Adapter } from './adapter.ts'
import type { Database, OpenOptions } from './database.ts'
import { diff } from './plan/diff.ts'
import { planDatabase } from './plan/plan.ts'
import { recordOf } from './plan/recorded-model.ts'
import type { Plan } from './plan/step.ts'
import { wantedTables } from './plan/model-tables.ts'
import { postgresAdapter } from './postgres/adapter.ts'
import { databaseErrorFrom as postgresError, placeOf } from './postgres/check.ts'
import { DatabaseError } from './database-error.ts'
import { sqliteAdapter } from './sqlite/adapter.ts'
import { connectSqlite } from './sqlite/connect.ts'
import { databaseErrorFrom as sqliteError } from './sqlite/file.ts'
import { copyDatabase, returnDatabase } from './sqlite/file/copy.ts'

interface Engine {
  readonly schemes: readonly string[]
  readonly adapter: Adapter
  /** Name by which schemas adopt tables in it. */
  readonly adopts: AdoptedEngine
  /** False when opening would create the database. */
  exists(url: string): boolean
  open(url: string, options: OpenOptions): Promise<Database>
  /** What an error of the engine says about the database as a whole; null = nothing. */
  errorFrom(url: string, error: unknown): DatabaseError | null
  readonly copies: Copies
}

/** Copies of whole databases. */
interface Copies {
  /** Name of the file that a copy is. */
  readonly name: string
  /** Writes what is committed at this moment into a new file; others go on writing. */
  write(url: string, file: string): Promise<void>
  /**
   * Puts a copy in the place of a database. Throws a DatabaseError: `exists`, and `in_use` while others use it.
   * @param replaced name under which a database that is there is kept; null = none may be replaced
   */
  restore(file: string, url: string, replaced: string | null): Promise<RestoredCopy>
}

interface RestoredCopy {
  /** Where the database is that was there before; null = there was none. */
  readonly replaced: string | null
}

const engines: readonly Engine[] = [
  {
    schemes: ['postgres', 'postgresql'],
    adapter: postgresAdapter,
    adopts: 'postgresql',
    exists: () => true,
    // The driver takes time and memory that a server on the other engine does not need.
    open: async (url, options) => (await import('./postgres/connect.ts')).connectPostgres(url, options),
    errorFrom: (url, error) => postgresError(placeOf(url), error),
    copies: {
      name: 'database.ndjson.gz',
      write: async (url, file) => (await import('./postgres/copy.ts')).copyDatabase(url, file),
      // An empty schema is filled, and nothing is ever replaced: servers may run on what is there.
      async restore(file, url) {
        await (await import('./postgres/copy.ts')).returnDatabase(file, url)
        return { replaced: null }
      },
    },
  },
  {
    schemes: ['sqlite', 'file'],
    adapter: sqliteAdapter,
    adopts: 'sqlite',
    exists: (url) => existsSync(pathOf(url)),
    open: (url, options) => connectSqlite(pathOf(url), options),
    errorFrom: (url, error) => sqliteError(pathOf(url), error),
    copies: {
      name: 'database.sqlite',
      write: async (url, file) => copyDatabase(pathOf(url), file),
      async restore(file, url, replaced) {
        const path = pathOf(url)
        const backup =
          replaced !== null && existsSync(path) ? join(dirname(path), 'backups', `${replaced}.sqlite`) : null
        returnDatabase(file, path, backup)
        return { replaced: backup }
      },
    },
  },
]

/**
 * @param url `sqlite:/path/file.sqlite`, a plain path (relative to the working directory), or `postgres://…`
 * Throws a DatabaseError when the database cannot or must not be used; then nothing was changed.
 */
export async function openDatabase(url: string, options: OpenOptions): Promise<Database> {
  const engine = engineOf(url)
  if (options.existing) requireDatabase(url)
  requireEngine(engine, url, options.models ?? [])
  return engine.open(url, options)
}

/**
 * Runs work on the database of an address. Where it fails because the database is damaged, read-only, gone or full, it
 * rejects with the DatabaseError that opening such a database gives, whenever the engine notices.
 */
export async function withDatabaseErrors<T>(url: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw engineOf(url).errorFrom(url, error) ?? error
  }
}

/** Adopted tables are in the database that a server is started with. Throws a DatabaseError `adopted_engine`. */
function requireEngine({ adopts, adapter }: Engine, url: string, models: readonly TableModel[]): void {
  const other = models.find(({ adopted }) => adopted && adopted.engine !== adopts)
  if (!other) return
  const engine = engines.find((candidate) => candidate.adopts === other.adopted?.engine)?.adapter.label ?? ''
  throw new DatabaseError('adopted_engine', {
    table: other.id,
    engine,
    place: `${adapter.label} (${withoutPassword(url)})`,
  })
}

const withoutPassword = (url: string): string => url.replace(/\/\/[^@/]*@/, '//…@')

/** How databases of that address are copied. Throws a DatabaseError when nothing can have the address, or is there. */
export function copiesOf(url: string): Copies {
  return engineOf(url).copies
}

/** Throws a DatabaseError when there is no database at that address. */
export function requireDatabase(url: string): void {
  if (!engineOf(url).exists(url)) throw new DatabaseError('missing', { place: url })
}

/**
 * The plan for the database of that address; a missing database is not created. Throws a DatabaseError like
 * `openDatabase`.
 * @param complete adds steps to the plan of a database that is there
 */
export async function planAt(
  url: string,
  models: readonly TableModel[],
  options: OpenOptions,
  complete: (database: Database, plan: Plan) => Promise<Plan> = async (_database, plan) => plan,
): Promise<Plan> {
  const engine = engineOf(url)
  requireEngine(engine, url, models)
  if (!engine.exists(url))
    return diff({
      ddl: engine.adapter.ddl,
      wanted: wantedTables(models),
      live: [],
      found: [],
      made: {},
      recorded: null,
      model: recordOf(models, engine.adapter.ddl),
      renames: [],
      ask: async () => [],
    })
  const database = await engine.open(url, { ...options, models })
  try {
    return await complete(database, await planDatabase(database, models))
  } finally {
    await database.close()
  }
}

function engineOf(url: string): Engine {
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(url)?.[1]?.toLowerCase() ?? 'sqlite'
  const engine = engines.find((candidate) => candidate.schemes.includes(scheme))
  if (!engine || url.trim() === '') throw new DatabaseError('bad_url', { place: withoutPassword(url) })
  return engine
}

function pathOf(url: string): string {
  if (url.startsWith('file://')) return fileURLToPath(url)
  return resolve(url.replace(/^(sqlite|file):(\/\/(?=\/))?/i, ''))
}
