/** What the tables of rights add to the operations on their records. */
import type { Behavior } from '../records/scope.ts'
import { adminBehavior } from './admin-behavior.ts'
import { groupBehavior } from './group-behavior.ts'
import { ruleBehavior } from './rule-behavior.ts'
import type { WantedRules } from './wanted-rules.ts'

export function accessBehaviors(wanted: WantedRules): Readonly<Record<string, Behavior>> {
  return {
    'system/admin': adminBehavior,
    'system/admin_group': groupBehavior(wanted),
    'system/admin_rule': ruleBehavior(wanted),
  }
}
