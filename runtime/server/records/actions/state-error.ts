/** Errors that name the state of a record. */
import {
  requireMachine,
  stateOf,
  stateText,
  type Language,
  type StatePattern,
  type TableModel,
  type Text,
} from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import type { Row } from '../../db/index.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { readRow } from '../read.ts'
import type { Scope } from '../../operation/scope.ts'

/** An OperationError `bad_state` that names the state the record is in and those it could be in. */
export function stateError(
  { language }: Pick<Scope, 'language'>,
  model: TableModel,
  row: Row,
  action: Text,
  from: readonly StatePattern[],
): OperationError {
  return new OperationError('bad_state', {
    text: 'problem.state_is',
    params: {
      action: action[language],
      is: stateText(model, stateOf(requireMachine(model), row))[language],
      could: statesText(model, from, language),
    },
  })
}

const statesText = (model: TableModel, patterns: readonly StatePattern[], language: Language): string =>
  patterns.map((pattern) => stateText(model, pattern)[language]).join(t(language, 'word.or'))

/** Runs an action; an error about state or version includes the current row, read after the transaction. */
export async function withCurrentRow<T>(
  scope: Scope,
  model: TableModel,
  id: number,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof OperationError) || !(error.code === 'bad_state' || error.code === 'conflict')) throw error
    // A member sees of the record what the member's own routes show.
    if (scope.actor?.area) throw error
    const row = await readRow(scope, model, id)
    throw row ? new OperationError(error.code, { ...error.details, row }) : new OperationError('not_found')
  }
}
