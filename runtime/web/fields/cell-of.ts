import type { ComponentType } from 'react'
import type { FieldModel, TableModel } from '../../protocol/index.ts'
import type { CellProps } from './renderer.ts'
import { fieldRenderers } from './field-renderers.ts'
import { moduleComponent } from './module-component.tsx'

/** The cell of a field: the one its schema names, else that of its kind; null when the value is never shown. */
export function cellOf(model: Pick<TableModel, 'module'>, field: FieldModel): ComponentType<CellProps> | null {
  return field.cell
    ? moduleComponent<CellProps>(field.module ?? model.module, 'cells', field.cell)
    : fieldRenderers[field.kind].Cell
}
