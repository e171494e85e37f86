/** The group that has every right. */
import { nowSeconds } from '../../core/clock.ts'
import type { SystemTransaction } from './system-tables.ts'

/** Id of the group, which is created when no enabled group has `*`. */
export async function ensureSuperGroup(trx: SystemTransaction): Promise<number> {
  const group = await trx
    .selectFrom('admin_group')
    .select('id')
    .where('rules', '=', '["*"]')
    .where('status', '=', 1)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (group) return group.id
  const now = nowSeconds()
  const name = (await trx.selectFrom('admin_group').select('id').where('name', '=', 'super').executeTakeFirst())
    ? `super ${now}`
    : 'super'
  const made = await trx
    .insertInto('admin_group')
    .values({ pid: null, name, rules: '["*"]', status: 1, create_time: now, update_time: now, version: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}
