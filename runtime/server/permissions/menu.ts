/** The menu for a client: the granted and enabled rules, nested, with titles in the reader's language. */
import type { Language, MenuNode } from '../../protocol/index.ts'
import type { Row } from '../db/tables.ts'
import { componentOf } from '../http/compat/components.ts'
import type { AccessState, GrantedRights } from '../access/state.ts'
import type { DerivedRules } from './derived-rules.ts'

/**
 * In order of weight, then id. A rule whose parent is not granted or is disabled is omitted with its children; so is an
 * empty folder.
 * @param isOff true for names of rules that the site has switched off
 */
export function menuTree(
  state: AccessState,
  held: GrantedRights,
  wanted: DerivedRules,
  language: Language,
  isOff: (name: string) => boolean = () => false,
): readonly MenuNode[] {
  const below = new Map<number | null, Row[]>()
  for (const { id, pid, name, enabled, row } of state.rules.values()) {
    if (enabled && held.rules.has(id) && !isOff(name)) below.set(pid, [...(below.get(pid) ?? []), row])
  }
  const nodes = (pid: number | null): readonly MenuNode[] =>
    (below.get(pid) ?? [])
      .map((row) => nodeOf(row, wanted, language, nodes(Number(row['id']))))
      .filter((node) => node.type !== 'menu_dir' || node.children !== undefined)
  return nodes(null)
}

function nodeOf(row: Row, wanted: DerivedRules, language: Language, children: readonly MenuNode[]): MenuNode {
  const text = (name: string): string => String(row[name] ?? '')
  const name = text('name')
  const type = row['type'] as MenuNode['type']
  return {
    id: Number(row['id']),
    pid: Number(row['pid'] ?? 0),
    type,
    title: titleOf(row, wanted, language),
    name,
    path: type === 'button' ? '' : text('path') || name,
    icon: iconOf(row, wanted),
    menu_type: type === 'menu' ? ((row['menu_type'] ?? 'tab') as MenuNode['menu_type']) : null,
    url: text('url'),
    component: type === 'menu' ? text('component') || componentOf(name) : '',
    keepalive: row['keepalive'] === 1 ? name : 0,
    extend: (row['extend'] ?? 'none') as MenuNode['extend'],
    ...(children.length > 0 && { children }),
  }
}

/** The rule's own title, else what its schema calls it. */
export function titleOf(row: Row, wanted: DerivedRules, language: Language): string {
  const name = String(row['name'] ?? '')
  return String(row['title'] ?? '') || (wanted.get(name.toLowerCase())?.label[language] ?? name)
}

export function iconOf(row: Row, wanted: DerivedRules): string {
  return String(row['icon'] ?? '') || (wanted.get(String(row['name']).toLowerCase())?.icon ?? '')
}
