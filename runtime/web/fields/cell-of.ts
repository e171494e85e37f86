import type { ComponentType } from 'react'
import type { FieldModel, TableModel } from '../../protocol/index.ts'
import type { CellProps } from './renderer.ts'
import { looks } from './field-renderers.ts'
import { modulePart } from './module-part.tsx'

/** The cell of a field: the one its schema names, else that of its kind; null when the value is never shown. */
export function cellOf(model: Pick<TableModel, 'module'>, field: FieldModel): ComponentType<CellProps> | null {
  return field.cell ? modulePart<CellProps>(model.module, 'cells', field.cell) : looks[field.kind].Cell
}
