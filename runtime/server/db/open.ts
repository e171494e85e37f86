/** Opens the database an address names. A further engine is one folder and one line here. */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Database, OpenOptions } from './database.ts'
import { connectPostgres } from './postgres/connect.ts'
import { DatabaseProblem } from './problem.ts'
import { connectSqlite } from './sqlite/connect.ts'

interface Engine {
  readonly schemes: readonly string[]
  open(url: string, options: OpenOptions): Promise<Database>
}

const engines: readonly Engine[] = [
  { schemes: ['postgres', 'postgresql'], open: connectPostgres },
  { schemes: ['sqlite', 'file'], open: (url, options) => connectSqlite(pathOf(url), options) },
]

/**
 * @param url `sqlite:/path/file.sqlite`, a plain path (relative to the working directory), or `postgres://…`
 * Throws a DatabaseProblem when the database cannot or must not be used; then nothing was changed.
 */
export async function openDatabase(url: string, options: OpenOptions): Promise<Database> {
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(url)?.[1]?.toLowerCase() ?? 'sqlite'
  const engine = engines.find((one) => one.schemes.includes(scheme))
  if (!engine || url.trim() === '') throw new DatabaseProblem('bad_url', { place: url.replace(/\/\/[^@/]*@/, '//…@') })
  return engine.open(url, options)
}

function pathOf(url: string): string {
  if (url.startsWith('file://')) return fileURLToPath(url)
  return resolve(url.replace(/^(sqlite|file):(\/\/(?=\/))?/i, ''))
}
