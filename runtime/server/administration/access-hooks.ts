/** What the tables of rights add to the operations on their records. */
import type { Behavior } from '../records/scope.ts'
import { adminBehavior } from './admin-hooks.ts'
import { groupBehavior } from './group-hooks.ts'
import { ruleBehavior } from './rule-hooks.ts'
import type { WantedRules } from '../permissions/wanted-rules.ts'

export function accessBehaviors(wanted: WantedRules): Readonly<Record<string, Behavior>> {
  return {
    'system/admin': adminBehavior,
    'system/admin_group': groupBehavior(wanted),
    'system/admin_rule': ruleBehavior(wanted),
  }
}
