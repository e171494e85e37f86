/** The contract of a field kind: what a value means, independent of database and screen. */
import type { FieldProblem } from '../problems.ts'
import type { Operator } from '../operators.ts'
import type { FieldModel, Language, StoredValue, WireValue } from '../table-model.ts'

/** Column families; every database adapter maps them to a type of its own. */
export type ColumnType = 'integer' | 'text' | 'json'

/** The context in which a value is read and written. */
export interface KindContext {
  /** IANA name; defines the day and how date texts are read. */
  readonly timeZone: string
}

/** A value in canonical wire form, or the rule it breaks. */
export type Read = { readonly value: WireValue } | { readonly problem: FieldProblem }

/**
 * A value to compare a column with. `low` and `high` differ only when the given value lies between two storable ones
 * (12.345 at two digits): then nothing equals it, `x > v` is `x > low` and `x < v` is `x < high`. `high` is the smaller
 * one where a text stands for two values, as an hour that clocks repeat does; the first of them equals it.
 */
export interface Operand {
  readonly low: StoredValue
  readonly high: StoredValue
}

export interface Kind {
  readonly column: ColumnType
  /** Values are addresses of stored files: of pictures, or of any files. Absent = they are none. */
  readonly addresses?: 'pictures' | 'files'
  /** The form of a text that a filter compares: the stored one. Absent = the text without blanks at its ends. */
  readonly tidy?: (text: string) => string
  /**
   * Values are markup, which the server sanitises before it stores it: the text in such a value, which searches compare
   * and cells show. It has a column of its own, `textColumnOf`.
   */
  readonly plainText?: (value: string) => string
  /** Values are numbers, which people compare digit by digit. */
  readonly isNumber?: true
  /** Values are days, or moments with a time of day: spreadsheets compute with both. Absent = they are neither. */
  readonly calendar?: 'day' | 'moment'
  /** Values are addresses that mail is sent to. */
  readonly isMailAddress?: true
  readonly operators: readonly Operator[]
  /** Input (JSON value or text) → canonical wire value. Null and "" never reach it: they mean "no value". */
  read(input: unknown, field: FieldModel, context: KindContext): Read
  /**
   * Text that a person wrote (a cell of a file, a pasted cell, a typed input) → canonical wire value. Absent = as
   * `read`, which takes what programs send, numbers of options for example.
   */
  readText?(text: string, field: FieldModel, context: KindContext): Read
  /** Canonical wire value → column. */
  toStored(value: WireValue, field: FieldModel): StoredValue
  /** Column → wire. Called with null, too: text kinds send "" then, lists []. */
  toWire(value: StoredValue, field: FieldModel): WireValue
  /** Text of a filter → operand; null when the text is no value of this kind. */
  operand(text: string, field: FieldModel, context: KindContext): Operand | null
  /** Wire value → text of an exported cell. */
  toText(value: WireValue, field: FieldModel, context: KindContext, language: Language): string
}

export const exact = (value: StoredValue): Operand => ({ low: value, high: value })
export const ok = (value: WireValue): Read => ({ value })
export const broken = (rule: FieldProblem['rule'], params?: FieldProblem['params']): Read => ({
  problem: params ? { rule, params } : { rule },
})
