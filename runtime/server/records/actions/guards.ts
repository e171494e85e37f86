/** Checks the guards of an action against the locked record and the inputs. */
import {
  checkAction,
  rulesOf,
  type MachineActionModel,
  type RuleFacts,
  type RuleModel,
  type TableModel,
} from '../../../protocol/index.ts'
import { fillTemplate } from '../../../i18n/fill-template.ts'
import type { Row } from '../../db/index.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { nowSeconds } from '../../core/clock.ts'
import type { Operation } from '../../operation/scope.ts'
import type { Inputs } from './inputs.ts'
import type { LineCache } from './line-cache.ts'

/**
 * Throws an OperationError `bad_state` with the guard's message.
 * @returns the facts for the rules of the action
 */
export async function checkGuards(
  { scope, model }: Pick<Operation, 'scope' | 'model'>,
  action: MachineActionModel,
  { values }: Inputs,
  row: Row,
  lineCache: LineCache,
): Promise<RuleFacts> {
  const rules = [...action.guards.flatMap(rulesOf), ...Object.values(action.set)]
  const lines = Object.fromEntries(
    await Promise.all(lineFieldsRead(model, rules).map(async (field) => [field, await lineCache.of(field)] as const)),
  )
  const facts: RuleFacts = {
    record: { ...row, ...Object.fromEntries(values) },
    old: row,
    actor: scope.actor,
    now: nowSeconds(),
    lines,
  }
  const answer = checkAction(action, facts, true)
  if (!answer.may && answer.because === 'guard')
    throw new OperationError('bad_state', { sentence: fillTemplate(answer.message[scope.language], answer.values) })
  return facts
}

/** Line fields that one of the rules reads. */
function lineFieldsRead(model: TableModel, rules: readonly RuleModel[]): readonly string[] {
  if (!rules.some((rule) => rule.asks?.includes('lines'))) return []
  return model.fields.filter((field) => field.relation?.owned).map((field) => field.name)
}
