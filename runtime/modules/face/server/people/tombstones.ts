/** Brings the list of erased people and the database together, and removes what has had its time. */
import { createJobDefinition, lockRows, nowSeconds } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { personOptions } from '#generated/face/options.ts'
import type { Scope, Transaction } from '#generated/face/server.ts'
import { expiredSnapshots, removeSnapshots } from '../records/snapshots.ts'
import { eraseRows, forgetSimilar } from './erasure.ts'
import { noteErased, readReferences } from './tombstone-list.ts'

/**
 * Brings database and list together: people of the list whose faces a restored backup has brought back are erased
 * again, and those whom only the database knows as erased are added to the list.
 */
export async function applyTombstones(scope: Scope, trx: Transaction): Promise<number> {
  const references = await readReferences(scope.settings)
  const people = await trx.selectFrom('face_person').select(['id', 'reference', 'status']).orderBy('id').execute()
  const { erased } = personOptions.status
  const back = people.filter(({ reference, status }) => status !== erased && reference && references.has(reference))
  if (back.length > 0) {
    const ids = back.map(({ id }) => id)
    await lockRows(scope, trx, 'face/person', ids, 'write')
    await eraseRows(scope, trx, ids)
  }
  const missing = people.flatMap(({ reference, status }) =>
    status === erased && reference && !references.has(reference) ? [reference] : [],
  )
  if (missing.length > 0) scope.database.afterCommit(() => noteErased(scope.settings, missing))
  return back.length
}

const defineJob = createJobDefinition<Database>()

/** Every hour: pictures whose time is over, challenges that nobody answered, and the list of erased people. */
export const expireFaces = defineJob({
  name: 'face/expire',
  label: { 'zh-cn': '删除到期的人脸图片', en: 'Delete pictures of faces whose time is over' },
  schedule: { cron: '17 * * * *', payload: null },
  handler: async ({ scope, complete }) => {
    await scope.database.write((trx) => applyTombstones(scope, trx))
    await scope.database.write((trx) => forgetSimilar(scope, trx))
    await complete((trx) => removeExpired(trx))
  },
})

export async function removeExpired(trx: Transaction): Promise<void> {
  const now = nowSeconds()
  const challenges = await trx
    .selectFrom('face_challenge')
    .select('id')
    .where('expires', '<', now)
    .orderBy('id')
    .limit(500)
    .execute()
  for (const { id } of challenges) await trx.deleteFrom('face_challenge').where('id', '=', id).execute()
  await removeSnapshots(trx, await expiredSnapshots(trx).execute())
}
