/** Schema documents after they passed every check: the shapes the dialect promises. */
import type {
  ActionName,
  AdoptedEngine,
  AdoptedId,
  ColumnModel,
  EffectModel,
  FileAccess,
  RenamedFrom,
  LimitMode,
  StoredModel,
  Text,
  Tone,
  WireValue,
} from '../../runtime/protocol/index.ts'
import type { RawLedger, RawPosting } from './ledger.ts'

export interface RawOption {
  readonly value: number | string
  readonly 'x-label': Text
  readonly tone?: Tone
  readonly 'x-renamedFrom'?: RenamedFrom
  readonly 'x-replaces'?: readonly (number | string)[]
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
  readonly onDelete?: 'restrict' | 'cascade' | 'null' | 'keep'
  readonly filter?: Readonly<Record<string, number | string | { readonly field: string }>>
  readonly owned?: boolean
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
  readonly 'x-file'?: { readonly access: FileAccess }
  readonly 'x-renamedFrom'?: RenamedFrom
  readonly 'x-when'?: string
  readonly 'x-required'?: string
  readonly 'x-readonly'?: string
  readonly 'x-backfill'?: string
  readonly 'x-computed'?: string | { readonly rule: string; readonly stored?: boolean; readonly preview?: boolean }
  readonly 'x-lookup'?: string | readonly string[]
  readonly 'x-fill'?: string
  readonly 'x-stored'?: RawStored
}

export interface RawStored extends Omit<StoredModel, 'isEmptyText'> {
  readonly empty?: boolean
}

interface RawAdopted {
  readonly table: string
  readonly schema?: string
  readonly key: readonly string[]
  readonly id?: AdoptedId
  readonly numbered?: boolean
  readonly view?: boolean
  readonly owner?: string
}

interface RawCheck extends RawMessage {
  readonly rule: string
  readonly field?: string
  readonly allowExisting?: boolean
}

export interface RawSection {
  readonly section: string
  readonly 'x-label'?: Text
  readonly rows: readonly (readonly string[])[]
}

export interface RawGrid {
  readonly grid: string
  readonly 'x-label'?: Text
}

export interface RawMeta {
  readonly label: Text
  readonly table?: string
  readonly controller?: string
  readonly title: string | readonly string[]
  readonly key?: readonly string[]
  readonly details?: readonly string[]
  readonly icon?: string
  readonly created?: string
  readonly updated?: string
  readonly softDelete?: string
  readonly owner?: string
  readonly sort?: string
  readonly renamedFrom?: Readonly<Record<string, RenamedFrom>>
  readonly tree?: string | { readonly parent: string; readonly depth?: number }
  readonly storage?: 'table' | 'none'
  readonly lock?: 'first'
  readonly number?: { readonly field: string; readonly pattern: string }
  readonly adopted?: RawAdopted
}

interface RawPolicy extends Readonly<
  Partial<Record<ActionName, { readonly fields?: readonly string[]; readonly rows?: string }>>
> {
  readonly '*'?: {
    readonly limit?: LimitMode
    readonly on?: string
    readonly fields?: readonly string[]
    readonly rows?: string
  }
  readonly public?: { readonly rows: string; readonly fields: readonly string[] }
  readonly member?: { readonly rows: string }
}

/** One option or several of them. */
export type RawOptions = string | readonly string[]
/** Options by state field. */
export type RawPattern = Readonly<Record<string, RawOptions>>
export type RawStates = string | RawPattern | readonly (string | RawPattern)[]

/** A message that can show numbers. */
export interface RawMessage {
  readonly message: Text
  /** Rules of the numbers in the message, by placeholder. */
  readonly values?: Readonly<Record<string, string>>
}

export interface RawGuard extends RawMessage {
  readonly rule: string
}

export interface RawMachineAction {
  readonly 'x-label': Text
  readonly 'x-help'?: Text
  readonly tone?: Tone
  readonly icon?: string
  /** Absent when the machine has no states. */
  readonly from?: RawStates
  readonly to?: RawOptions | RawPattern
  readonly input?: readonly (string | Readonly<Record<string, RawField>>)[]
  readonly required?: readonly string[]
  readonly prefill?: Readonly<Record<string, string>>
  readonly preview?: Readonly<Record<string, string>>
  readonly guard?: RawGuard | readonly RawGuard[]
  readonly set?: Readonly<Record<string, string>>
  readonly effects?: readonly EffectModel[]
  readonly undo?: string
  readonly 'x-rights'?: Readonly<Record<string, Text>>
}

export interface RawMachine {
  readonly field?: string
  readonly fields?: readonly string[]
  readonly initial?: string | Readonly<Record<string, string>>
  readonly final?: RawStates
  readonly editable?: RawStates
  readonly deletable?: RawStates
  readonly actions: Readonly<Record<string, RawMachineAction>>
}

export interface RawEntity {
  readonly $id: string
  readonly required?: readonly string[]
  readonly properties: Readonly<Record<string, RawField>>
  readonly 'x-label': Text
  readonly 'x-entity': RawMeta
  readonly 'x-renamedFrom'?: RenamedFrom
  readonly 'x-index'?: Readonly<Record<string, { readonly on: readonly string[]; readonly unique?: boolean }>>
  readonly 'x-search'?: readonly string[]
  readonly 'x-views'?: {
    readonly table?: { readonly columns?: readonly string[]; readonly sort?: string }
    readonly mail?: { readonly columns: readonly string[] }
    readonly form?: readonly (RawSection | RawGrid)[]
  }
  readonly 'x-actions'?: readonly ActionName[]
  readonly 'x-policy'?: RawPolicy
  readonly 'x-checks'?: Readonly<Record<string, RawCheck>>
  readonly 'x-ledger'?: RawLedger
  readonly 'x-posting'?: Readonly<Record<string, RawPosting>>
  readonly 'x-machine'?: RawMachine
}

export interface RawModule {
  readonly 'x-label': Text
  readonly icon?: string
  readonly order?: number
  readonly menu?: readonly string[]
  readonly adopts?: { readonly engine: AdoptedEngine; readonly file?: string }
}
