/** Which fields a form may not leave empty. Pure. */
import type { FieldModel } from '../../protocol/index.ts'

/**
 * Required, or a list that must not be empty: the server distinguishes an absent list, a form has only an empty one.
 * A private value is never sent to the form, so an empty input of an existing record leaves the stored one unchanged.
 */
export function isRequired(field: Pick<FieldModel, 'required' | 'private'>, schema: unknown, isNew: boolean): boolean {
  return (field.required && (isNew || !field.private)) || requiresItems(schema)
}

export function requiresItems(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && 'minItems' in schema && Number(schema.minItems) > 0
}
