/** Reads the lines of records: one statement a field, however many records there are. */
import { fieldOf, type TableModel } from '../../../protocol/index.ts'
import type { Reading, Row } from '../../db/index.ts'
import type { Registry } from '../../core/models/registry.ts'

/** The table of the lines of a field. */
export interface LineTable {
  readonly model: TableModel
  /** Column with the owner's id. */
  readonly owner: string
}

/** @throws when the field contains no lines, or their table does not exist */
export function lineTableOf(registry: Registry, model: TableModel, field: string): LineTable {
  const relation = fieldOf(model, field)?.relation
  const table = relation?.owned ? registry.byId(relation.to) : undefined
  if (!table?.ownedBy) throw new TypeError(`${model.id} has no lines ${field}`)
  return { model: table, owner: table.ownedBy.field }
}

/**
 * The lines of the given records as stored, in their order; a record without lines has an empty list.
 * @param query the transaction, or `database.query` outside of one
 * @param model the owner
 * @param field of the owner that holds the lines
 */
export async function readLines(
  scope: { readonly registry: Registry },
  model: TableModel,
  query: Reading,
  field: string,
  owners: readonly number[],
): Promise<ReadonlyMap<number, readonly Row[]>> {
  const { model: table, owner } = lineTableOf(scope.registry, model, field)
  const linesByOwner = new Map<number, Row[]>(owners.map((id) => [id, []]))
  if (owners.length === 0) return linesByOwner
  const ids = [...linesByOwner.keys()]
  const rows = await query
    .selectFrom(table.table)
    .selectAll()
    .where(owner, 'in', ids)
    .orderBy(owner)
    .orderBy('line_no')
    .orderBy('id')
    .execute()
  // The statement selects lines of these owners only.
  for (const row of rows) linesByOwner.get(Number(row[owner]))!.push(row)
  return linesByOwner
}
