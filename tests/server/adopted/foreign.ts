/** A database that another application created, introspected and served: tables in SQL, schemas, and an app. */
import { mkdtempSync, rmSync, writeFileSync, cpSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { setImmediate as immediate } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { inject } from 'vitest'
import type { TableModel } from 'tablewright/protocol'
import { system } from '#generated/system/index.ts'
import { documentsOf, type Introspected } from '../../../cli/introspecting/documents.ts'
import type { ForeignDatabase } from '../../../cli/introspecting/foreign-database.ts'
import { readPostgres } from '../../../cli/introspecting/read-postgres.ts'
import { readSqlite } from '../../../cli/introspecting/read-sqlite.ts'
import { checkSources } from '../../../generator/check/index.ts'
import type { Module } from '../../../generator/link/schema-set.ts'
import { buildSchemaSet } from '../../../generator/pipeline.ts'
import { read } from '../../../generator/read.ts'
import { createApp } from '../../../runtime/server/app.ts'
import { openDatabase, prepareDatabase, type Database } from '../../../runtime/server/db/index.ts'
import { createRegistry } from '../../../runtime/server/core/models/registry.ts'
import { prepareAccess } from '../../../runtime/server/identity/permissions/prepare-rules.ts'
import { ensureFirstAdmin } from '../../../runtime/server/identity/session/admins.ts'
import { defaultSettings } from '../../../runtime/server/settings/settings.ts'
import type { Engine } from '../../support/databases.ts'

/** The database of the other application. */
export interface Foreign {
  readonly engine: Engine['name']
  /** The SQLite file, or the schema on PostgreSQL. */
  readonly place: string
  /** Runs statements as the other application. */
  run(statements: string): Promise<void>
  /** Rows as the other application reads them. */
  rows(statement: string): Promise<Record<string, unknown>[]>
  open(): Promise<ForeignDatabase>
  remove(): Promise<void>
}

/** Creates it. @param statements separated by semicolons; `{serial}`, `{bytes}` and so on are words of the engine */
export async function createForeign(engine: Engine, statements: string): Promise<Foreign> {
  const foreign = await (engine.name === 'sqlite' ? onSqlite() : onPostgres())
  await foreign.run(statements)
  return foreign
}

const words = {
  sqlite: {
    serial: 'integer primary key',
    bytes: 'blob',
    moment: 'datetime',
    flag: 'boolean',
    on: '1',
    now: 'current_timestamp',
  },
  postgresql: {
    serial: 'serial primary key',
    bytes: 'bytea',
    moment: 'timestamp',
    flag: 'boolean',
    on: 'true',
    now: 'now()',
  },
} as const

function spelled(engine: Engine['name'], text: string): string {
  const own: Readonly<Record<string, string>> = words[engine]
  return text.replaceAll(/\{(\w+)\}/g, (_all, name: string) => own[name] ?? name)
}

async function onSqlite(): Promise<Foreign> {
  const folder = mkdtempSync(join(tmpdir(), 'tablewright-foreign-'))
  const file = join(folder, 'foreign.sqlite')
  const within = <T>(work: (connection: Sqlite.Database) => T): T => {
    const connection = new Sqlite(file)
    try {
      return work(connection)
    } finally {
      connection.close()
    }
  }
  return {
    engine: 'sqlite',
    place: file,
    run: async (text) => {
      // The server writes in this process, too: waiting inside SQLite would keep it from ending its transaction.
      const isDone = (): boolean =>
        within((connection) => {
          connection.pragma('busy_timeout = 0')
          try {
            connection.exec(spelled('sqlite', text))
            return true
          } catch (error) {
            if ((error as { code?: string }).code === 'SQLITE_BUSY') return false
            throw error
          }
        })
      while (!isDone()) await immediate()
    },
    rows: async (text) => within((connection) => connection.prepare<[], Record<string, unknown>>(text).all()),
    open: async () => readSqlite(file),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function onPostgres(): Promise<Foreign> {
  const schema = `foreign_${randomBytes(6).toString('hex')}`
  const run = async (text: string): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client({ connectionString: inject('postgres') })
    await client.connect()
    try {
      await client.query(`create schema if not exists ${schema}; set search_path = ${schema}`)
      return (await client.query<Record<string, unknown>>(spelled('postgresql', text))).rows
    } finally {
      await client.end()
    }
  }
  return {
    engine: 'postgresql',
    place: schema,
    run: async (text) => void (await run(text)),
    rows: run,
    open: () => readPostgres(inject('postgres'), [schema]),
    remove: async () => void (await run(`drop schema ${schema} cascade`)),
  }
}

/** Introspects it as the module `shop`. */
export async function introspect(foreign: Foreign): Promise<Introspected> {
  const database = await foreign.open()
  try {
    const file = foreign.engine === 'sqlite' ? foreign.place : null
    return await documentsOf(database, { module: 'shop', file, zone: 'Asia/Shanghai' })
  } finally {
    await database.close()
  }
}

/** The module of the introspected documents. Throws when the schemas have problems. */
export async function modelsOf({ files }: Introspected): Promise<Module> {
  const module = (await modulesOf(files)).find(({ name }) => name === 'shop')
  if (!module) throw new Error('no module')
  return module
}

/** The modules of documents, by path below `schemas/`. Throws when the schemas have problems. */
async function modulesOf(files: ReadonlyMap<string, object>): Promise<readonly Module[]> {
  const root = mkdtempSync(join(tmpdir(), 'tablewright-introspected-'))
  try {
    cpSync(join(import.meta.dirname, '../../../schemas/dialect'), join(root, 'schemas/dialect'), { recursive: true })
    for (const [path, document] of files) {
      mkdirSync(dirname(join(root, 'schemas', path)), { recursive: true })
      writeFileSync(join(root, 'schemas', path), JSON.stringify(document, null, 2))
    }
    const sources = await read(root)
    const problems = await checkSources(sources)
    if (problems.length > 0)
      throw new Error(
        problems.map(({ code, file, pointer, message }) => `${code} ${file}${pointer} ${message.en}`).join('\n'),
      )
    return buildSchemaSet(sources).modules
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

interface Answer {
  readonly code: number
  readonly msg: string
  readonly data: Record<string, unknown> & { readonly reason?: string; readonly errors?: Record<string, string> }
}

export interface Served {
  readonly database: Database
  readonly models: readonly TableModel[]
  post(path: string, body: object): Promise<Answer>
  get(path: string): Promise<Answer>
  remove(path: string): Promise<Answer>
  /** The record as its form reads it. */
  row(controller: string, id: number): Promise<Record<string, unknown>>
  /** The rows of a list. */
  list(controller: string, query?: string): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

/**
 * Serves the tables, with own tables in a place of their own.
 * @param own documents of further modules, whose tables are in that place
 */
export async function serveForeign(
  engine: Engine,
  introspected: Introspected,
  own: ReadonlyMap<string, object> = new Map(),
): Promise<Served> {
  const served = await modulesOf(new Map([...introspected.files, ...own]))
  const systemModels = await Promise.all(Object.values(system.tables).map((entry) => entry.model()))
  const models = [...systemModels, ...served.flatMap(({ entities }) => entities.map(({ model }) => model))]
  const place = await engine.place()
  const database = await openDatabase(place.url, { readerScript: inject('reader'), models, writesAdopted: true })
  await prepareDatabase(database, models, true)
  const modules = [
    ...served.map(({ name, label, icon, order, menu, entities }) => {
      const tables = entities.map(({ model, form }) => [
        model.page,
        { singular: model.singular, model: async () => model, form: async () => form },
      ])
      const manifest = { name, label, icon, order, menu, tables: Object.fromEntries(tables) }
      return { manifest, models: entities.map(({ model }) => model) }
    }),
    { manifest: system, models: systemModels },
  ]
  await prepareAccess(database, modules)
  await ensureFirstAdmin(database, 'Str0ng-enough')
  const folder = mkdtempSync(join(tmpdir(), 'tablewright-served-'))
  const app = await createApp({
    database,
    registry: createRegistry(models),
    modules,
    effects: new Map(),
    settings: defaultSettings({ version: '0', uploadFolder: join(folder, 'storage'), captcha: false }),
    validators: async () => null,
    webRoot: null,
    logLevel: 'silent',
    maxDelay: 0,
  })
  const signed = await send(app, 'POST', 'Index/login', { username: 'admin', password: 'Str0ng-enough' })
  const token = String((signed.data['userInfo'] as Record<string, unknown>)['token'])
  const get = (path: string): Promise<Answer> => send(app, 'GET', path, undefined, token)
  return {
    database,
    models,
    get,
    post: (path, body) => send(app, 'POST', path, body, token),
    remove: (path) => send(app, 'DELETE', path, undefined, token),
    row: async (controller, id) => (await get(`${controller}/edit?id=${id}`)).data['row'] as Record<string, unknown>,
    list: async (controller, query = '') =>
      (await get(`${controller}/index?limit=50&order=id,asc${query}`)).data['list'] as Record<string, unknown>[],
    async close() {
      await app.close()
      await database.close()
      await place.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function send(
  app: FastifyInstance,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
  token?: string,
): Promise<Answer> {
  const { body: text } = await app.inject({
    method,
    url: `/admin/${path}`,
    headers: { 'x-tablewright': '1', 'think-lang': 'en', ...(token !== undefined && { batoken: token }) },
    ...(body && { payload: body }),
  })
  return JSON.parse(text) as Answer
}
