/** The answer for an admin who lacks a right: which one, and whom to ask for it. */
import { codes, type Language } from '../../../protocol/index.ts'
import { pageActionTitle, t } from '../../../i18n/i18n.ts'
import type { Admin } from '../../operation/access/actor.ts'
import { findAdmins, canGrant } from './grantors.ts'
import { titleOf } from './menu.ts'
import type { AccessState } from '../../operation/access/access-state.ts'
import type { SystemDatabase } from '../../operation/access/system-tables.ts'
import type { DerivedRules } from './derived-rules.ts'

/** `data` of an answer 401. */
export interface MissingRight {
  readonly node: string
  /** As people know it, for example "Products: add". */
  readonly title: string
  /** Up to three active admins who may grant it. */
  readonly ask: readonly string[]
}

export interface MissingRightParts {
  readonly database: SystemDatabase
  readonly derivedRules: DerivedRules
  readonly language: Language
}

const maxNames = 3

export async function describeMissingRight(
  parts: MissingRightParts,
  actor: Admin,
  state: AccessState,
  node: string,
): Promise<{ readonly code: number; readonly msg: string; readonly data: MissingRight }> {
  const grantors = await findAdmins(parts.database, state, actor.id, (granted) => canGrant(granted, node), maxNames)
  const data = { node, title: titleOfNode(parts, state, node), ask: grantors.map(({ nickname }) => nickname) }
  const key = data.ask.length > 0 ? 'problem.forbidden_ask' : 'problem.forbidden_named'
  return {
    code: codes.forbidden,
    msg: t(parts.language, key, { title: data.title, ask: data.ask.join(parts.language === 'en' ? ', ' : '、') }),
    data,
  }
}

/** The titles of the page and of the action; an unknown node is shown by its name. */
export function titleOfNode(
  { derivedRules, language }: Pick<MissingRightParts, 'derivedRules' | 'language'>,
  state: AccessState,
  node: string,
): string {
  const rules = new Map([...state.rules.values()].map((rule) => [rule.name.toLowerCase(), rule.row]))
  const name = node.toLowerCase()
  const titleIn = (one: string): string => titleOf(rules.get(one) ?? { name: one }, derivedRules, language)
  const page = name.slice(0, name.lastIndexOf('/'))
  if (!rules.has(name) && !derivedRules.has(name)) return node
  return rules.has(page) || derivedRules.has(page)
    ? pageActionTitle(language, titleIn(page), titleIn(name))
    : titleIn(name)
}
