/** The list that a setting of the types `remoteSelect` and `remoteSelects` chooses its records from. */
import type { Attributes } from './attributes.ts'
import type { SettingItem } from './item.ts'

export interface ItemRelation {
  /** For example `wms.Brand`. */
  readonly controller: string
  /** Field that names a record. */
  readonly show: string
}

/** Null for other types, and where the attributes name no list. */
export function itemRelation({ type, inputExtend }: Pick<SettingItem, 'type' | 'inputExtend'>): ItemRelation | null {
  if (type !== 'remoteSelect' && type !== 'remoteSelects') return null
  return relationOf(inputExtend)
}

/** By the attributes of the input as clients of BuildAdmin have them: `remoteUrl`, `field`. */
export function relationOf(attributes: Attributes): ItemRelation | null {
  const url = String(attributes['remoteUrl'] ?? attributes['remote-url'] ?? '')
  const [, controller] = /^\/admin\/([A-Za-z][A-Za-z0-9_.]*)\/index$/.exec(url) ?? []
  const field = String(attributes['field'] ?? attributes['remote-field'] ?? '')
  return controller === undefined ? null : { controller, show: /^[a-z][a-z0-9_]*$/i.test(field) ? field : '' }
}
