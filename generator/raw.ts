/** Schema documents after they passed every check: the shapes the dialect promises. */
import type { ActionName, ColumnModel, LimitMode, ListedAction, Text, Tone, WireValue } from '../runtime/protocol/index.ts'

export interface RawOption {
  readonly value: number | string
  readonly 'x-label': Text
  readonly tone?: Tone
}

export interface RawEnum {
  readonly type: 'integer' | 'string'
  readonly enum: readonly (number | string)[]
  readonly 'x-options': Readonly<Record<string, RawOption>>
  readonly 'x-label'?: Text
}

export interface RawRelation {
  readonly to: string
  readonly show?: string
  readonly onDelete?: 'restrict' | 'cascade' | 'null'
  readonly filter?: Readonly<Record<string, number | string | { readonly field: string }>>
}

export interface RawItems {
  readonly type?: string
  readonly format?: string
  readonly maxLength?: number
  readonly pattern?: string
  readonly $ref?: string
  readonly enum?: readonly (number | string)[]
  readonly 'x-options'?: Readonly<Record<string, RawOption>>
}

export interface RawField extends RawItems {
  readonly default?: WireValue
  readonly readOnly?: boolean
  readonly writeOnly?: boolean
  readonly minLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: RawItems
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly additionalProperties?: { readonly type: 'string'; readonly maxLength?: number }
  readonly 'x-label'?: Text
  readonly 'x-help'?: Text
  readonly 'x-relation'?: RawRelation
  readonly 'x-widget'?: string
  readonly 'x-cell'?: string
  readonly 'x-column'?: ColumnModel
  readonly 'x-scale'?: number
  readonly 'x-unit'?: Text
  readonly 'x-private'?: boolean
}

export interface RawSection {
  readonly section: string
  readonly 'x-label'?: Text
  readonly rows: readonly (readonly string[])[]
}

export interface RawMeta {
  readonly table?: string
  readonly controller?: string
  readonly title: string
  readonly key?: readonly string[]
  readonly icon?: string
  readonly created?: string
  readonly updated?: string
  readonly softDelete?: string
  readonly owner?: string
  readonly sort?: string
  readonly tree?: string | { readonly parent: string; readonly depth?: number }
  readonly storage?: 'table' | 'none'
}

export interface RawPolicy extends Readonly<Partial<Record<ListedAction, { readonly fields?: readonly string[] }>>> {
  readonly '*'?: { readonly limit?: LimitMode; readonly on?: string; readonly fields?: readonly string[] }
}

export interface RawEntity {
  readonly $id: string
  readonly required?: readonly string[]
  readonly properties: Readonly<Record<string, RawField>>
  readonly 'x-label': Text
  readonly 'x-entity': RawMeta
  readonly 'x-index'?: Readonly<Record<string, { readonly on: readonly string[]; readonly unique?: boolean }>>
  readonly 'x-search'?: readonly string[]
  readonly 'x-views'?: {
    readonly table?: { readonly columns?: readonly string[]; readonly sort?: string }
    readonly form?: readonly RawSection[]
  }
  readonly 'x-actions'?: readonly ActionName[]
  readonly 'x-policy'?: RawPolicy
}

export interface RawModule {
  readonly 'x-label': Text
  readonly icon?: string
  readonly order?: number
  readonly menu?: readonly string[]
}
