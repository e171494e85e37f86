/** The files of a member who is deleted. */
import type { RawBuilder } from 'kysely'
import type { Row, Transaction } from '../../db/index.ts'
import { superActor } from '../../operation/access/actor.ts'
import type { SystemTransaction } from '../../operation/access/system-tables.ts'
import { lockRows } from '../../operation/lock-rows.ts'
import type { Scope } from '../../operation/scope.ts'
import { remove } from '../../records/remove.ts'
import { findUses, isUsed } from './attachment-uses.ts'

/**
 * Removes the files that no record uses, and takes the member's name from the others. To be called when the records of
 * the member have lost what identifies the member, the avatar for example.
 */
export async function eraseMemberFiles(scope: Scope, trx: Transaction, memberId: number): Promise<void> {
  const own: SystemTransaction = trx
  const files = await own.selectFrom('attachment').select(['id', 'url']).where('user_id', '=', memberId).execute()
  if (files.length === 0) return
  const entity = 'system/attachment'
  const ids = files.map(({ id }) => id)
  await lockRows(scope, trx, entity, ids, 'exclusive')
  const read = async (statement: RawBuilder<Row>) => (await statement.execute(trx)).rows
  const uses = await findUses(
    scope,
    files.map(({ url }) => url),
    read,
  )
  const unused = files.filter(({ url }) => !isUsed(uses.get(url) ?? { references: [], more: false }))
  await own.updateTable('attachment').set({ user_id: null }).where('id', 'in', ids).execute()
  if (unused.length === 0) return
  const inside: Scope = { ...scope, transaction: trx, actor: scope.actor && superActor(scope.actor) }
  await remove(
    inside,
    scope.registry.require(entity),
    unused.map(({ id }) => id),
  )
}
