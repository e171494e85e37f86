/** Makes the files in private fields of records private, in the transaction that writes the records. */
import { addressesIn, kinds, privateFileFields, type TableModel } from '../../../protocol/index.ts'
import type { Transaction } from '../../db/index.ts'
import { makePrivate } from '../../files/private-files.ts'

/** Rows per statement. */
const batchSize = 200

/** @param key column by which the rows are found: their id, or that of the record whose lines they are */
export async function protectFiles(
  model: TableModel,
  trx: Transaction,
  ids: readonly number[],
  key = 'id',
): Promise<void> {
  const fields = privateFileFields(model)
  if (fields.length === 0) return
  for (let start = 0; start < ids.length; start += batchSize) {
    const rows = await trx
      .selectFrom(model.table)
      .select(fields.map(({ name }) => name))
      .where(key, 'in', ids.slice(start, start + batchSize))
      .execute()
    await makePrivate(
      trx,
      rows.flatMap((row) =>
        fields.flatMap((field) => addressesIn(field, kinds[field.kind].toWire(row[field.name] ?? null, field))),
      ),
    )
  }
}
