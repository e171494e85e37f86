/** Data limits: whose rows an admin sees. Settled once per actor as a list of admin ids, never per row. */
import { memoizeByObject, type LimitMode } from '../../protocol/index.ts'
import type { Database } from '../db/database.ts'
import type { Actor } from './actor.ts'
import { enabled, listIn } from './state.ts'

/** Ids of the admins whose rows the actor sees, his own always among them; null = everybody's. */
export type Owners = readonly number[] | null

/** An actor lives as long as a request, and so do the owners found for it. */
const ownersByMode = memoizeByObject((_actor: Actor) => new Map<LimitMode, Promise<Owners>>())

/** @param actor null = nobody is signed in: the command line, which sees all */
export function ownersFor(database: Database, actor: Actor | null, mode: LimitMode): Promise<Owners> {
  if (actor === null || actor.super) return Promise.resolve(null)
  if (mode === 'personal') return Promise.resolve([actor.id])
  const known = ownersByMode(actor)
  const owners = known.get(mode) ?? findOwners(database, actor, mode)
  known.set(mode, owners)
  // A failed search is repeated by the next caller.
  owners.catch(() => known.delete(mode))
  return owners
}

interface Group {
  readonly id: number
  readonly pid: number | null
  readonly rules: readonly (number | string)[]
}

async function findOwners(database: Database, actor: Actor, mode: Exclude<LimitMode, 'personal'>): Promise<Owners> {
  const groups = await enabledGroups(database)
  const own = groups.filter((group) => actor.groups.includes(group.id))
  if (typeof mode === 'number') return own.some((group) => group.id === mode) ? null : [actor.id]
  const seen = mode === 'parent' ? below(groups, own) : covered(groups, own, mode === 'allAuthAndOthers')
  const members = seen.size === 0 ? [] : await membersOf(database, seen)
  return [...new Set([actor.id, ...members])].sort((one, other) => one - other)
}

async function enabledGroups({ query }: Database): Promise<readonly Group[]> {
  const rows = await query
    .selectFrom('admin_group')
    .select(['id', 'pid', 'rules'])
    .where('status', '=', enabled)
    .execute()
  return rows.map((row) => ({ id: Number(row['id']), pid: row['pid'] as number | null, rules: listIn(row['rules']) }))
}

function below(groups: readonly Group[], own: readonly Group[]): ReadonlySet<number> {
  const found = new Set<number>()
  const add = (parent: number): void => {
    for (const { id, pid } of groups) {
      if (pid !== parent || found.has(id)) continue
      found.add(id)
      add(id)
    }
  }
  for (const { id } of own) add(id)
  return found
}

/** Groups whose rights are all held by the own ones. @param isMore one must hold at least one right beside */
function covered(groups: readonly Group[], own: readonly Group[], isMore: boolean): ReadonlySet<number> {
  const held = new Set(own.flatMap((group) => group.rules))
  const isCovered = ({ rules }: Group): boolean => !rules.includes('*') && rules.every((rule) => held.has(rule))
  return new Set(
    groups
      .filter((group) => isCovered(group) && !(isMore && new Set(group.rules).size >= held.size))
      .map((group) => group.id),
  )
}

async function membersOf({ query }: Database, groups: ReadonlySet<number>): Promise<readonly number[]> {
  const rows = await query.selectFrom('admin').select(['id', 'group_arr']).execute()
  return rows
    .filter((row) => listIn(row['group_arr']).some((group) => groups.has(Number(group))))
    .map((row) => Number(row['id']))
}
