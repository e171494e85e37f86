/** Adopted tables in the SQL of SQLite: each file is attached under a name of its own. */
import { hash } from 'node:crypto'
import type Sqlite from 'better-sqlite3'
import {
  formatSeconds,
  parseDateTime,
  type FieldModel,
  type StoredModel,
  type TableModel,
} from '../../../protocol/index.ts'
import type { AdoptedSql } from './adopted-sql.ts'
import { literal, quoted } from '../ddl.ts'

/** A file of another application, open beside the product's own. */
export interface Attachment {
  /** Name of its schema in SQL. */
  readonly name: string
  readonly file: string
}

const functions = { hash: 'tablewright_hash', instant: 'tablewright_instant', time: 'tablewright_time' } as const

/** SQLite allows more arguments only where it is compiled for it. */
const maxArguments = 100

/** The files that the tables are in. @param resolve makes a path of the schemas absolute */
export function attachmentsOf(
  models: readonly TableModel[],
  resolve: (name: string, path: string) => string,
): readonly Attachment[] {
  const files = models.flatMap(({ adopted }) => (adopted?.file ? [adopted.file] : []))
  return [...new Map(files.map(({ name, path }) => [name, { name, file: resolve(name, path) }])).values()]
}

/** Opens the files on a connection, and adds the functions that their columns are read with. */
export function attach(connection: Sqlite.Database, attachments: readonly Attachment[]): void {
  for (const { name, file } of attachments) connection.prepare(`attach database ? as ${quoted(name)}`).run(file)
  if (attachments.length === 0) return
  const options = { deterministic: true, varargs: true } as const
  connection.function(functions.hash, options, (...values: unknown[]) => hashOf(values))
  connection.function(functions.instant, { deterministic: true }, (text: unknown, zone: unknown) =>
    typeof text === 'string' ? parseDateTime(text.slice(0, 19), String(zone)) : null,
  )
  connection.function(functions.time, { deterministic: true }, (seconds: unknown, zone: unknown) =>
    typeof seconds === 'number' ? formatSeconds(seconds, String(zone)) : null,
  )
}

/** The first 52 bits of a digest and 1, so that it is never 0. */
function hashOf(values: readonly unknown[]): number {
  const text = JSON.stringify(values.map((value) => (Buffer.isBuffer(value) ? value.toString('base64') : value)))
  return Number.parseInt(hash('sha256', text).slice(0, 13), 16) + 1
}

/** SQLite's names for the place of a row; a column of the same name hides one of them. */
const placeNames = ['rowid', '_rowid_', 'oid']

export const sqliteAdopted: AdoptedSql = {
  source: ({ file, table }) => `${quoted(file?.name ?? 'main')}.${quoted(table)}`,
  rowPlace({ isView }, alias, columns) {
    const ownNames = new Set(columns.map((name) => name.toLowerCase()))
    const name = placeNames.find((candidate) => !ownNames.has(candidate))
    return isView || name === undefined ? 'row_number() over ()' : `${alias}.${name}`
  },
  hash(values) {
    if (values.length <= maxArguments) return `${functions.hash}(${values.join(', ')})`
    const first = `${functions.hash}(${values.slice(0, maxArguments).join(', ')})`
    return sqliteAdopted.hash([first, ...values.slice(maxArguments)])
  },
  read(column, field, source) {
    const value = readForm(column, field, source)
    return source.isEmptyText ? `nullif(${value}, '')` : value
  },
  write(field, source) {
    const [before, after] = writeForm(field, source)
    return source.isEmptyText ? [`coalesce(${before}`, `${after}, '')`] : [before, after]
  },
}

const unit = ({ scale = 0 }: FieldModel): number => 10 ** scale

function readForm(column: string, field: FieldModel, { as, zone }: StoredModel): string {
  switch (as) {
    case 'number':
      return `cast(round(${column} * ${unit(field)}) as integer)`
    case 'boolean':
      return `case when ${column} is null then null when ${column} then 1 else 0 end`
    case 'date':
    case 'midnight':
      return `substr(${column}, 1, 10)`
    case 'datetime':
      return zone === 'UTC' ? `unixepoch(${column})` : `${functions.instant}(${column}, ${literal(zone ?? 'UTC')})`
    case 'seconds':
      return `unixepoch(${column})`
    case 'milliseconds':
      return `${column} / 1000`
    case 'native':
    case 'digits':
      return `cast(${column} as text)`
    case 'size':
      return `length(${column})`
    case 'time':
    case undefined:
      return column
  }
}

function writeForm(field: FieldModel, { as, zone }: StoredModel): readonly [string, string] {
  switch (as) {
    case 'number':
      return ['(', ` / ${unit(field)}.0)`]
    case 'midnight':
      return ['(', " || ' 00:00:00')"]
    case 'datetime':
      return zone === 'UTC' ? ['datetime(', ", 'unixepoch')"] : [`${functions.time}(`, `, ${literal(zone ?? 'UTC')})`]
    case 'seconds':
      return ['datetime(', ", 'unixepoch')"]
    case 'milliseconds':
      return ['(', ' * 1000)']
    case 'digits':
      return ['cast(', ' as integer)']
    case 'boolean':
    case 'date':
    case 'native':
    case 'size':
    case 'time':
    case undefined:
      return ['', '']
  }
}
