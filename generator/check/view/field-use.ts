/** A place in which a schema names a field. */
import { textsOf, type Json } from '../../source/json.ts'
import type { Document } from './document.ts'
import type { EntityView } from './view.ts'

export interface Use {
  /** Document that contains the name. */
  readonly document: Document
  readonly pointer: string
  readonly at: 'name' | 'value'
  readonly name: string
  /** Entity that must have a field of this name. */
  readonly entity: EntityView
  /** `declared` = one of the properties; `any` = also one that comes by itself. */
  readonly of: 'declared' | 'any'
  /** The place shows or searches the field, so it must not be private. */
  readonly isShown: boolean
  /** Names of one list must differ: its pointer; null where nothing is counted. */
  readonly list: string | null
}

export type Options = Pick<Use, 'of' | 'isShown'>
export const declared: Options = { of: 'declared', isShown: false }
export const declaredShown: Options = { of: 'declared', isShown: true }

/** Names of a list. */
export function listed(
  entity: EntityView,
  pointer: string,
  value: Json | undefined,
  options: Options,
  list: string | null = pointer,
): readonly Use[] {
  return textsOf(value).map((name, index) => ({
    document: entity.document,
    pointer: `${pointer}/${index}`,
    at: 'value',
    name,
    entity,
    list,
    ...options,
  }))
}

/** One name. */
export function single(entity: EntityView, pointer: string, value: Json | undefined, options: Options): readonly Use[] {
  return typeof value === 'string'
    ? [{ document: entity.document, pointer, at: 'value', name: value, entity, list: null, ...options }]
    : []
}
