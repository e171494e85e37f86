import { createElement } from 'react'
import type { TableModel } from '../../protocol/index.ts'
import { cellOf } from './cell-of.ts'
import type { CellProps } from './renderer.ts'

interface FieldCellProps extends CellProps {
  readonly model: Pick<TableModel, 'module'>
}

/** A value as its field renders it; nothing where the value is never shown. */
export function FieldCell({ model, ...props }: FieldCellProps) {
  const cell = cellOf(model, props.field)
  return cell && createElement(cell, props)
}
