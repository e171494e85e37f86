/**
 * The rights of a group as BuildAdmin's clients show and post them. Their tree of checkboxes ticks everything below a
 * rule that it is given, and posts ticked rules together with those above them. So it is given only rules with nothing
 * below them: given a folder, it would grant the whole folder with the next save.
 */
import { grantedBy, parseList, readAccess } from '../../operation/access/access-state.ts'
import type { Body, RequestScope } from '../route.ts'

type Row = Readonly<Record<string, unknown>>

/** The parents of rules, by the ids of the rules that the client's tree has. */
type Tree = ReadonlyMap<number, number | null>

interface StoredRights {
  /** Holds every right there is and will be. */
  readonly all: boolean
  readonly rules: readonly number[]
}

export interface GroupRights {
  /** The row that a form edits. */
  present(scope: RequestScope, row: Row): Promise<Row>
  /** What a form posts: rules that were not shown are kept, and nothing that was ticked is lost. */
  read(scope: RequestScope, body: Body): Promise<Body>
}

/** Groups of administrators; their hooks complete and store the rules. */
export const adminRights: GroupRights = {
  async present(scope, row) {
    const { rules } = row
    if (!Array.isArray(rules) || rules.includes('*')) return row
    return { ...row, rules: shownRules(await adminTree(scope), rules.map(Number)) }
  },
  async read(scope, body) {
    const posted = postedRules(body)
    if (posted === null || posted.includes('*')) return body
    const rights = await storedRights(scope, 'admin_group', body['id'])
    const hiddenIds = hiddenRules(await adminTree(scope), rights.rules)
    return hiddenIds.length === 0 ? body : { ...body, rules: [...posted, ...hiddenIds.map(String)] }
  },
}

/** Groups of members: all rights are a field of their own. */
export const memberRights: GroupRights = {
  async present(scope, row) {
    const { rules, unrestricted } = row
    if (unrestricted === 1) return { ...row, rules: ['*'] }
    return { ...row, rules: shownRules(await memberTree(scope), Array.isArray(rules) ? rules.map(Number) : []) }
  },
  async read(scope, { rules: _rules, ...body }) {
    const posted = postedRules({ rules: _rules })
    if (posted === null) return body
    if (posted.includes('*')) return { ...body, unrestricted: 1 }
    const tree = await memberTree(scope)
    const rights = await storedRights(scope, 'user_group', body['id'])
    const hiddenIds = hiddenRules(tree, rights.rules).map(String)
    const rules = new Set([...posted, ...hiddenIds].flatMap((id) => [id, ...ancestorsOf(tree, Number(id)).map(String)]))
    const before = withAncestors(tree, rights.rules)
    const isSame = before.size === rules.size && [...before].every((id) => rules.has(String(id)))
    if (isSame && !rights.all) return { ...body, unrestricted: 0 }
    const isAll = tree.size > 0 && [...tree.keys()].every((id) => rules.has(String(id)))
    return isAll ? { ...body, unrestricted: 1 } : { ...body, unrestricted: 0, rules: [...rules] }
  },
}

/** The list has the column as it is stored: ids with commas, or `*`. */
export function listedMemberRights(row: Row): Row {
  const { rules, unrestricted } = row
  if (unrestricted === 1) return { ...row, rules: '*' }
  return Array.isArray(rules) ? { ...row, rules: rules.join(',') } : row
}

/** What was ticked, as texts; null = nothing, which leaves the rights as they are. */
function postedRules({ rules }: Body): readonly string[] | null {
  const list = typeof rules === 'string' ? rules.split(',') : Array.isArray(rules) ? rules.map(String) : []
  const ids = list.map((id) => id.trim()).filter((id) => id !== '')
  return ids.length === 0 ? null : ids
}

async function storedRights(
  { database }: RequestScope,
  table: 'admin_group' | 'user_group',
  id: unknown,
): Promise<StoredRights> {
  const row = /^\d{1,15}$/.test(String(id))
    ? await database.query.selectFrom(table).selectAll().where('id', '=', Number(id)).executeTakeFirst()
    : undefined
  const list = parseList(row?.['rules'])
  const all = list.includes('*') || row?.['unrestricted'] === 1
  return { all, rules: all ? [] : list.map(Number) }
}

/** The rules that the caller holds: the client's tree has no others. */
async function adminTree({ actor, database }: RequestScope): Promise<Tree> {
  const state = await readAccess(database.query)
  const grantedRules = actor && !actor.super ? grantedBy(state, actor.groups).rules : new Set(state.rules.keys())
  return new Map([...grantedRules].map((id) => [id, state.rules.get(id)?.pid ?? null]))
}

async function memberTree({ database }: RequestScope): Promise<Tree> {
  const rows = await database.query.selectFrom('user_rule').select(['id', 'pid']).orderBy('id').execute()
  return new Map(rows.map(({ id, pid }) => [Number(id), pid === null ? null : Number(pid)]))
}

function ancestorsOf(tree: Tree, id: number): readonly number[] {
  const above: number[] = []
  for (let pid = tree.get(id) ?? null; pid !== null && !above.includes(pid); pid = tree.get(pid) ?? null)
    above.push(pid)
  return above
}

const withAncestors = (tree: Tree, rules: readonly number[]): ReadonlySet<number> =>
  new Set(rules.filter((id) => tree.has(id)).flatMap((id) => [id, ...ancestorsOf(tree, id)]))

const parentsIn = (tree: Tree, ids: Iterable<number>): ReadonlySet<number | null> =>
  new Set([...ids].map((id) => tree.get(id) ?? null))

/** Rules with nothing below them, as texts. */
function shownRules(tree: Tree, rules: readonly number[]): readonly string[] {
  const parents = parentsIn(tree, tree.keys())
  return rules.filter((id) => tree.has(id) && !parents.has(id)).map(String)
}

/** Rules that the client's tree shows neither ticked nor half ticked: something is below them, none of it is held. */
function hiddenRules(tree: Tree, rules: readonly number[]): readonly number[] {
  const grantedRules = withAncestors(tree, rules)
  const [parents, parentsOfHeld] = [parentsIn(tree, tree.keys()), parentsIn(tree, grantedRules)]
  return [...grantedRules].filter((id) => parents.has(id) && !parentsOfHeld.has(id))
}
