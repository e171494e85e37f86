/** Counts as a list shows them, for modules. */
import { readListQuery, isQueryError, type Filter } from '../../protocol/index.ts'
import type { Scope } from '../operation/scope.ts'
import { list } from './list.ts'
import { canList } from './policy/policy.ts'

/** True when the caller may open the list of the entity. */
export function mayList(scope: Pick<Scope, 'actor' | 'registry'>, entity: string): boolean {
  const model = scope.registry.byId(entity)
  return model !== undefined && canList(scope, model)
}

/**
 * The number of records that the list of the entity shows the caller under these conditions: the list itself counts
 * them, within its limits. Null for callers who may not open it. Throws what the list throws.
 */
export async function countRecords(scope: Scope, entity: string, search: readonly Filter[]): Promise<number | null> {
  const model = scope.registry.byId(entity)
  if (!model || !canList(scope, model)) return null
  const query = readListQuery(new Map())
  if (isQueryError(query)) throw new TypeError('an empty query cannot be refused')
  const { total = 0 } = await list(scope, model, { ...query, limit: 1, isTree: false, exact: true, search })
  return total
}
