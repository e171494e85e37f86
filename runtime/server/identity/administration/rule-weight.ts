/** The weight of a rule, which decides its place in the menu. */
import { fieldOf, isEmpty, type StoredValue, type TableModel } from '../../../protocol/index.ts'
import type * as operation from '../../operation/scope.ts'
import { readField } from '../../records/body.ts'
import { refuseProblems } from '../../records/field-problems.ts'

/** The parts of a change that a weight is read from and noted in. */
interface Weighed {
  readonly body: Readonly<Record<string, unknown>>
  readonly overrides: { set(field: 'weigh', value: StoredValue): unknown }
}

/**
 * The forms of BuildAdmin's clients post a rule's weight, which a list otherwise changes by dragging only. No value
 * keeps the stored weight, and gives a new rule its id. Throws an OperationError `invalid` with the error by field.
 */
export function readWeight(
  scope: Pick<operation.Scope, 'language' | 'settings'>,
  model: TableModel,
  { body, overrides }: Weighed,
): void {
  const field = fieldOf(model, 'weigh')
  if (!field || isEmpty(body['weigh'])) return
  const read = readField(field, body['weigh'], scope.settings)
  if ('problem' in read) return refuseProblems(scope, new Map([['weigh', read.problem]]))
  overrides.set('weigh', Number(read.stored))
}
