/** Refusals that say which state a record is in. */
import {
  say,
  stateOf,
  stateText,
  type Language,
  type StatePattern,
  type TableModel,
  type Text,
} from '../../../protocol/index.ts'
import type { Row } from '../../db/index.ts'
import { Refusal } from '../../errors/refusal.ts'
import { readRow } from '../read.ts'
import type { Scope } from '../../operation/scope.ts'

/** A Refusal `bad_state` that names the state the record is in and those it could be in. */
export function stateError(
  { language }: Pick<Scope, 'language'>,
  model: TableModel,
  row: Row,
  action: Text,
  from: readonly StatePattern[],
): Refusal {
  return new Refusal('bad_state', {
    text: 'problem.state_is',
    params: {
      action: action[language],
      is: stateText(model, stateOf(model.machine!, row))[language],
      could: statesText(model, from, language),
    },
  })
}

const statesText = (model: TableModel, patterns: readonly StatePattern[], language: Language): string =>
  patterns.map((pattern) => stateText(model, pattern)[language]).join(say(language, 'word.or'))

/** Runs an action; a refusal for its state or version carries the row as it is now, read after the transaction. */
export async function withCurrentRow<T>(
  scope: Scope,
  model: TableModel,
  id: number,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || !(error.reason === 'bad_state' || error.reason === 'conflict')) throw error
    const row = await readRow(scope, model, id)
    throw row ? new Refusal(error.reason, { ...error.detail, row }) : new Refusal('not_found')
  }
}
