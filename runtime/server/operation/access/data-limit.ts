/** Data limits: whose rows an admin sees. Resolved once per actor as a list of admin ids, never per row. */
import { memoizeByObject, type LimitMode } from '../../../protocol/index.ts'
import type { Database } from '../../db/database.ts'
import { isAdmin, type Actor, type Admin } from './actor.ts'
import { enabledStatus, parseList } from './access-state.ts'
import type { SystemDatabase } from './system-tables.ts'

/** Ids of the admins whose rows the actor sees, always including the actor's own; null = all. */
export type VisibleOwners = readonly number[] | null

/** An actor lives as long as a request, and so do the owners found for it. */
const ownersByMode = memoizeByObject((_actor: Admin) => new Map<LimitMode, Promise<VisibleOwners>>())

/** @param actor null = nobody is signed in: the command line, which sees everything */
export function findVisibleOwners(database: Database, actor: Actor | null, mode: LimitMode): Promise<VisibleOwners> {
  if (actor === null || actor.super) return Promise.resolve(null)
  // Members and visitors own nothing that administrators have.
  if (!isAdmin(actor)) return Promise.resolve([])
  if (mode === 'personal') return Promise.resolve([actor.id])
  const cachedOwners = ownersByMode(actor)
  const owners = cachedOwners.get(mode) ?? queryOwners(database, actor, mode)
  cachedOwners.set(mode, owners)
  // A failed search is repeated by the next caller.
  owners.catch(() => cachedOwners.delete(mode))
  return owners
}

interface Group {
  readonly id: number
  readonly pid: number | null
  readonly rules: readonly (number | string)[]
}

async function queryOwners(
  database: Database,
  actor: Admin,
  mode: Exclude<LimitMode, 'personal'>,
): Promise<VisibleOwners> {
  const groups = await readEnabledGroups(database)
  const own = groups.filter((group) => actor.groups.includes(group.id))
  if (typeof mode === 'number') return own.some((group) => group.id === mode) ? null : [actor.id]
  const visibleGroups =
    mode === 'parent' ? groupsBelow(groups, own) : groupsWithin(groups, own, mode === 'allAuthAndOthers')
  const members = visibleGroups.size === 0 ? [] : await findMembers(database, visibleGroups)
  return [...new Set([actor.id, ...members])].sort((left, right) => left - right)
}

async function readEnabledGroups({ query }: SystemDatabase): Promise<readonly Group[]> {
  const rows = await query
    .selectFrom('admin_group')
    .select(['id', 'pid', 'rules'])
    .where('status', '=', enabledStatus)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    pid: row.pid,
    rules: parseList(row.rules),
  }))
}

function groupsBelow(groups: readonly Group[], own: readonly Group[]): ReadonlySet<number> {
  const members = new Set<number>()
  const add = (parent: number): void => {
    for (const { id, pid } of groups) {
      if (pid !== parent || members.has(id)) continue
      members.add(id)
      add(id)
    }
  }
  for (const { id } of own) add(id)
  return members
}

/**
 * Groups whose rights are all among the actor's own.
 * @param isMore the actor needs at least one right more than the group
 */
function groupsWithin(groups: readonly Group[], own: readonly Group[], isMore: boolean): ReadonlySet<number> {
  const ownRules = new Set(own.flatMap((group) => group.rules))
  const isCovered = ({ rules }: Group): boolean => !rules.includes('*') && rules.every((rule) => ownRules.has(rule))
  return new Set(
    groups
      .filter((group) => isCovered(group) && !(isMore && new Set(group.rules).size >= ownRules.size))
      .map((group) => group.id),
  )
}

async function findMembers({ query }: SystemDatabase, groups: ReadonlySet<number>): Promise<readonly number[]> {
  const rows = await query.selectFrom('admin').select(['id', 'group_arr']).execute()
  return rows.filter((row) => parseList(row.group_arr).some((group) => groups.has(Number(group)))).map((row) => row.id)
}
