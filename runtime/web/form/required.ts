/** Which fields a form may not leave empty. Pure. */
import type { FieldModel } from '../../protocol/index.ts'

/** Required, or a list that must hold something: the server may know a list that is not there, a form knows only an empty one. */
export function isNeeded({ required }: Pick<FieldModel, 'required'>, schema: unknown): boolean {
  return required || needsItems(schema)
}

export function needsItems(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && 'minItems' in schema && Number(schema.minItems) > 0
}
