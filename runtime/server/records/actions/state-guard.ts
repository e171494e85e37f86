/** Refuses changes that the state of a record forbids: every operation that edits or deletes checks it. */
import {
  isDeletable,
  isEditable,
  languages,
  type Language,
  type TableModel,
  type Text,
} from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import type { Row, Transaction } from '../../db/index.ts'
import type { OperationError } from '../../core/errors/operation-error.ts'
import type { Scope } from '../../operation/scope.ts'
import { stateError } from './state-error.ts'

const actionText = (action: 'edit' | 'del'): Text =>
  Object.fromEntries(languages.map((language: Language) => [language, t(language, `action.${action}`)])) as Text

/** Throws an OperationError `bad_state` when the record must not be edited in its state. */
export function refuseUneditable(scope: Pick<Scope, 'language'>, model: TableModel, row: Row): void {
  if (!isEditable(model, row)) throw editStateError(scope, model, row)
}

/** The same error as a value, for a record that is known not to be editable. */
export const editStateError = (scope: Pick<Scope, 'language'>, model: TableModel, row: Row): OperationError =>
  stateError(scope, model, row, actionText('edit'), model.machine?.editable ?? [])

/** Throws an OperationError `bad_state` when one of the records, which are locked, must not be deleted in its state. */
export async function refuseUndeletable(
  scope: Pick<Scope, 'language'>,
  model: TableModel,
  trx: Transaction,
  ids: readonly number[],
): Promise<void> {
  const { machine } = model
  const deletable = machine?.deletable
  if (!deletable || ids.length === 0) return
  const rows = await trx
    .selectFrom(model.table)
    .select(['id', ...machine.fields])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute()
  const locked = rows.find((row) => !isDeletable(model, row))
  if (locked) throw stateError(scope, model, locked, actionText('del'), deletable)
}
