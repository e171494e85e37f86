/** How the columns of a result become a row of the wire. Plain data, so that it can cross to a reader worker. */
import { fullTitleName, kinds, type FieldModel, type StoredValue } from '../../../protocol/index.ts'

export interface RowShape {
  readonly columns: readonly ColumnShape[]
  readonly relations: readonly RelationShape[]
}

/** Column of the result and the field whose kind encodes it; the key on the wire is `name`. */
export interface ColumnShape {
  readonly name: string
  readonly field: FieldModel
  /** What the wire sends for NULL where it differs from the kind: 0 for the parent of a tree's root. */
  readonly none?: number
}

/** A nested object `{id, <label>, full_title?}` built from columns of the result; null when the id is. */
export interface RelationShape {
  /** Key on the wire, for example `warehouseArea`. */
  readonly as: string
  readonly idColumn: string
  readonly labelColumn: string
  /** Column with all that identifies the target, where its label alone does not. */
  readonly fullTitleColumn: string | null
  /** Column with the time of the target's deletion; null when its rows are removed permanently. */
  readonly deletedColumn: string | null
  /** Field of the target that names it; also the key inside the nested object, for example `name`. */
  readonly label: FieldModel
}

export type StoredRow = Readonly<Record<string, StoredValue>>
export type WireRow = Record<string, unknown>

/** One row of a result as the wire sends it. Pure; runs in the server's thread and in reader workers. */
export function encodeRow(shape: RowShape, row: StoredRow): WireRow {
  const encoded: WireRow = {}
  for (const { name, field, none } of shape.columns) {
    const value = row[name] ?? null
    encoded[name] = value === null && none !== undefined ? none : kinds[field.kind].toWire(value, field)
  }
  for (const relation of shape.relations) encoded[relation.as] = encodeRelation(relation, row)
  return encoded
}

function encodeRelation(
  { idColumn, labelColumn, fullTitleColumn, deletedColumn, label }: RelationShape,
  row: StoredRow,
): WireRow | null {
  const id = row[idColumn] ?? null
  if (id === null) return null
  const target: WireRow = { id, [label.name]: kinds[label.kind].toWire(row[labelColumn] ?? null, label) }
  if (fullTitleColumn !== null) target[fullTitleName] = row[fullTitleColumn] ?? ''
  if (deletedColumn !== null && (row[deletedColumn] ?? null) !== null) target['deleted'] = true
  return target
}
