/** The current groups and rules, and the rights that membership grants. They are few: all of them are read at once. */
import { adminOptions } from '#generated/system/options.ts'
import type { SystemReading, SystemRow } from './system-tables.ts'

/** Value of `admin.status` and of a group's `status` that is in force. */
export const enabledStatus = adminOptions.status.enabled

export interface Group {
  readonly id: number
  readonly pid: number | null
  readonly name: string
  readonly enabled: boolean
  /** Holds every right there is and will be. */
  readonly all: boolean
  /** Ids of the rules held, ancestors included; empty for `all`. */
  readonly rules: readonly number[]
}

interface Rule {
  readonly id: number
  readonly pid: number | null
  readonly name: string
  readonly enabled: boolean
  /** The whole row, for the menu. */
  readonly row: SystemRow<'admin_rule'>
}

export interface AccessState {
  readonly groups: ReadonlyMap<number, Group>
  /** In the order of menus: weight, then id. */
  readonly rules: ReadonlyMap<number, Rule>
}

/** What an account holds by its groups. */
export interface GrantedRights {
  readonly super: boolean
  /** Ids of the rules held; all of them for `super`. */
  readonly rules: ReadonlySet<number>
  /** Names of the rules in force, in lower case; empty for `super`. */
  readonly nodes: ReadonlySet<string>
}

/** @param query inside a transaction it sees what the transaction did */
export async function readAccess(query: Pick<SystemReading, 'selectFrom'>): Promise<AccessState> {
  const groups = await query.selectFrom('admin_group').selectAll().execute()
  const rules = await query.selectFrom('admin_rule').selectAll().orderBy('weigh', 'desc').orderBy('id').execute()
  return {
    groups: new Map(groups.map((row) => [row.id, groupOf(row)])),
    rules: new Map(rules.map((row) => [row.id, ruleOf(row)])),
  }
}

function groupOf(row: SystemRow<'admin_group'>): Group {
  const ruleIds = parseList(row.rules)
  return {
    id: row.id,
    pid: row.pid,
    name: row.name,
    enabled: row.status === enabledStatus,
    all: ruleIds.includes('*'),
    rules: ruleIds.includes('*') ? [] : ruleIds.map(Number),
  }
}

function ruleOf(row: SystemRow<'admin_rule'>): Rule {
  return {
    id: row.id,
    pid: row.pid,
    name: row.name,
    enabled: row.status === enabledStatus,
    row,
  }
}

/** The items of a stored list; none when it is empty or damaged. */
export function parseList(value: unknown): readonly (number | string)[] {
  if (typeof value !== 'string' || value === '') return []
  try {
    const list: unknown = JSON.parse(value)
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}

/** What members of these groups hold. Disabled groups give nothing; a disabled rule takes all below it out of force. */
export function grantedBy(state: AccessState, groups: readonly number[]): GrantedRights {
  const own = groups.flatMap((id) => state.groups.get(id) ?? []).filter((group) => group.enabled)
  if (own.some((group) => group.all)) return { super: true, rules: new Set(state.rules.keys()), nodes: new Set() }
  const rules = new Set(own.flatMap((group) => group.rules).filter((id) => state.rules.has(id)))
  const names = [...rules].filter((id) => isInForce(state, id)).flatMap((id) => state.rules.get(id)?.name ?? [])
  return {
    super: false,
    rules,
    // Guard T78: a rule with a query in its name grants nothing.
    // Without: nodes: new Set(names.map((name) => (name.split('?')[0] ?? name).toLowerCase()))
    nodes: new Set(names.filter((name) => !hasQuery(name)).map((name) => name.toLowerCase())),
  }
}

/**
 * True for `x/y/index?type=1`. Such a rule grants nothing: which values an operation uses is known to the operation
 * alone, so a right that compares values of the request could be bypassed. `x-policy` restricts rows instead.
 */
export const hasQuery = (name: string): boolean => name.includes('?')

/** True when the rule and all above it are enabled. */
export function isInForce(state: AccessState, id: number): boolean {
  return [id, ...ancestorsOf(state, id)].every((ruleId) => state.rules.get(ruleId)?.enabled === true)
}

/** Rules above the rule, nearest first. */
export function ancestorsOf(state: AccessState, id: number): readonly number[] {
  const above: number[] = []
  let parent = state.rules.get(id)?.pid ?? null
  while (parent !== null && !above.includes(parent)) {
    const rule = state.rules.get(parent)
    if (!rule) break
    above.push(parent)
    parent = rule.pid
  }
  return above
}

/** The rules with all above them, in ascending order: a rule whose parent is missing would be out of reach. */
export function withAncestors(state: AccessState, rules: readonly number[]): readonly number[] {
  return [...new Set(rules.filter((id) => state.rules.has(id)).flatMap((id) => [id, ...ancestorsOf(state, id)]))].sort(
    (left, right) => left - right,
  )
}

/**
 * True when the group holds nothing the other does not hold, and the other holds something more. A disabled group
 * counts in full: it may be enabled again.
 */
export function isBelow(state: AccessState, group: Group, granted: GrantedRights): boolean {
  if (granted.super) return true
  const rules = group.rules.filter((id) => state.rules.has(id))
  return !group.all && rules.every((id) => granted.rules.has(id)) && new Set(rules).size < granted.rules.size
}

/** True when every one of the groups is below the holder's rights. */
export function areBelow(state: AccessState, groups: readonly number[], granted: GrantedRights): boolean {
  return groups.every((id) => {
    const group = state.groups.get(id)
    return group === undefined || isBelow(state, group, granted)
  })
}
