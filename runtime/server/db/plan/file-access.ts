/** A field of files that becomes private, or that stops being so: its files are made private, or open to everybody. */
import { sql } from 'kysely'
import { addressesIn, isStoredAddress, kinds, privateFileFields } from '../../../protocol/index.ts'
import type { FieldModel, TableModel } from '../../../protocol/index.ts'
import { nowSeconds } from '../../core/clock.ts'
import type { Database } from '../database.ts'
import { insertMissing } from '../insert-missing.ts'
import { rowId, type Reading, type Row } from '../tables.ts'
import type { Step } from './step.ts'

/** Addresses of private files, of whatever table. */
const privateTable = 'private_file'

export const isFileStep = ({ kind }: Step): boolean => kind === 'protect-files' || kind === 'publish-files'

const batchSize = 500

export async function changeFileAccess(database: Database, models: readonly TableModel[], step: Step): Promise<void> {
  const model = models.find(({ table }) => table === step.table)
  const field = model?.fields.find(({ name }) => name === step.column)
  if (!model || !field || !models.some(({ table }) => table === privateTable)) return
  if (step.kind === 'protect-files') {
    for await (const urls of addressesOf(model, database.query, field))
      await database.write((trx) =>
        insertMissing(
          trx,
          privateTable,
          urls.toSorted().map((url) => ({ url, create_time: nowSeconds(), version: 1 })),
        ),
      )
    return
  }
  const privateUrls = new Set<string>()
  // A file that another private field has stays private.
  for (const other of models)
    for (const own of privateFileFields(other))
      for await (const urls of addressesOf(other, database.query, own)) for (const url of urls) privateUrls.add(url)
  for await (const urls of addressesOf(model, database.query, field)) {
    const open = urls.filter((url) => !privateUrls.has(url))
    if (open.length > 0) await database.write((trx) => trx.deleteFrom(privateTable).where('url', 'in', open).execute())
  }
}

/** The stored addresses of a field, batch by batch. */
async function* addressesOf(
  { table }: TableModel,
  query: Reading,
  field: FieldModel,
): AsyncGenerator<readonly string[], void> {
  for (let last = 0; ;) {
    const { rows } = await sql<Row>`select id, ${sql.id(field.name)} from ${sql.table(table)}
      where id > ${last} order by id limit ${sql.lit(batchSize)}`.execute(query)
    const urls = rows.flatMap((row) =>
      addressesIn(field, kinds[field.kind].toWire(row[field.name] ?? null, field)).filter(isStoredAddress),
    )
    if (urls.length > 0) yield [...new Set(urls)]
    const end = rows.at(-1)
    if (!end || rows.length < batchSize) return
    last = rowId(end)
  }
}
