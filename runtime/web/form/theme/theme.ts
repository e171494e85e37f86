/** Our Blueprint theme for rjsf. Labels and texts come from the table model, so the schema carries none. */
import type { RJSFSchema, UiSchema } from '@rjsf/utils'
import type { FormModel } from '../../../protocol/index.ts'
import type { Draft } from '../draft.ts'
import { ErrorListTemplate } from './ErrorListTemplate.tsx'
import { FieldTemplate } from './FieldTemplate.tsx'
import { ObjectFieldTemplate } from './ObjectFieldTemplate.tsx'
import { RecordField } from './RecordField.tsx'

export const templates = { ErrorListTemplate, FieldTemplate, ObjectFieldTemplate }

export const fields = { record: RecordField }

/**
 * The form's schema as rjsf needs it: without what is inside lines and has no default, as rjsf goes through all values
 * of all lines with every key. Our validator checks the draft by the whole schema.
 */
export function outerSchema(form: FormModel): RJSFSchema {
  const schema = form.schema as RJSFSchema
  const properties = Object.entries(schema.properties ?? {}).map(([name, one]) => [name, withSmallItems(one)])
  return { ...schema, properties: Object.fromEntries(properties) }
}

function withSmallItems(schema: RJSFSchema | boolean): RJSFSchema | boolean {
  if (typeof schema !== 'object' || typeof schema.items !== 'object' || Array.isArray(schema.items)) return schema
  const { type, properties } = schema.items
  if (properties === undefined) return schema
  const withDefault = Object.entries(properties).filter(([, one]) => typeof one === 'object' && 'default' in one)
  return { ...schema, items: { type, properties: Object.fromEntries(withDefault) } }
}

/** The form's uiSchema with every property rendered by `RecordField`, and without rjsf's own button. */
export function themedUiSchema(form: FormModel): UiSchema<Draft> {
  const properties = Object.keys((form.schema['properties'] ?? {}) as object)
  const drawn = properties.map((name) => [
    name,
    { ...(form.uiSchema[name] as object | undefined), 'ui:field': 'record' },
  ])
  return { ...form.uiSchema, ...Object.fromEntries(drawn), 'ui:submitButtonOptions': { norender: true } }
}
