/** Fresh databases of every engine: `describe.each(engines)('… on $name', (engine) => { … })`. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { TableModel } from 'tablewright/protocol'
import { watchTables } from './lock-order.ts'
import { applyPlan, openDatabase, type Database } from '../../runtime/server/db/index.ts'

/** A database made for one test. */
export interface TestDatabase extends Database {
  /** Closes it and removes all it left. */
  dispose(): Promise<void>
}

/** A place where a database may be made; several Databases may be opened on its address. */
export interface Place {
  readonly url: string
  remove(): Promise<void>
}

export interface Engine {
  readonly name: 'sqlite' | 'postgresql'
  /** An empty place. */
  place(): Promise<Place>
  /** A fresh database with the tables of these models. */
  open(models: readonly TableModel[]): Promise<TestDatabase>
}

const sqlite: Engine = {
  name: 'sqlite',
  async place() {
    const folder = mkdtempSync(join(tmpdir(), 'tablewright-test-'))
    return {
      url: `sqlite:${join(folder, 'test.sqlite')}`,
      remove: async () => rmSync(folder, { recursive: true, force: true }),
    }
  },
  open: (models) => openFresh(sqlite, models),
}

const postgresql: Engine = {
  name: 'postgresql',
  async place() {
    const schema = `test_${randomBytes(6).toString('hex')}`
    await onServer(`create schema ${schema}`)
    const url = new URL(inject('postgres'))
    url.searchParams.set('options', `-c search_path=${schema}`)
    return { url: url.href.replaceAll('+', '%20'), remove: () => onServer(`drop schema ${schema} cascade`) }
  },
  open: (models) => openFresh(postgresql, models),
}

export const engines: readonly Engine[] = [sqlite, postgresql]

const extent = process.env['TABLEWRIGHT_TEST_EXTENT']

/** Number of random samples of a property: a fifth in `npm test`, all in `npm run test:faults`. */
export const sampleCount = (all: number): number => (extent === 'long' ? all : Math.ceil(all / 5))

/** For long tests of what hardly depends on the engine: `npm run test:faults` runs them on each, `npm test` on one. */
export const oneEngine = extent === 'long' ? engines : engines.slice(0, 1)

/** A matrix of cases too long for `npm test`: it asks every fourth one, `npm test -- --complete` all. */
export const sampleStep = extent ? 1 : 4

/**
 * For tests of modules, sessions and other parts that reach a database only through the store that is tested on each
 * engine: `npm test` runs them on one, `npm test -- --complete` on each.
 */
export const moduleEngines = extent ? engines : engines.slice(0, 1)

/** An engine whose databases are all the one in this place: for several servers on one database. */
export const inPlace = (engine: Engine, place: Place, isFirst: boolean): Engine => ({
  ...engine,
  async open(models): Promise<TestDatabase> {
    const database = await openAt(place)
    if (isFirst) await applyPlan(database, models)
    return Object.assign(database, { dispose: () => database.close() })
  },
})

/** Opens a database in a place of ours. */
export function openAt(place: Place): Promise<Database> {
  return openDatabase(place.url, { readerScript: inject('reader') })
}

/**
 * Tries again, as people do, when no connection became free in time: with fifty writers at once on a busy machine, the
 * last ones wait longer than the server lets them.
 */
export async function untilConnected<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('timeout exceeded when trying to connect'))) throw error
    }
  }
}

/** Runs one statement on the PostgreSQL server of the tests. */
async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function openFresh(engine: Engine, models: readonly TableModel[]): Promise<TestDatabase> {
  const place = await engine.place()
  const database = await openAt(place)
  watchTables(models)
  await applyPlan(database, models)
  const dispose = async () => {
    await database.close()
    await place.remove()
  }
  return Object.assign(database, { dispose })
}

/** As if the daily check of expired rows had just found the clock right, so that they may be removed. */
export async function endRetention(database: Database): Promise<void> {
  const value = String(Math.floor(Date.now() / 1000))
  await database.write((trx) =>
    trx
      .insertInto('tablewright_meta')
      .values({ key: 'purge_limit', value })
      .onConflict((on) => on.column('key').doUpdateSet({ value }))
      .execute(),
  )
}
