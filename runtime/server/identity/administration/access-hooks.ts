/** What the tables of rights add to the operations on their records. */
import type * as operation from '../../operation/scope.ts'
import { adminHooks } from './admin-hooks.ts'
import { groupHooks } from './group-hooks.ts'
import { ruleHooks } from './rule-hooks.ts'
import type { DerivedRules } from '../permissions/derived-rules.ts'
import { defineHooks } from './types.ts'

export function accessHooks(derivedRules: DerivedRules): Readonly<Record<string, operation.Hooks>> {
  return defineHooks({
    'system/admin': adminHooks,
    'system/admin_group': groupHooks(derivedRules),
    'system/admin_rule': ruleHooks(derivedRules),
  })
}
