/** Types of the parts of a rule while it is read. */
import type { FieldModel, RuleNode, RuleOwner } from '../../runtime/protocol/index.ts'
import type { Span } from './rule-error.ts'

export type RuleType =
  | { readonly is: 'boolean' }
  /** An integer that represents value × 10^scale. */
  | { readonly is: 'number'; readonly scale: number }
  /** With `field` the texts of that field, which may have a shape (a date). */
  | { readonly is: 'text'; readonly field: FieldModel | null }
  /** One of the options of a field. */
  | { readonly is: 'option'; readonly field: FieldModel }
  | { readonly is: 'id' }
  | { readonly is: 'list'; readonly field: FieldModel }
  | { readonly is: 'lines'; readonly field: FieldModel }
  | { readonly is: 'groups' }
  /** A value whose members follow a dot. */
  | { readonly is: 'record'; readonly of: RuleOwner; readonly fields: ReadonlyMap<string, FieldModel> }
  | { readonly is: 'actor' }
  | { readonly is: 'member' }

/** A part of a rule that was read. `node` of what has no value of its own (records, lists of groups) is never used. */
export interface Typed<Type extends RuleType = RuleType> {
  readonly type: Type
  readonly node: RuleNode
  readonly at: Span
}

export const booleanType: RuleType = { is: 'boolean' }
export const plainText: RuleType = { is: 'text', field: null }
export const number = (scale: number): RuleType => ({ is: 'number', scale })

/** The text when it is a literal of the rule, else null. */
export function literalOf({ type, node }: Typed): string | null {
  return type.is === 'text' && node.op === 'value' && typeof node.value === 'string' ? node.value : null
}

const keywords: Readonly<Record<RuleType['is'], readonly [zh: string, en: string]>> = {
  boolean: ['条件', 'a condition'],
  number: ['数值', 'a number'],
  text: ['文本', 'a text'],
  option: ['枚举', 'an enum'],
  id: ['记录 ID', 'the ID of a record'],
  list: ['列表', 'a list'],
  lines: ['明细', 'lines'],
  groups: ['角色组列表', 'a list of admin groups'],
  record: ['记录', 'a record'],
  actor: ['当前用户', 'the current admin'],
  member: ['当前会员', 'the current member'],
}

/** The type in plain words, for messages. */
export const typeName = ({ is }: RuleType): readonly [zh: string, en: string] => keywords[is]
