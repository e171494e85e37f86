/** Documents that a new entity begins with: blank, a copy, a table of the database, a `CREATE TABLE`, a CSV file. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'jsonc-parser'
import { shortField } from '../../generator/expand/shorten.ts'
import type { Documents } from '../../generator/edit/document-editor.ts'
import { requireEntity } from '../../generator/edit/operation.ts'
import { isObject, type JsonObject } from '../../generator/source/json.ts'
import type { Text } from '../../runtime/protocol/index.ts'
import { entityDocument } from '../adding/schemas.ts'
import { documentsOf } from '../introspecting/documents.ts'
import type { ForeignDatabase } from '../introspecting/foreign-database.ts'
import { fieldsOfCsv } from './csv-fields.ts'
import { onlyTable, openTables } from './other-tables.ts'
import { DesignRefusal } from './refusal.ts'

interface StartInput {
  readonly entity: string
  readonly label: Text
  readonly singular: Text
}

export type Start = StartInput &
  (
    | { readonly from: 'blank' }
    | { readonly from: 'copy'; readonly source: string }
    | { readonly from: 'sql'; readonly text: string }
    | { readonly from: 'csv'; readonly text: string }
    | { readonly from: 'table'; readonly table: string }
  )

const invalid = (zh: string, en: string): DesignRefusal => new DesignRefusal('invalid', { 'zh-cn': zh, en })

/** @throws DesignRefusal when nothing follows from the input */
export async function startDocument(start: Start, documents: Documents, databaseUrl: string): Promise<JsonObject> {
  requireEntity(start.entity)
  const { entity, label, singular } = start
  const blank = entityDocument(entity, label, singular)
  if (start.from === 'blank') return blank
  if (start.from === 'copy') {
    const text = documents.get(`${start.source}.json`)
    const source: unknown = text === undefined ? null : parse(text)
    if (!isObject(source)) throw invalid('没有这个实体。', 'There is no such entity.')
    const { 'x-renamedFrom': _former, ...copy } = source
    const { table: _table, controller: _controller, renamedFrom: _names, ...meta } = copy['x-entity'] as JsonObject
    return { ...copy, $id: entity, title: singular.en, 'x-label': label, 'x-entity': { ...meta, label: singular } }
  }
  if (start.from === 'csv') {
    const fields = fieldsOfCsv(start.text)
    if (!fields) throw invalid('文件没有标题行或没有数据。', 'The file has no header or no rows.')
    return withFields(blank, fields.properties, [])
  }
  const { properties, required } =
    start.from === 'table'
      ? await fieldsOfTable(onlyTable(await openTables(databaseUrl), start.table), entity)
      : await fieldsOfTable(await readStatement(start.text), entity)
  return withFields(blank, properties, required)
}

/** A blank document with these fields in place of its own. */
function withFields(
  blank: JsonObject,
  properties: Readonly<Record<string, JsonObject>>,
  required: readonly string[],
): JsonObject {
  const names = Object.keys(properties)
  const texts = names.filter((name) => isTitle(properties[name]))
  const title = texts[0] ?? names[0] ?? 'id'
  const { required: _required, properties: _properties, 'x-search': _search, 'x-views': _views, ...rest } = blank
  const { key: _key, ...meta } = rest['x-entity'] as JsonObject
  const search = texts.slice(0, 4)
  return {
    ...rest,
    ...(required.length > 0 && { required }),
    'x-entity': { ...meta, title },
    properties,
    ...(search.length > 0 && { 'x-search': search }),
    'x-views': {
      table: { columns: [...names.slice(0, 8), 'createtime'] },
      form: [{ section: 'basic', rows: names.map((name) => [name]) }],
    },
  }
}

const isTitle = (schema: JsonObject | undefined): boolean =>
  typeof schema?.['maxLength'] === 'number' && schema['maxLength'] <= 255 && schema['format'] === undefined

/** Closes the database. */
async function fieldsOfTable(database: ForeignDatabase, entity: string) {
  const [module = 'shop'] = entity.split('/')
  try {
    // A new table of this product, not one of another application: that is what the reader of MySQL's dumps describes.
    const own: ForeignDatabase = { ...database, engine: 'mysql' }
    const { files } = await documentsOf(own, { module, file: null, zone: 'Asia/Shanghai' })
    const document = [...files.values()].find((value) => isObject(value['properties']))
    if (!document) throw noTable()
    const properties = document['properties'] as Readonly<Record<string, JsonObject>>
    const plain = Object.entries(properties).filter(([, schema]) => !isObject(schema['x-relation']))
    return {
      properties: Object.fromEntries(plain.map(([name, schema]) => [name, shortField(schema)])),
      required: (document['required'] ?? []) as readonly string[],
    }
  } finally {
    await database.close()
  }
}

const noTable = (): DesignRefusal =>
  invalid('这不是可以读取的 CREATE TABLE 语句。', 'This is no CREATE TABLE statement that can be read.')

const maxStatement = 100_000

/** The statement runs in an empty file of its own, and nothing but a single definition of columns runs at all. */
async function readStatement(text: string): Promise<ForeignDatabase> {
  const statement = text.trim().replace(/;\s*$/, '')
  // Guard T61: only a definition of a table is run, never one that reads.
  // Without: const isDefinition = true
  const isDefinition = /^create\s+table\s+(if\s+not\s+exists\s+)?[\w.$"'`[\]\p{Script=Han}]+\s*\(/iu.test(statement)
  if (statement.length > maxStatement || !isDefinition) throw noTable()
  const folder = mkdtempSync(join(tmpdir(), 'tablewright-table-'))
  try {
    const { default: Sqlite } = await import('better-sqlite3')
    const file = join(folder, 'table.sqlite')
    try {
      const database = new Sqlite(file)
      // `prepare` takes one statement and refuses what follows it.
      database.prepare(statement).run()
      database.close()
    } catch {
      return await readMysql(folder, statement)
    }
    const { readSqlite } = await import('../introspecting/read-sqlite.ts')
    return readSqlite(file)
  } finally {
    // An open file stays readable until it is closed.
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Throws where the parser, which is no part of the package, is not installed. */
async function readMysql(folder: string, statement: string): Promise<ForeignDatabase> {
  try {
    const { loadParser, readMysqlDump } = await import('../introspecting/read-mysql.ts')
    const file = join(folder, 'table.sql')
    writeFileSync(file, `${statement};\n`)
    return readMysqlDump(file, await loadParser())
  } catch {
    throw noTable()
  }
}
