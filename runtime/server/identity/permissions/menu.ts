/** The menu for a client: the granted and enabled rules, nested, with titles in the reader's language. */
import type { Language, MenuNode } from '../../../protocol/index.ts'
import { componentOf } from '../../http/compat/components.ts'
import { hasQuery, type AccessState, type GrantedRights } from '../../operation/access/access-state.ts'
import type { SystemRow } from '../../operation/access/system-tables.ts'
import type { DerivedRules } from './derived-rules.ts'

type RuleRow = SystemRow<'admin_rule'>

/**
 * In order of weight, then id. A rule whose parent is not granted or is disabled is omitted with its children; so is an
 * empty folder.
 * @param isOff true for names of rules that the site has switched off
 */
export function menuTree(
  state: AccessState,
  granted: GrantedRights,
  derivedRules: DerivedRules,
  language: Language,
  isOff: (name: string) => boolean = () => false,
): readonly MenuNode[] {
  const below = new Map<number | null, RuleRow[]>()
  for (const { id, pid, name, enabled, row } of state.rules.values()) {
    const grantsNothing = row.type === 'button' && hasQuery(name)
    if (enabled && granted.rules.has(id) && !isOff(name) && !grantsNothing)
      below.set(pid, [...(below.get(pid) ?? []), row])
  }
  const nodes = (pid: number | null): readonly MenuNode[] =>
    (below.get(pid) ?? [])
      .map((row) => nodeOf(row, derivedRules, language, nodes(row.id)))
      .filter((node) => node.type !== 'menu_dir' || node.children !== undefined)
  return nodes(null)
}

function nodeOf(row: RuleRow, derivedRules: DerivedRules, language: Language, children: readonly MenuNode[]): MenuNode {
  const { name, type } = row
  return {
    id: row.id,
    pid: row.pid ?? 0,
    type,
    title: titleOf(row, derivedRules, language),
    name,
    path: type === 'button' ? '' : row.path || name,
    icon: iconOf(row, derivedRules),
    menu_type: type === 'menu' ? (row.menu_type ?? 'tab') : null,
    url: row.url ?? '',
    component: type === 'menu' ? row.component || componentOf(name) : '',
    keepalive: row.keepalive === 1 ? name : 0,
    extend: row.extend ?? 'none',
    ...(children.length > 0 && { children }),
  }
}

/** The columns of a rule that name it to people; a list may leave some of them out. */
interface RuleLabels {
  readonly name?: string
  readonly title?: string | null
  readonly icon?: string | null
}

/** The rule's own title, else what its schema calls it. */
export function titleOf({ name = '', title }: RuleLabels, derivedRules: DerivedRules, language: Language): string {
  return title || (derivedRules.get(name.toLowerCase())?.label[language] ?? name)
}

export function iconOf({ name = '', icon }: RuleLabels, derivedRules: DerivedRules): string {
  return icon || (derivedRules.get(name.toLowerCase())?.icon ?? '')
}
