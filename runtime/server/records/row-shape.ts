/** How the columns of a result become a row of the wire. Plain data, so that it can cross to a reader worker. */
import { kinds, type FieldModel, type StoredValue, type WireValue } from '../../protocol/index.ts'

export interface RowShape {
  /** Column of the result and the field whose kind encodes it; the key on the wire is `name`. */
  readonly columns: readonly { readonly name: string; readonly field: FieldModel }[]
  readonly relations: readonly RelationShape[]
}

/** A nested object `{id, <label>}` made of columns of the result; null when the id is. */
export interface RelationShape {
  /** Key on the wire, for example `warehouseArea`. */
  readonly as: string
  readonly idColumn: string
  readonly labelColumn: string
  /** Column that tells when the target was deleted, or null when its rows go for good. */
  readonly deletedColumn: string | null
  /** Key of the label inside the nested object, for example `name`. */
  readonly label: string
}

/** One row of a result as the wire sends it. Pure; runs in the server's thread and in reader workers. */
export function encodeRow(shape: RowShape, row: Readonly<Record<string, StoredValue>>): Record<string, WireValue> {
  const encoded: Record<string, WireValue> = {}
  for (const { name, field } of shape.columns) encoded[name] = kinds[field.kind].toWire(row[name] ?? null, field)
  for (const relation of shape.relations) encoded[relation.as] = encodeRelation(relation, row)
  return encoded
}

function encodeRelation(relation: RelationShape, row: Readonly<Record<string, StoredValue>>): WireValue {
  const id = row[relation.idColumn] ?? null
  if (id === null) return null
  const target: Record<string, WireValue> = { id, [relation.label]: row[relation.labelColumn] ?? '' }
  if (relation.deletedColumn !== null && (row[relation.deletedColumn] ?? null) !== null) target['deleted'] = 1
  return target
}
