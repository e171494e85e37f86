/** The rights of a member: the rules of the group, as menus and as permission nodes. */
import type { Selectable } from 'kysely'
import { codes, type Language } from 'tablewright/protocol'
import { createRouteDefinition, RouteReply, type Member } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { groupOptions, ruleOptions } from '#generated/member/options.ts'
import { t } from '../i18n.ts'
import { ruleTitle } from '../rule-titles.ts'
import { isOpen } from '../settings.ts'
import type { Reading, Scope } from '#generated/member/server.ts'

type RuleRow = Selectable<Database['user_rule']>

export interface RuleNode extends Pick<RuleRow, 'id' | 'type' | 'title' | 'name' | 'no_login_valid'> {
  readonly pid: number
  readonly path: string
  readonly icon: string
  readonly menu_type: string | null
  readonly url: string
  readonly component: string
  readonly extend: string
  readonly children: readonly RuleNode[]
}

/** The rules in force, those of a disabled parent left out, in the order of menus. */
async function readRules(query: Reading): Promise<readonly RuleRow[]> {
  const rows = await query
    .selectFrom('user_rule')
    .selectAll()
    .where('status', '=', ruleOptions.status.enabled)
    .orderBy('weigh', 'desc')
    .orderBy('id')
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const isInForce = (row: RuleRow, depth = 0): boolean => {
    if (row.pid === null || depth > 20) return row.pid === null
    const parent = byId.get(row.pid)
    return parent !== undefined && isInForce(parent, depth + 1)
  }
  return rows.filter((row) => isInForce(row))
}

/** The rules of a member's group, with those above them. */
export async function rulesOfMember(query: Reading, userId: number): Promise<readonly RuleRow[]> {
  const group = await query
    .selectFrom('user')
    .innerJoin('user_group', 'user_group.id', 'user.group_id')
    .select(['user_group.unrestricted', 'user_group.rules'])
    .where('user.id', '=', userId)
    .where('user_group.status', '=', groupOptions.status.enabled)
    .executeTakeFirst()
  if (!group) return []
  const rules = await readRules(query)
  if (group.unrestricted === groupOptions.unrestricted.yes) return rules
  const byId = new Map(rules.map((row) => [row.id, row]))
  const ancestors = new Set<number>()
  for (const id of JSON.parse(group.rules ?? '[]') as readonly number[])
    for (let rule = byId.get(id); rule && !ancestors.has(rule.id); rule = byId.get(rule.pid ?? 0))
      ancestors.add(rule.id)
  return rules.filter(({ id }) => ancestors.has(id))
}

/** The menus of visitors, without signing in. */
export async function rulesOfVisitors(query: Reading): Promise<readonly RuleRow[]> {
  const open = (await readRules(query)).filter(
    ({ no_login_valid: isOpenToAll, type }) =>
      isOpenToAll === ruleOptions.no_login_valid.yes && ['route', 'nav', 'button'].includes(type),
  )
  const ids = new Set(open.map(({ id }) => id))
  return open.map((row) => (row.pid !== null && !ids.has(row.pid) ? { ...row, pid: null } : row))
}

export function treeOf(
  rules: readonly RuleRow[],
  language: Language,
  parent: number | null = null,
): readonly RuleNode[] {
  return rules
    .filter(({ pid }) => pid === parent)
    .map((row) => ({
      id: row.id,
      pid: row.pid ?? 0,
      type: row.type,
      title: ruleTitle(row, language),
      name: row.name,
      path: row.path ?? '',
      icon: row.icon ?? '',
      menu_type: row.menu_type,
      url: row.url ?? '',
      component: row.component ?? '',
      no_login_valid: row.no_login_valid,
      extend: row.extend ?? 'none',
      children: treeOf(rules, language, row.id),
    }))
}

/** `menus` are the folders of the member centre, `rules` everything else at the top. */
export function splitRules(rules: readonly RuleRow[], language: Language) {
  const roots = treeOf(rules, language)
  return {
    menus: roots.filter(({ type }) => type === 'menu_dir'),
    rules: roots.filter(({ type }) => type !== 'menu_dir' && type !== 'menu'),
  }
}

/**
 * Why a member may not use a route: the centre is closed, or the group has no enabled rule of that name.
 */
export async function refuseMember(scope: Scope, member: Member, node: string | null): Promise<RouteReply | null> {
  const { language } = scope
  if (!isOpen(scope.settings)) return new RouteReply(null, { code: codes.refused, msg: t(language, 'closed') })
  // Guard T20: a member does only what a rule of the group names.
  // Without: if (node !== '') return null
  if (node === null) return null
  const rules = await rulesOfMember(scope.database.query, member.id)
  return rules.some(({ name }) => name.toLowerCase() === node.toLowerCase())
    ? null
    : new RouteReply([], { code: codes.forbidden, msg: t(language, 'forbidden') })
}

export const defineMemberRoute = createRouteDefinition<Database>()

/** The member of a request to a route that requires one. */
export function requireMember(member: Member | null): Member {
  if (!member) throw new Error('the route has to require a member')
  return member
}
