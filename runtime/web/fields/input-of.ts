import type { ComponentType } from 'react'
import type { FieldModel, TableModel } from '../../protocol/index.ts'
import type { InputProps } from './input-props.ts'
import { inputs } from './inputs.ts'
import { coreWidgets, moduleComponent } from './module-component.tsx'

/** The input of a field: the one its schema names, else that of its kind. */
export function inputOf(model: Pick<TableModel, 'module'>, field: FieldModel): ComponentType<InputProps> {
  if (field.widget === undefined) return inputs[field.kind]
  const own = coreWidgets[field.widget]
  return own === undefined
    ? moduleComponent<InputProps>(field.module ?? model.module, 'widgets', field.widget)
    : (own ?? inputs[field.kind])
}
