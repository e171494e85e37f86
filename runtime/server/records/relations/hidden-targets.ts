/**
 * Callers may not refer to records they could not find in a list: otherwise the label of the reference would reveal
 * them.
 */
import { fieldOf, requireField, type StoredValue, type TableModel } from '../../../protocol/index.ts'
import { filterAccessible } from '../accessible.ts'
import type { Problems } from '../body.ts'
import { isRestricted, canList } from '../policy/policy.ts'
import { targetIds } from './relations.ts'
import type { Scope } from '../../operation/scope.ts'

type Values = ReadonlyMap<string, StoredValue>

/** Ids the caller named but may not see, by field. */
export type Hidden = ReadonlyMap<string, ReadonlySet<number>>

/** Reads outside any transaction; references that were stored before are checked inside it. */
export async function hiddenTargets(scope: Scope, model: TableModel, values: Values): Promise<Hidden> {
  const hidden = new Map<string, ReadonlySet<number>>()
  // Guard T12: nobody refers to what he may not list.
  // Without: if (scope) return hidden
  if (!isRestricted(scope)) return hidden
  for (const [name, value] of values) {
    const field = fieldOf(model, name)
    const target = field?.relation && scope.registry.byId(field.relation.to)
    const ids = target ? targetIds(field, value) : []
    if (!target || ids.length === 0) continue
    const visibleIds = new Set(await filterVisible(scope, target, ids))
    if (ids.some((id) => !visibleIds.has(id))) hidden.set(name, new Set(ids.filter((id) => !visibleIds.has(id))))
  }
  return hidden
}

/** The records that the caller could find in a list. */
export async function filterVisible(
  scope: Scope,
  target: TableModel,
  ids: readonly number[],
): Promise<readonly number[]> {
  return canList(scope, target) ? filterAccessible(scope, target, ids) : []
}

/** Adds a problem where the record newly refers to a hidden one, with the message for a missing one. */
export function refuseHidden(
  model: TableModel,
  hidden: Hidden,
  values: Readonly<Record<string, StoredValue>>,
  problems: Problems,
): void {
  for (const [name, ids] of hidden) {
    const before = targetIds(requireField(model, name), values[name] ?? null)
    if (!problems.has(name) && [...ids].some((id) => !before.includes(id))) problems.set(name, { rule: 'relation' })
  }
}
