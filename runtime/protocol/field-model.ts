/** The model of a field: its kind, bounds, options and target, and the types all models share. */
import type { StoredModel } from './kinds/adopted.ts'
import type { KindName } from './kinds/names.ts'
import type { Operator } from './operators.ts'
import type { MessageNumber, RuleModel } from './rules/rule.ts'

/** The interface languages. `zh-cn` is default and fallback. */
export const languages = ['zh-cn', 'en'] as const
export type Language = (typeof languages)[number]

/** One text in every supported language. */
export type Text = Readonly<Record<Language, string>>

export type Tone = 'none' | 'primary' | 'success' | 'warning' | 'danger'

/** A former name, or several of different times. */
export type RenamedFrom = string | readonly string[]

/** All former names, of an entity, a field or an option. */
export const formerNames = (names: RenamedFrom | null | undefined): readonly string[] =>
  typeof names === 'string' ? [names] : (names ?? [])

/** The value of a field among values by the names of their time; undefined = none is there. */
export const loggedValue = <Value>(
  values: Readonly<Record<string, Value>>,
  { name, renamedFrom }: Pick<FieldModel, 'name' | 'renamedFrom'>,
): Value | undefined =>
  [name, ...formerNames(renamedFrom)].map((key) => values[key]).find((value) => value !== undefined)

/** One value of an enumeration: `name` exists in schemas and types only, `value` is what travels and is stored. */
export interface OptionModel {
  readonly name: string
  readonly value: number | string
  readonly label: Text
  readonly tone: Tone
  /** Former names of the option, whose records become this one. */
  readonly renamedFrom?: RenamedFrom
  /** Values of removed options, whose records become this one. */
  readonly replaces?: readonly (number | string)[]
}

/** Where the target's column must equal a column of this record (`field`) or a fixed value (`value`). */
export interface RelationFilter {
  readonly column: string
  readonly field?: string
  readonly value?: number | string
}

/** A value of the record that references lead to: read with each row, stored nowhere. */
export interface LookupModel {
  /** One value, or several texts that are shown as one; those that are empty are left out. */
  readonly paths: readonly LookupPathModel[]
  /** Between the texts. */
  readonly separator: string
}

/** Over references to a value; without a step it is a column of the record itself. */
export interface LookupPathModel {
  /** Each step reads the record of `entity` whose id is in `column` of the record before it. */
  readonly steps: readonly { readonly column: string; readonly table: string; readonly entity: string }[]
  /** Column of the last record. */
  readonly column: string
}

/** Name of the field with all that identifies a record, where its title alone does not. */
export const fullTitleName = 'full_title'

/** A field of a referenced record that helps to choose it. */
export interface DetailModel {
  readonly name: string
  /** The label of a number; a text needs none. */
  readonly label?: Text
}

export interface RelationModel {
  /** Target entity, for example `wms/brand`. */
  readonly to: string
  /** Controller of the target, for example `wms.Brand`: a picker loads its options from there. */
  readonly controller: string
  /** Table of the target in the database. */
  readonly table: string
  /** Field of the target that names a record to people. */
  readonly show: string
  /** All that identifies a record of the target, next to `show` as `full_title`; absent = `show` alone. */
  readonly fullTitle?: LookupModel
  /** Fields that options show in addition to the name; absent = nothing. */
  readonly details?: readonly DetailModel[]
  /** Key of the nested object that a row contains next to the id, for example `warehouseArea`. */
  readonly as: string
  /**
   * `keep`: the target's rows stay in the table when they are deleted; a module decides whether they may be deleted.
   */
  readonly onDelete: 'restrict' | 'cascade' | 'null' | 'keep'
  /** Soft-delete column of the target; null when its rows are removed permanently. */
  readonly softDelete: string | null
  readonly filter: readonly RelationFilter[]
  /** The target's rows are lines of this record: they live and die with it. */
  readonly owned?: true
}

/** How a list shows a field. */
export interface ColumnModel {
  /** Width in CSS pixels. */
  readonly width?: number
  readonly pin?: 'left' | 'right'
  readonly sort?: boolean
  /** A grid of lines shows the sum of the column at its foot. */
  readonly total?: boolean
  /** Operator of the common search; false = not offered there. */
  readonly filter?: Operator | false
  /** 1 stays on the smallest screen, 3 leaves first. */
  readonly priority?: 1 | 2 | 3
}

/** The access to the files of a field, where not everybody has it. */
export const fileAccesses = ['ticket'] as const
export type FileAccess = (typeof fileAccesses)[number]

export interface FieldModel {
  readonly name: string
  readonly kind: KindName
  readonly label: Text
  readonly help?: Text
  readonly required: boolean
  /** Written by the server only; a value that a client sends is ignored. */
  readonly readOnly: boolean
  /** Never leaves the server and cannot be filtered, sorted or searched by. */
  readonly private: boolean
  /** Added by `x-entity` (id, version, times, owner, sort weight), not declared among the properties. */
  readonly implicit: boolean
  /** Module whose overlay adds the field, and which implements its widget and cell; absent = that of the entity. */
  readonly module?: string
  /** Canonical wire value a new record starts with. */
  readonly default?: WireValue
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  /** Bounds of integers and decimals, as numbers in the field's own unit. */
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  /** Digits after the point of a decimal. Stored as value × 10^scale. */
  readonly scale?: number
  readonly unit?: Text
  readonly options?: readonly OptionModel[]
  readonly relation?: RelationModel
  /** Fields of a line, where the field holds lines: those declared in the lines' own schema. */
  readonly fields?: readonly FieldModel[]
  /** Names of the fields a grid of lines shows, in order; absent = all of them. */
  readonly columns?: readonly string[]
  /** Checks that apply to every line; absent = none. */
  readonly checks?: readonly CheckModel[]
  readonly widget?: string
  readonly cell?: string
  readonly column?: ColumnModel
  /** The field exists only while the rule is true; otherwise its value is NULL, whatever is sent. */
  readonly when?: RuleModel
  /** The field requires a value while the rule is true. */
  readonly requiredWhen?: RuleModel
  /** A value that is sent is ignored while the rule is true. */
  readonly readOnlyWhen?: RuleModel
  /** Former names of the field, whose column is renamed. */
  readonly renamedFrom?: RenamedFrom
  /** Gives a value to records that have none when the database is brought to the schema. */
  readonly backfill?: RuleModel
  /** The server's own value. The field is read-only, too. */
  readonly computed?: ComputedModel
  /** `ticket`: only those who may read the record can open its files. Absent = everybody who knows the address. */
  readonly access?: FileAccess
  /** Another record's value; there is no column. The field is read-only, too. */
  readonly lookup?: LookupModel
  /** In an adopted table: the column and how it holds the value. */
  readonly adopted?: StoredModel
  /** In the lines of a form: the value that is filled in when a record is chosen. */
  readonly fill?: FillModel
}

/** Where a value is in the row of the chosen record, as its list sends it. */
export interface FillModel {
  /** The field of the line that refers to the record. */
  readonly from: string
  readonly path: readonly string[]
  /** Of a reference: where the label of the record is that it refers to. */
  readonly label?: string
}

/** A rule over several fields that applies to every record; an unknown result passes. */
export interface CheckModel {
  readonly name: string
  readonly rule: RuleModel
  /** Field at which the message is shown. */
  readonly field: string
  readonly message: Text
  /** Numbers that the `{{name}}` placeholders of the message show. */
  readonly values?: Readonly<Record<string, MessageNumber>>
  /** A record that already broke the rule may stay as it is while none of the rule's fields changes. */
  readonly allowExisting: boolean
}

export interface ComputedModel {
  readonly rule: RuleModel
  /** False = no column: computed in every query. */
  readonly stored: boolean
  /** The rule shows the value while a form is filled in; what is stored is a module's own. */
  readonly preview?: true
}

/** A value on the wire. */
export type WireValue = string | number | null | readonly WireValue[] | { readonly [key: string]: WireValue }

/** A value in a column. Lists and maps are stored as JSON text. */
export type StoredValue = string | number | null

/** The schema of the form, in addition to the model. The schema contains no texts: labels come from the model. */
export interface FormModel {
  readonly id: string
  readonly schema: { readonly [key: string]: unknown }
  readonly uiSchema: { readonly [key: string]: unknown }
}
