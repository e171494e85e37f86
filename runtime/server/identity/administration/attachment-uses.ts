/** Which records refer to stored files: found in the fields of files and images of every table. */
import { sql, type RawBuilder } from 'kysely'
import {
  addressesIn,
  addressesInHtml,
  fileFields,
  kinds,
  visibleFields,
  type FieldModel,
  type RecordReference,
  type TableModel,
} from '../../../protocol/index.ts'
import { columnType } from '../../../protocol/index.ts'
import { likePattern, type Row } from '../../db/index.ts'
import type * as operation from '../../operation/scope.ts'
import { canList, viewOf } from '../../records/policy/policy.ts'
import { visibleReferences } from '../../records/relations/referring.ts'
import { fileTypes } from '../../settings/added/item.ts'

/** What refers to a file. */
export interface FileUses {
  /** The first records that the caller may see, at most five of each table. */
  readonly references: readonly RecordReference[]
  /** More records than those refer to it. */
  readonly more: boolean
}

/** Reads the rows of a statement: in a transaction, or within the limits of a request. */
type ReadRows = (rows: RawBuilder<Row>) => Promise<readonly Row[]>

/** Rows that one statement reads of a field. */
const maxRows = 500

/**
 * Few statements for each field of files, however many files are asked for; deleted records count, because they can be
 * restored. Nothing is locked: a record that begins to use a file at this moment is not seen.
 */
export async function findUses(
  scope: operation.Scope,
  urls: readonly string[],
  read: ReadRows,
): Promise<ReadonlyMap<string, FileUses>> {
  const uses = new Map(urls.map((url) => [url, { references: [] as RecordReference[], more: false }]))
  if (urls.length === 0) return uses
  for (const model of scope.registry.list) {
    if (model.storage !== 'table') continue
    const seen = new Set(visibleFields(viewOf(scope, model, 'index')).map(({ name }) => name))
    for (const field of fileFields(model)) {
      let last = 0
      let open = urls
      while (open.length > 0) {
        const rows = await read(usersOf(scope, model, field, open, last))
        // Guard T52: records are named to those who may see them.
        // Without: const visible = await namesOf(scope, model, rows)
        const visible = seen.has(field.name) ? await namesOf(scope, model, rows) : new Map<number, RecordReference>()
        for (const row of rows) addUse(uses, addressesOf(row, field), visible.get(Number(row['id'])))
        if (rows.length < maxRows) break
        // A file that very many records use must not hide those that few use.
        last = Number(rows.at(-1)?.['id'])
        open = open.filter((url) => !uses.get(url)?.more)
      }
    }
  }
  for (const row of await read(settingsSql())) addUse(uses, settingAddresses(row), settingReference(scope, row))
  return uses
}

/** The setting, for those who may see the settings. */
function settingReference(scope: operation.Scope, row: Row): RecordReference | undefined {
  const model = scope.registry.byId('system/config')
  if (!model || !canList(scope, model)) return undefined
  const { id: table, page, label } = model
  return { table, page, label: label[scope.language], id: Number(row['id']), title: String(row['title'] ?? '') }
}

/** Settings of files and texts that administrators have added. There are few, and their values are not indexed. */
const settingsSql = (): RawBuilder<Row> => {
  const types = sql.join([...fileTypes, 'editor'].map((type) => sql.lit(type)))
  return sql`select id, title, type, value from config where allow_del = 1 and type in (${types}) order by id`
}

function settingAddresses({ type, value }: Row): readonly unknown[] {
  const stored = String(value ?? '')
  if (type === 'editor') return addressesInHtml(stored)
  return stored.startsWith('[') ? (JSON.parse(stored) as readonly unknown[]) : [stored]
}

/** The rows after an id whose field has one of the addresses. */
function usersOf(
  { database: { adapter } }: operation.Scope,
  { table, title }: TableModel,
  field: FieldModel,
  urls: readonly string[],
  after: number,
): RawBuilder<Row> {
  const column = sql.id(field.name)
  const isUsed = kinds[field.kind].plainText
    ? sql`(${sql.join(
        urls.map((url) => adapter.like(column, likePattern(`"${url}"`))),
        sql` or `,
      )})`
    : columnType(field) === 'json'
      ? adapter.jsonHasAny(column, urls)
      : sql`${column} in (${sql.join(urls)})`
  const columns = [...new Set(['id', field.name, title])].map((name) => sql.id(name))
  return sql`select ${sql.join(columns)} from ${sql.table(table)} where ${isUsed} and id > ${after} order by id
    limit ${sql.lit(maxRows)}`
}

/** Records by id, as far as the caller may see them. */
async function namesOf(
  scope: operation.Scope,
  model: TableModel,
  rows: readonly Row[],
): Promise<ReadonlyMap<number, RecordReference>> {
  const names = new Map<number, RecordReference>()
  // A refusal names at most five of those it is given.
  for (let start = 0; start < rows.length && start < 100; start += 5)
    for (const one of await visibleReferences(scope, model, rows.slice(start, start + 5))) names.set(one.id, one)
  return names
}

const addressesOf = (row: Row, field: FieldModel): readonly string[] =>
  addressesIn(field, kinds[field.kind].toWire(row[field.name] ?? null, field))

const maxReferences = 5

function addUse(
  uses: ReadonlyMap<string, { references: RecordReference[]; more: boolean }>,
  addresses: readonly unknown[],
  record: RecordReference | undefined,
): void {
  for (const address of new Set(addresses)) {
    const found = uses.get(String(address))
    if (!found) continue
    if (record && found.references.length < maxReferences) found.references.push(record)
    else found.more = true
  }
}

/** True when any record refers to the file. */
export const isUsed = ({ references, more }: FileUses): boolean => references.length > 0 || more
