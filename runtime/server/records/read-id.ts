import { queryLimits, readIds, type QueryTree } from '../../protocol/index.ts'
import { OperationError } from '../core/errors/operation-error.ts'

/** The id a JSON value or text means, or null. */
export function idOf(id: unknown): number | null {
  const number = typeof id === 'string' && /^[1-9]\d{0,15}$/.test(id) ? Number(id) : id
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : null
}

/**
 * The texts of the ids that a query names.
 * @throws an OperationError: `invalid` when there are too many, `not_found` when there is none
 */
export function requireIds(query: QueryTree, limit: number = queryLimits.ids): readonly string[] {
  const ids = readIds(query)
  if (ids.length === 0) throw new OperationError('not_found', { text: 'problem.nothing_selected' })
  if (ids.length > limit) throw tooMany(limit)
  return ids
}

/** More records than one request works on. */
export const tooMany = (limit: number): OperationError =>
  new OperationError('invalid', { text: 'problem.too_many', params: { limit } })
