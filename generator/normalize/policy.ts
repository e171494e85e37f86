/** The model of `x-policy`. */
import { listedActions, type PolicyModel } from '../../runtime/protocol/index.ts'
import { present } from '../source/json.ts'
import type { RawEntity } from '../raw/documents.ts'

/** Entity an owner column refers to. */
export const ownerEntity = 'system/admin'

/** Column of the admin a record belongs to unless the schema names one. */
export const defaultOwner = 'admin_id'

/**
 * The policy of a checked entity; undefined when it has none. A list for one action replaces the list for all
 * actions.
 */
export function policyOf(raw: RawEntity): PolicyModel | undefined {
  const policy = raw['x-policy']
  if (policy === undefined) return undefined
  const { limit, on, fields } = policy['*'] ?? {}
  return {
    limit: limit === undefined ? null : { mode: limit, on: on ?? raw['x-entity'].owner ?? defaultOwner },
    fields: present(Object.fromEntries(listedActions.map((action) => [action, policy[action]?.fields ?? fields]))),
  }
}
