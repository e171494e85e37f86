/** Queries of lists as BuildAdmin's clients send them. */
import { queryLimits, type QueryTree } from '../../../protocol/index.ts'

/** Those clients may ask for more rows than a page has here; they get a full page instead of a refusal. */
export function capLimit(tree: QueryTree): QueryTree {
  const limit = tree.get('limit')
  const isAbove = typeof limit === 'string' && /^\d{1,15}$/.test(limit) && Number(limit) > queryLimits.limit
  return isAbove ? new Map([...tree, ['limit', String(queryLimits.limit)]]) : tree
}
