/** Our Blueprint theme for rjsf. Labels and texts come from the table model, so the schema carries none. */
import type { UiSchema } from '@rjsf/utils'
import type { FormModel } from '../../../protocol/index.ts'
import type { Draft } from '../draft.ts'
import { ErrorListTemplate } from './ErrorListTemplate.tsx'
import { FieldTemplate } from './FieldTemplate.tsx'
import { ObjectFieldTemplate } from './ObjectFieldTemplate.tsx'
import { RecordField } from './RecordField.tsx'

export const templates = { ErrorListTemplate, FieldTemplate, ObjectFieldTemplate }

export const fields = { record: RecordField }

/** The form's uiSchema with every property rendered by `RecordField`, and without rjsf's own button. */
export function themedUiSchema(form: FormModel): UiSchema<Draft> {
  const properties = Object.keys((form.schema['properties'] ?? {}) as object)
  const drawn = properties.map((name) => [
    name,
    { ...(form.uiSchema[name] as object | undefined), 'ui:field': 'record' },
  ])
  return { ...form.uiSchema, ...Object.fromEntries(drawn), 'ui:submitButtonOptions': { norender: true } }
}
