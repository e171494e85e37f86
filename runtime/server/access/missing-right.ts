/** What somebody is told who lacks a right: which one, and whom to ask for it. */
import { codes, say, type Language } from '../../protocol/index.ts'
import type { Database } from '../db/database.ts'
import type { Row } from '../db/tables.ts'
import type { Actor } from './actor.ts'
import { titleOf } from './menu.ts'
import { heldBy, listIn, type AccessState } from './state.ts'
import type { WantedRules } from './wanted-rules.ts'

/** `data` of an answer 401. */
export interface MissingRight {
  readonly node: string
  /** As people know it, for example "Products-Add". */
  readonly title: string
  /** Up to three active admins who may grant it. */
  readonly ask: readonly string[]
}

export interface MissingRightParts {
  readonly database: Database
  readonly wanted: WantedRules
  readonly language: Language
}

/** Nodes whose holders can give rights to others. */
const granting: readonly string[] = ['auth/group/edit', 'auth/admin/edit']
const mostNames = 3
/** Accounts looked at: the first ones are the oldest, and those who grant rights are among them. */
const mostAccounts = 1000

export async function missingRight(parts: MissingRightParts, actor: Actor, state: AccessState, node: string): Promise<{ readonly code: number; readonly msg: string; readonly data: MissingRight }> {
  const data = { node, title: titleOfNode(parts, state, node), ask: await grantors(parts.database, actor, state, node.toLowerCase()) }
  const key = data.ask.length > 0 ? 'problem.forbidden_ask' : 'problem.forbidden_named'
  return { code: codes.forbidden, msg: say(parts.language, key, { title: data.title, ask: data.ask.join(parts.language === 'en' ? ', ' : '、') }), data }
}

/** The titles of the page and of the action; a node nobody knows is told by its name. */
function titleOfNode({ wanted, language }: MissingRightParts, state: AccessState, node: string): string {
  const rules = new Map([...state.rules.values()].map((rule) => [rule.name.toLowerCase(), rule.row]))
  const name = node.toLowerCase()
  const told = (one: string): string => {
    const row: Row = rules.get(one) ?? { name: one }
    return titleOf(row, wanted, language)
  }
  const page = name.slice(0, name.lastIndexOf('/'))
  if (!rules.has(name) && !wanted.has(name)) return node
  return rules.has(page) || wanted.has(page) ? `${told(page)}-${told(name)}` : told(name)
}

async function grantors({ query }: Database, actor: Actor, state: AccessState, node: string): Promise<readonly string[]> {
  const rows = await query.selectFrom('admin').select(['id', 'nickname', 'username', 'group_arr']).where('status', '=', 1).where('id', '<>', actor.id).orderBy('id').limit(mostAccounts).execute()
  const canGrant = new Map<string, boolean>()
  const grants = (groups: readonly number[]): boolean => {
    const held = heldBy(state, groups)
    return held.super || (held.nodes.has(node) && granting.some((one) => held.nodes.has(one)))
  }
  const found = rows.filter((row) => {
    const groups = listIn(row['group_arr']).map(Number)
    const known = canGrant.get(groups.join()) ?? grants(groups)
    canGrant.set(groups.join(), known)
    return known
  })
  return found.slice(0, mostNames).map((row) => String(row['nickname'] || row['username']))
}
