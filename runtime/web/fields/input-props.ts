/**
 * The props of field inputs. A value is in canonical wire form, or text while it is being typed (the kind reads both).
 */
import type { ComponentType } from 'react'
import type { FieldModel, Language, TableModel, WireValue } from '../../protocol/index.ts'
import type { RecordText } from './form-texts.ts'
import type { Translate } from '../core/i18n/texts.ts'

/** A row as the wire sends it. */
export type WireRow = Readonly<Record<string, unknown>>

/** The record around an input. */
export interface RecordView {
  readonly model: TableModel
  /** Null while the record is being added. */
  readonly id: number | null
  /** The row as it was loaded, with the nested objects of its references. */
  readonly row: WireRow | null
  readonly valueOf: (field: string) => unknown
  /** Remembers the label of a record that was selected in this form. */
  readonly remember: (field: string, id: number, label: string) => void
  /** Marks the field as busy (an upload runs), so that the record cannot be saved yet. */
  readonly setPending: (field: string, isPending: boolean) => void
}

/** Language, time zone of the site (IANA name) and texts of the form. */
export interface FieldLocale {
  readonly language: Language
  readonly timeZone: string
  readonly t: Translate<RecordText>
}

export interface InputProps {
  /** Id of the control; the label's id is `${id}-label`. */
  readonly id: string
  readonly field: FieldModel
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly onBlur: () => void
  readonly disabled: boolean
  readonly invalid: boolean
  /** Ids of help and error text. */
  readonly describedBy: string | undefined
  readonly record: RecordView
  readonly locale: FieldLocale
  /** The context of a field with parts, by path (`2.price`); absent for all others. */
  readonly linesContext?: LinesContext
}

export interface LinesContext {
  /** The error messages of a line by field; those of the whole line under `id`. */
  readonly errorsOf: (index: number) => Readonly<Record<string, string>>
  readonly touch: (place: string) => void
  /** The input of a part: inputs cannot import each other. */
  readonly inputOf: (model: Pick<TableModel, 'module'>, field: FieldModel) => ComponentType<InputProps>
  /** Index of the first invalid line. */
  readonly firstInvalid: number | null
  /** Read-only: values are shown instead of inputs. */
  readonly isLocked: boolean
  /** The outcome of the rules for a line, null when it has none. */
  readonly rulesOf: (index: number) => LineRules | null
}

/** The outcome of the rules for one line, the same object as long as it is the same. */
export interface LineRules {
  /** Fields that do not exist in this line. */
  readonly hidden: ReadonlySet<string>
  /** Fields that cannot be changed in it now. */
  readonly fixed: ReadonlySet<string>
  /** Fields a rule asks for, filled or not. */
  readonly needed: ReadonlySet<string>
  /** Computed values as the wire has them. */
  readonly computed: Readonly<Record<string, WireValue>>
}

/** Attributes every single control carries. */
export interface ControlProps {
  readonly id: string
  readonly disabled: boolean
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
  readonly 'aria-required': true | undefined
}

export function controlProps({
  id,
  field,
  disabled,
  invalid,
  describedBy,
}: Pick<InputProps, 'id' | 'field' | 'disabled' | 'invalid' | 'describedBy'>): ControlProps {
  return {
    id,
    disabled,
    'aria-invalid': invalid || undefined,
    'aria-describedby': describedBy,
    'aria-required': field.required || undefined,
  }
}

/** Attributes of a group of controls that form one field. */
export function groupProps({ id, describedBy }: Pick<InputProps, 'id' | 'describedBy'>) {
  return { id, role: 'group', tabIndex: -1, 'aria-labelledby': `${id}-label`, 'aria-describedby': describedBy } as const
}

/** Id of the label of the field with that control id. */
export const labelId = (id: string): string => `${id}-label`
