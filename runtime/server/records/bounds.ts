/**
 * Which rows of a table the caller reaches, resolved before a longer operation so that single rows need no further
 * reads.
 */
import type { TableModel } from '../../protocol/index.ts'
import type { Row } from '../db/index.ts'
import { readReach } from './accessible.ts'
import { isChosen } from './query/choices.ts'
import { isWithinRows, canList, ownerFilterOf, rowColumns, type OwnerFilter } from './policy/policy.ts'
import type { Scope } from '../operation/scope.ts'

export interface Bounds {
  /** Columns of a row that the check needs. */
  readonly columns: readonly string[]
  has(row: Row): boolean
}

/** Bounds of the table's own rows. */
export async function boundsOf(scope: Scope, model: TableModel): Promise<Bounds> {
  const owned = await ownerFilterOf(scope, model)
  const { accessible, choices } = await readReach(scope, model, null)
  const isOwned = owned === null ? () => true : isOwnedBy(owned)
  return {
    columns: [
      ...(owned ? [owned.column] : []),
      ...rowColumns(scope, model),
      ...choices.flat().flatMap((choice) => Object.keys(choice)),
    ],
    has: (row) =>
      isOwned(row) &&
      choices.every((choice) => isChosen(choice, row)) &&
      isWithinRows(scope, model, 'index', row) &&
      (accessible === null || accessible.has(Number(row['id']))),
  }
}

function isOwnedBy({ column, ids }: OwnerFilter): (row: Row) => boolean {
  const owners = new Set(ids)
  return (row) => owners.has(Number(row[column] ?? 0))
}

/** By table: bounds of what the model's relations may lead to. */
export async function targetBounds(scope: Scope, model: TableModel): Promise<ReadonlyMap<string, Bounds>> {
  const bounds = new Map<string, Bounds>()
  for (const id of new Set(model.fields.map((field) => field.relation?.to))) {
    const target = id === undefined ? undefined : scope.registry.byId(id)
    if (target)
      bounds.set(
        target.table,
        canList(scope, target) ? await boundsOf(scope, target) : { columns: [], has: () => false },
      )
  }
  return bounds
}
