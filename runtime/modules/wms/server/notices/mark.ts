/** How far each kind of notice has got. */
import type { Transaction } from '#generated/wms/server.ts'

export interface Mark {
  readonly lastId: number
  readonly lastTime: number
}

/** Null = nothing was announced yet: what is there already is no news. */
export async function readMark(trx: Transaction, kind: string): Promise<Mark | null> {
  const row = await trx
    .selectFrom('wms_announced')
    .select(['last_id', 'last_time'])
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row ? { lastId: row.last_id, lastTime: row.last_time } : null
}

/** A position and no record that anybody edits: no history, and no entry of the log for each look at the layers. */
export async function storeMark(trx: Transaction, kind: string, { lastId, lastTime }: Mark): Promise<void> {
  const mark = { last_id: lastId, last_time: lastTime }
  await trx
    .insertInto('wms_announced')
    .values({ kind, ...mark, version: 1 })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(mark))
    .execute()
}
