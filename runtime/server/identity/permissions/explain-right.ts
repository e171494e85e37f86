/** Explains why an admin lacks a right. All admins may ask about their own rights. */
import type { Admin } from '../../operation/access/actor.ts'
import { findAdmins, canGrant, type Grantor } from './grantors.ts'
import { titleOfNode, type MissingRightParts } from './missing-right.ts'
import { isInForce, type AccessState, type GrantedRights } from '../../operation/access/access-state.ts'

/** `disabled_rule`: the admin has it, but it or one of its ancestors is disabled. `unknown`: there is no such right. */
type WhyReason = 'no_right' | 'disabled_rule' | 'unknown'

export interface RightExplanation {
  readonly node: string
  /** As people know it, for example "Products: add". */
  readonly title: string
  readonly allowed: boolean
  /** Null when the right is granted. */
  readonly reason: WhyReason | null
  /** Groups the asker belongs to. */
  readonly groups: readonly { readonly id: number; readonly name: string }[]
  /** Active admins who can grant it. */
  readonly ask: readonly Grantor[]
}

const maxAdmins = 5

/** Who can switch a rule on again. */
const switchNode = 'auth/rule/edit'

/** @param held the rights the admin has through groups */
export async function explainRight(
  parts: MissingRightParts,
  actor: Admin,
  state: AccessState,
  granted: GrantedRights,
  node: string,
): Promise<RightExplanation> {
  const reason = reasonOf(parts, state, granted, node)
  const groups = actor.groups.flatMap((id) => state.groups.get(id) ?? []).map(({ id, name }) => ({ id, name }))
  // Disabled rules disappear from every menu, but super admins keep their rights.
  const allowed = reason === null || (granted.super && reason === 'disabled_rule')
  return {
    node,
    title: titleOfNode(parts, state, node),
    allowed,
    reason,
    groups,
    ask: await helpers(parts, actor, state, node, reason),
  }
}

function reasonOf(
  { derivedRules }: MissingRightParts,
  state: AccessState,
  granted: GrantedRights,
  node: string,
): WhyReason | null {
  const name = node.toLowerCase()
  const rule = [...state.rules.values()].find((one) => one.name.toLowerCase() === name)
  if (!rule) return derivedRules.has(name) ? (granted.super ? null : 'no_right') : 'unknown'
  if (!granted.rules.has(rule.id)) return 'no_right'
  return isInForce(state, rule.id) ? null : 'disabled_rule'
}

function helpers(
  { database }: MissingRightParts,
  actor: Admin,
  state: AccessState,
  node: string,
  reason: WhyReason | null,
): Promise<readonly Grantor[]> {
  if (reason === 'no_right')
    return findAdmins(database, state, actor.id, (granted) => canGrant(granted, node), maxAdmins)
  if (reason === 'disabled_rule')
    return findAdmins(database, state, actor.id, (granted) => granted.super || granted.nodes.has(switchNode), maxAdmins)
  return Promise.resolve([])
}
