/**
 * How a field kind is rendered in a list: its cell (`field-renderers.ts`) and its search input (`filters.ts`, loaded
 * with the search panel).
 */
import type { ComponentType } from 'react'
import type { FieldModel, Filter, Language, Operator, WireValue } from '../../protocol/index.ts'

/** A row as the wire sends it. */
export type ListRow = Readonly<Record<string, unknown>>

/** Language and time zone in which a cell shows its value. */
export interface Locale {
  readonly language: Language
  /** IANA name of the site's time zone. */
  readonly timeZone: string
}

export interface CellProps {
  /** As the wire sent it. */
  readonly value: unknown
  readonly field: FieldModel
  readonly row: ListRow
  readonly locale: Locale
  /** Identifies the record to screen readers: its title, else its id. */
  readonly recordName: string
  /** Saves another value in place; null where that is not allowed. Rejects when it was not saved. */
  readonly change: ((value: WireValue) => Promise<void>) | null
  /** Why this value cannot be changed now although others of its kind can; absent when it can. */
  readonly lockedReason?: string
}

/** Operator and operand of a condition; the search panel knows the field. */
export type Condition = Pick<Filter, 'operator' | 'val'>

export interface FilterProps {
  /** Id of the first control; the label points to it. */
  readonly id: string
  readonly field: FieldModel
  /** The operator the search uses for this field. */
  readonly operator: Operator
  readonly value: Condition | null
  readonly onChange: (value: Condition | null) => void
  readonly locale: Locale
}

/** One operand of a condition, shown on a pill. */
export interface OperandProps {
  readonly field: FieldModel
  readonly text: string
  readonly locale: Locale
}

export interface FieldRenderer {
  /** Null = the value is never shown. */
  readonly Cell: ComponentType<CellProps> | null
  /** The comparison of the search panel when the column declares none. */
  readonly operator: (field: FieldModel) => Operator
  /** Renders an operand whose plain text means little (an id, the value of an option). */
  readonly Operand?: ComponentType<OperandProps>
  /** Numbers are aligned to the right edge so that their digits form columns. */
  readonly align: 'start' | 'end'
  /** Width of the column in CSS pixels where the schema names none and nothing of the field tells more. */
  readonly width: number
  readonly sortable: boolean
  /** Readable when cut off, so that its column may shrink; of a number or a state every character counts. */
  readonly canShrink?: true
  /** Words at length of which every character counts: its column is given more of the width that is left. */
  readonly canGrow?: true
}
