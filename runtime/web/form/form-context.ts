/** The context of one open form, for the theme and the inputs: values, rules and what changes them. */
import { createContext, useContext } from 'react'
import type { RecordView, FieldLocale } from '../fields/input-props.ts'
import type { DraftRules } from './rules.ts'

export interface FormContextValue {
  readonly view: RecordView
  readonly locale: FieldLocale
  /** Fields that have lost the focus once: from then on their errors show as they change. */
  readonly touched: ReadonlySet<string>
  /** True after the first attempt to save: every error shows. */
  readonly isTried: boolean
  readonly isSaving: boolean
  /** The record's state forbids changes: values are read-only. */
  readonly isLocked: boolean
  /** The outcome of the rules for the current draft. */
  readonly rules: DraftRules
  /** Prefix of the ids of this form's controls. */
  readonly idPrefix: string
  readonly touch: (field: string) => void
  /** Puts a value into the draft. */
  readonly put: (field: string, value: unknown) => void
}

export const FormContext = createContext<FormContextValue | null>(null)

/** The open form around a template or field. */
export function useFormContext(): FormContextValue {
  const screen = useContext(FormContext)
  if (!screen) throw new Error('a record form template stands outside a record form')
  return screen
}

/** Id of a field's control, as rjsf makes it. */
export const controlId = (idPrefix: string, field: string): string => `${idPrefix}_${field}`
