/** Fields of a record that those who refer to it rely on. */
import { requireRelation, writableFields, type TableModel } from '../../../protocol/index.ts'
import type { Registry } from '../../core/models/registry.ts'

/**
 * Names of fields that other records rely on while they are written: states and references (a disabled shelf, a unit,
 * an area), and what filters of references compare. A change of one locks the record FOR UPDATE, so that it waits for
 * the transactions that refer to the record, and they for it. Empty for tables nobody refers to.
 */
export function referencedFields(registry: Registry, model: TableModel): ReadonlySet<string> {
  const referrers = registry
    .referrers(model.id)
    .filter(({ field, model: other }) => other.ownedBy?.field !== field.name)
  if (referrers.length === 0) return new Set()
  const own = writableFields(model).filter(
    ({ options, relation }) => options !== undefined || (relation && !relation.owned),
  )
  const compared = referrers.flatMap(({ field }) => requireRelation(field).filter.map(({ column }) => column))
  return new Set([...own.map(({ name }) => name), ...compared])
}
