/** What the engines spell differently about tables that another application created. */
import type { AdoptedModel, FieldModel, StoredModel } from '../../../protocol/index.ts'

export interface AdoptedSql {
  /** The table or view. */
  source(table: AdoptedModel): string
  /** The place of a row of `alias` as an integer. @param columns those of the table */
  rowPlace(table: AdoptedModel, alias: string, columns: readonly string[]): string
  /** A positive integer below 2^53 that is derived from the values; equal for equal values. */
  hash(values: readonly string[]): string
  /** The value of a column as the kind of the field stores it. */
  read(column: string, field: FieldModel, source: StoredModel): string
  /** What is put before and after a value of the kind to make it one of the column. */
  write(field: FieldModel, source: StoredModel): readonly [before: string, after: string]
}
