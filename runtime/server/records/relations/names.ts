/** Names of the records a list of references points to: one look-up a field for all rows together. */
import {
  refersToMany,
  visibleFields,
  fieldOf,
  kinds,
  requireRelation,
  type FieldModel,
  type RelationModel,
  type TableModel,
} from '../../../protocol/index.ts'
import { idOf } from '../read-id.ts'
import type { Scope } from '../../operation/scope.ts'

type WireRow = Record<string, unknown>

/** True when rows of the table carry lists of references. */
export const hasLists = (model: TableModel): boolean => listsOf(model).length > 0

/**
 * Adds the list of `{id, <label>}` next to every list of ids, under the relation's own key, in the order of the ids.
 */
export async function addNames(scope: Scope, model: TableModel, rows: readonly WireRow[]): Promise<void> {
  for (const field of listsOf(model)) {
    const [first] = rows
    if (!first || !Object.hasOwn(first, field.name)) continue
    const relation = requireRelation(field)
    const names = await namesOf(scope, relation, new Set(rows.flatMap((row) => idsIn(row[field.name]))))
    for (const row of rows)
      row[relation.as] = idsIn(row[field.name])
        .map((id) => names.get(id))
        .filter((row) => row !== undefined)
  }
}

const listsOf = (model: TableModel): readonly FieldModel[] => visibleFields(model).filter(refersToMany)

/** The ids in a list; `*` is not one. */
export function idsIn(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.map(idOf).filter((id) => id !== null) : []
}

/** Ids per statement. */
const batchSize = 500

async function namesOf(
  scope: Scope,
  { to, show }: RelationModel,
  ids: ReadonlySet<number>,
): Promise<ReadonlyMap<number, WireRow>> {
  const target = scope.registry.byId(to)
  const label = target && fieldOf(target, show)
  const namesById = new Map<number, WireRow>()
  if (!target || !label || label.private) return namesById
  const all = [...ids]
  for (let start = 0; start < all.length; start += batchSize) {
    const columns = ['id', label.name, ...(target.softDelete === null ? [] : [target.softDelete])]
    const rows = await scope.database.query
      .selectFrom(target.table)
      .select(columns)
      .where('id', 'in', all.slice(start, start + batchSize))
      .execute()
    for (const row of rows) {
      const isDeleted = target.softDelete !== null && (row[target.softDelete] ?? null) !== null
      namesById.set(Number(row['id']), {
        id: row['id'],
        [label.name]: kinds[label.kind].toWire(row[label.name] ?? null, label),
        ...(isDeleted && { deleted: true }),
      })
    }
  }
  return namesById
}
