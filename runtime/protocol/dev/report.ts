/** The report of `tablewright dev` to open pages. */
import type { Text } from '../field-model.ts'

export interface DevReport {
  readonly title: Text
  /** The advice; null where the items say it. */
  readonly hint: Text | null
  readonly items: readonly DevReportItem[]
}

export interface DevReportItem {
  /** Code and place, for example `TW1203 wms/product.json:12:5`; null where there is none. */
  readonly place: string | null
  readonly message: Text
  readonly hint: Text | null
  /** The lines around the place, or what a program said. */
  readonly frame: string | null
}
