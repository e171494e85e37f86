/** Which fields a form may not leave empty. Pure. */
import type { FieldModel } from '../../protocol/index.ts'

/**
 * Required, or a list that must not be empty: the server distinguishes an absent list, a form has only an empty one.
 */
export function isRequired({ required }: Pick<FieldModel, 'required'>, schema: unknown): boolean {
  return required || requiresItems(schema)
}

export function requiresItems(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && 'minItems' in schema && Number(schema.minItems) > 0
}
