/** Which columns a list can show and which it shows now. Pure. */
import { fieldOf, visibleFields, type FieldModel, type TableModel } from '../../protocol/index.ts'
import { looks } from '../fields/looks.ts'

/** How much room there is: columns of a priority above it are left out unless the person asked for them. */
export type Room = 1 | 2 | 3

/** Fields that can be a column: those of the list first and in its order, then the rest. The record's version is no news to people. */
export function offeredColumns(model: TableModel): readonly FieldModel[] {
  const listed = model.list.columns.map((name) => fieldOf(model, name)).filter((field) => field !== undefined)
  const rest = visibleFields(model).filter((field) => !listed.includes(field) && !(field.implicit && field.name === 'version'))
  return [...listed, ...rest].filter((field) => !field.private && looks[field.kind].Cell !== null)
}

/** True when a column is shown without the person having chosen. The column that names the record always has its place. */
export function isShownByDefault(model: TableModel, field: FieldModel, room: Room): boolean {
  return model.list.columns.includes(field.name) && (field.name === model.title || (field.column?.priority ?? 2) <= room)
}

/** Field name → shown? The person's choice wins over the default. */
export function columnVisibility(model: TableModel, chosen: Readonly<Record<string, boolean>>, room: Room): Record<string, boolean> {
  return Object.fromEntries(offeredColumns(model).map((field) => [field.name, chosen[field.name] ?? isShownByDefault(model, field, room)]))
}

/** Width of a column in CSS pixels. */
export function columnWidth(field: FieldModel): number {
  return field.column?.width ?? looks[field.kind].width
}
