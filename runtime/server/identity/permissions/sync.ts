/** Keeps the rules in sync with the schemas and pages, and ensures that somebody has them. */
import { createHash } from 'node:crypto'
import { metaTable } from '../../db/ownership.ts'
import { nowSeconds } from '../../core/clock.ts'
import { bumpAccessVersion } from '../../operation/access/access-version.ts'
import { parseList } from '../../operation/access/access-state.ts'
import { ensureSuperGroup } from '../../operation/access/super-group.ts'
import type { SystemDatabase, SystemRow, SystemTransaction } from '../../operation/access/system-tables.ts'
import { ruleKey, type DerivedRule, type DerivedRules } from './derived-rules.ts'

type RuleRow = SystemRow<'admin_rule'>

/** Value of `admin_rule.origin` of rules created here. */
export const derived = 'schema'

/**
 * Adds missing rules, removes obsolete ones (also from the groups) and keeps what an admin may have changed: title,
 * icon, weight, parent, status, remark. Accounts from before there were groups become super admins, as they were.
 * @returns whether anything was changed; a database in sync is only read
 */
export async function syncRules(database: SystemDatabase, derivedRules: DerivedRules): Promise<boolean> {
  const hash = hashOf(derivedRules)
  const known = await database.query.selectFrom(metaTable).select('value').where('key', '=', 'rules').executeTakeFirst()
  if (known?.value === hash) return false
  await database.write(async (trx) => {
    await bumpAccessVersion(trx)
    const before = await trx.selectFrom('admin_rule').selectAll().execute()
    const renamed = renamedRules(before, derivedRules)
    await dropVanished(trx, before, derivedRules, renamed)
    await addMissing(trx, before, derivedRules, renamed)
    await adoptAccounts(trx)
    await trx
      .insertInto(metaTable)
      .values({ key: 'rules', value: hash })
      .onConflict((on) => on.column('key').doUpdateSet({ value: hash }))
      .execute()
  })
  return true
}

function hashOf(derivedRules: DerivedRules): string {
  const facts = [...derivedRules.values()].map(({ name, parent, type, weigh, hidden }) => [
    name,
    parent,
    type,
    weigh,
    hidden,
  ])
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex')
}

/** Rules whose entity has a new name, by their new key: groups keep them. */
function renamedRules(before: readonly RuleRow[], derivedRules: DerivedRules): ReadonlyMap<string, RuleRow> {
  const known = new Set(before.map(nameOf))
  const vanished = before.filter((row) => row.origin === derived && !derivedRules.has(nameOf(row)))
  return new Map(
    [...derivedRules].flatMap(([key, { formerKeys = [] }]) => {
      const row = known.has(key) ? undefined : vanished.find(({ name }) => formerKeys.includes(ruleKey(name)))
      return row ? [[key, row] as const] : []
    }),
  )
}

async function dropVanished(
  trx: SystemTransaction,
  before: readonly RuleRow[],
  derivedRules: DerivedRules,
  renamed: ReadonlyMap<string, RuleRow>,
): Promise<void> {
  const kept = new Set([...renamed.values()].map((row) => row.id))
  const gone = before.filter((row) => row.origin === derived && !derivedRules.has(nameOf(row)) && !kept.has(row.id))
  if (gone.length === 0) return
  const ids = gone.map((row) => row.id)
  await trx.updateTable('admin_rule').set({ pid: null }).where('pid', 'in', ids).execute()
  await trx.deleteFrom('admin_rule').where('id', 'in', ids).execute()
  for (const group of await trx.selectFrom('admin_group').select(['id', 'rules']).execute()) {
    const listed = parseList(group.rules)
    const left = listed.filter((id) => !ids.includes(Number(id)))
    // Guard T14: grants go with the rule.
    if (left.length < listed.length)
      await trx
        .updateTable('admin_group')
        .set({ rules: left.length === 0 ? null : JSON.stringify(left) })
        .where('id', '=', group.id)
        .execute()
  }
}

const nameOf = (row: RuleRow): string => row.name.toLowerCase()

async function addMissing(
  trx: SystemTransaction,
  before: readonly RuleRow[],
  derivedRules: DerivedRules,
  renamed: ReadonlyMap<string, RuleRow>,
): Promise<void> {
  const ids = new Map(before.map((row) => [nameOf(row), row.id]))
  const rows = new Map(before.map((row) => [nameOf(row), row]))
  for (const [key, rule] of derivedRules) {
    const row = rows.get(key)
    const former = renamed.get(key)
    if (row) await follow(trx, row, rule)
    else if (former) {
      await rename(trx, former, rule, folderOf(former, before, rule, ids))
      ids.set(key, former.id)
    } else
      ids.set(key, await insert(trx, rule, rule.parent === null ? null : (ids.get(rule.parent.toLowerCase()) ?? null)))
  }
}

/** Existing rules keep what an admin changed; name and type belong to the system. */
async function follow(trx: SystemTransaction, row: RuleRow, { name, type }: DerivedRule): Promise<void> {
  if (row.origin === derived && row.name === name && row.type === type) return
  await trx.updateTable('admin_rule').set({ origin: derived, name, type }).where('id', '=', row.id).execute()
}

/** The folder of the rule under its new name; the one it is in, where an admin or a page chose that. */
function folderOf(
  former: RuleRow,
  before: readonly RuleRow[],
  { type, parent }: DerivedRule,
  ids: ReadonlyMap<string, number>,
): number | null {
  const folder = before.find((row) => row.id === former.pid)
  const [module] = former.name.split('/')
  if (type !== 'menu' || parent === null || folder?.name !== module) return former.pid
  return ids.get(parent.toLowerCase()) ?? former.pid
}

async function rename(
  trx: SystemTransaction,
  former: RuleRow,
  { name, type }: DerivedRule,
  pid: number | null,
): Promise<void> {
  const path = former.path === former.name ? name : former.path
  await trx.updateTable('admin_rule').set({ name, type, path, pid }).where('id', '=', former.id).execute()
}

async function insert(
  trx: SystemTransaction,
  { name, type, weigh, hidden }: DerivedRule,
  pid: number | null,
): Promise<number> {
  const now = nowSeconds()
  const page =
    type === 'menu' ? ({ menu_type: 'tab', keepalive: 1 } as const) : ({ menu_type: null, keepalive: 0 } as const)
  const { id } = await trx
    .insertInto('admin_rule')
    .values({
      ...page,
      pid,
      type,
      name,
      weigh,
      title: null,
      icon: null,
      path: type === 'button' ? null : name,
      url: null,
      component: null,
      extend: hidden ? 'add_rules_only' : 'none',
      remark: null,
      status: 1,
      origin: derived,
      create_time: now,
      update_time: now,
      version: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function adoptAccounts(trx: SystemTransaction): Promise<void> {
  if (await trx.selectFrom('admin_group').select('id').limit(1).executeTakeFirst()) return
  const accounts = await trx.selectFrom('admin').select('id').where('group_arr', 'is', null).execute()
  if (accounts.length > 0)
    await trx
      .updateTable('admin')
      .set({ group_arr: JSON.stringify([await ensureSuperGroup(trx)]) })
      .where('group_arr', 'is', null)
      .execute()
}
