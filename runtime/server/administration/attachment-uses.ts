/** Which records refer to stored files: found in the fields of files and images of every table. */
import { sql } from 'kysely'
import { kinds, visibleFields, type FieldModel, type RecordReference, type TableModel } from '../../protocol/index.ts'
import { columnType } from '../../protocol/index.ts'
import type { Reading, Row } from '../db/index.ts'
import type * as operation from '../operation/scope.ts'
import { viewOf } from '../records/policy/policy.ts'
import { visibleReferences } from '../records/remove.ts'

/** What refers to a file. */
export interface FileUses {
  /** The first records that the caller may see, at most five of each table. */
  readonly references: readonly RecordReference[]
  /** More records than those refer to it. */
  readonly more: boolean
}

/** Rows that are read of a field: enough to name some for every file of a page. */
const maxRows = 500

/** Fields whose values are addresses of files. */
const fileFields = ({ fields }: Pick<TableModel, 'fields'>): readonly FieldModel[] =>
  fields.filter(({ kind }) => kinds[kind].addresses !== undefined)

/**
 * One statement for each field of files, however many files are asked for; deleted records count, because they can be
 * restored. Nothing is locked: a record that begins to use a file at this moment is not seen.
 */
export async function findUses(
  scope: operation.Scope,
  query: Pick<Reading, 'selectFrom'>,
  urls: readonly string[],
): Promise<ReadonlyMap<string, FileUses>> {
  const uses = new Map(urls.map((url) => [url, { references: [] as RecordReference[], more: false }]))
  if (urls.length === 0) return uses
  for (const model of scope.registry.list) {
    if (model.storage !== 'table') continue
    const seen = new Set(visibleFields(viewOf(scope, model, 'index')).map(({ name }) => name))
    for (const field of fileFields(model)) {
      const rows = await rowsWith(scope, query, model, field, urls)
      if (rows.length === 0) continue
      const visible = seen.has(field.name) ? await namesOf(scope, model, rows) : new Map<number, RecordReference>()
      for (const row of rows) addUse(uses, addressesOf(row, field), visible.get(Number(row['id'])))
    }
  }
  return uses
}

function rowsWith(
  { database: { adapter } }: operation.Scope,
  query: Pick<Reading, 'selectFrom'>,
  model: TableModel,
  field: FieldModel,
  urls: readonly string[],
): Promise<readonly Row[]> {
  const column = sql.id(field.name)
  const isUsed =
    columnType(field) === 'json'
      ? sql<boolean>`(${sql.join(
          urls.map((url) => adapter.jsonHas(column, url)),
          sql` or `,
        )})`
      : sql<boolean>`${column} in (${sql.join(urls)})`
  return query
    .selectFrom(model.table)
    .select([...new Set(['id', field.name, model.title])])
    .where(isUsed)
    .orderBy('id')
    .limit(maxRows)
    .execute()
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

function addressesOf(row: Row, field: FieldModel): readonly unknown[] {
  const value = kinds[field.kind].toWire(row[field.name] ?? null, field)
  return Array.isArray(value) ? value : [value]
}

const maxReferences = 5

function addUse(
  uses: ReadonlyMap<string, { references: RecordReference[]; more: boolean }>,
  addresses: readonly unknown[],
  record: RecordReference | undefined,
): void {
  for (const address of addresses) {
    const found = uses.get(String(address))
    if (!found) continue
    if (record && found.references.length < maxReferences) found.references.push(record)
    else found.more = true
  }
}

/** True when any record refers to the file. */
export const isUsed = ({ references, more }: FileUses): boolean => references.length > 0 || more
