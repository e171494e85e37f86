import type { ComponentType } from 'react'
import type { FieldModel, TableModel } from '../../protocol/index.ts'
import type { InputProps } from './input.ts'
import { inputs } from './inputs.ts'
import { modulePart } from './module-part.tsx'

/** Widgets the inputs themselves know as a way of drawing a kind. */
const ownWidgets: readonly string[] = ['switch']

/** The input of a field: the one its schema names, else that of its kind. */
export function inputOf(model: Pick<TableModel, 'module'>, field: FieldModel): ComponentType<InputProps> {
  const isNamed = field.widget !== undefined && !ownWidgets.includes(field.widget)
  return isNamed ? modulePart<InputProps>(model.module, 'widgets', field.widget!) : inputs[field.kind]
}
