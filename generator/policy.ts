/** What `x-policy` comes to. */
import { listedActions, type PolicyModel } from '../runtime/protocol/index.ts'
import { present } from './json.ts'
import type { RawEntity } from './raw.ts'

/** Column of the admin a record belongs to unless the schema names one. */
export const usualOwner = 'admin_id'

/** The policy of a checked entity; undefined when it says nothing. A list given for an action stands instead of the one for all. */
export function policyOf(raw: RawEntity): PolicyModel | undefined {
  const policy = raw['x-policy']
  if (policy === undefined) return undefined
  const { limit, on, fields } = policy['*'] ?? {}
  return {
    limit: limit === undefined ? null : { mode: limit, on: on ?? raw['x-entity'].owner ?? usualOwner },
    fields: present(Object.fromEntries(listedActions.map((action) => [action, policy[action]?.fields ?? fields]))),
  }
}
