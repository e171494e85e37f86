/**
 * Seals of a ledger that has a new name, or renamed fields, follow it. Their hashes cover the former names, which the
 * seals therefore keep: what was sealed stays sealed, and seals that were noted elsewhere are still found.
 */
import { formerNames, type TableModel } from '../../../../protocol/index.ts'
import type { Database, Row, Transaction } from '../../../db/index.ts'
import { sealTable, type SealFormat } from './canonical.ts'

/** Formats that one transaction reads. */
const batchSize = 500

/** Called after the tables and columns were renamed, before anybody uses them. */
export async function renameSealed(database: Database, models: readonly TableModel[]): Promise<void> {
  if (!models.some(({ table }) => table === sealTable)) return
  for (const model of models.filter(({ ledger }) => ledger)) {
    for (const from of formerNames(model.renamedFrom)) await database.write((trx) => renameLedger(trx, from, model.id))
    for (const { name, renamedFrom } of model.fields)
      for (const from of formerNames(renamedFrom)) await renameField(database, model.id, from, name)
  }
}

async function renameLedger(trx: Transaction, from: string, to: string): Promise<void> {
  const isSealed = async (ledger: string): Promise<boolean> =>
    (await trx.selectFrom(sealTable).select('id').where('ledger', '=', ledger).limit(1).executeTakeFirst()) !==
    undefined
  // Chains that begin anew under the new name stay chains of their own.
  if (!(await isSealed(from)) || (await isSealed(to))) return
  await trx
    .updateTable(sealTable)
    .set(({ fn, ref }) => ({ ledger: to, former_ledger: fn.coalesce(ref('former_ledger'), ref('ledger')) }))
    .where('ledger', '=', from)
    .execute()
}

async function renameField(database: Database, ledger: string, from: string, to: string): Promise<void> {
  for (let last: number | null = 0; last !== null;) {
    const after: number = last
    last = await database.write(async (trx) => {
      const seals: readonly Row[] = await trx
        .selectFrom(sealTable)
        .select(['id', 'format'])
        .where('ledger', '=', ledger)
        .where('format', 'like', `%"${from}"%`)
        .where('id', '>', after)
        .orderBy('id')
        .limit(batchSize)
        .execute()
      for (const { id, format } of seals) {
        const renamed = JSON.stringify(
          (JSON.parse(String(format)) as SealFormat).map((member) =>
            (member[2] ?? member[0]) === from ? [member[0], member[1], to] : member,
          ),
        )
        if (renamed !== format)
          await trx.updateTable(sealTable).set({ format: renamed }).where('id', '=', Number(id)).execute()
      }
      return seals.length < batchSize ? null : Number(seals.at(-1)?.['id'])
    })
  }
}
