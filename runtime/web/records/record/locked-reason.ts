/** Why the record of an open form cannot be changed. */
import { isEditable, stateOf, stateText, type TableModel } from '../../../protocol/index.ts'
import type { FieldLocale, WireRow } from '../../fields/input-props.ts'
import { canEdit } from '../../form/read-record.ts'

/**
 * The reason, or null when the state of the record and the permissions allow changes. @param row null while the record
 * is being added
 */
export function lockedText(model: TableModel, row: WireRow | null, { t, language }: FieldLocale): string | null {
  if (row === null || !model.machine) return null
  // Where nobody can edit a record, its form says nothing of a permission.
  if (!model.actions.includes('edit')) return ''
  if (!canEdit(model)) return t('view-only')
  if (isEditable(model, row)) return null
  return t('locked', { state: stateText(model, stateOf(model.machine, row))[language] })
}
