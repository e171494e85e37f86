import type { FieldModel, TableModel, WireValue } from '../../../../protocol/index.ts'
import type { LineCell } from '../../../form/form-state.ts'
import type { FieldLocale, WireRow } from '../../../fields/input-props.ts'

/** What the history of a record needs of it, and of the form around it. */
export interface RecordHistoryProps {
  readonly model: TableModel
  /** The record as it is saved. */
  readonly row: WireRow
  readonly locale: FieldLocale
  /** Puts a former value into the form; null where nothing can be changed. */
  readonly onRestore: ((field: FieldModel, value: WireValue, cell?: LineCell) => void) | null
  /** The last change was undone; null while the form has changes of its own. */
  readonly onUndone: (() => Promise<void>) | null
}
