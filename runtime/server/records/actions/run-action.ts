/**
 * The operation behind an action of a state machine. The record's state and version are compared and set before
 * anything else, so that exactly one of several concurrent requests succeeds.
 */
import {
  actionOf,
  requireMachine,
  stateOf,
  type MachineActionModel,
  type StoredValue,
  type TableModel,
} from '../../../protocol/index.ts'
import { tableEntry } from '../../operation/audit/audit.ts'
import { lineChangesKey } from '../../operation/audit/line-changes.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { runBeforeWrite, notifyWritten } from '../run-hooks.ts'
import { refuseInaccessible } from '../accessible.ts'
import { refuseClashes } from '../field-problems.ts'
import { recordChanges } from '../recovery/write-log.ts'
import { idOf } from '../read-id.ts'
import { isDocument } from '../../core/models/lock-order.ts'
import { lockRows } from '../../operation/lock-rows.ts'
import { referencedFields } from '../locks/referenced-fields.ts'
import { writeOnce, type Operation, type Scope } from '../../operation/scope.ts'
import { checkGuards } from './guards.ts'
import { checkInputs, readInputs, type Inputs } from './inputs.ts'
import { LineCache } from './line-cache.ts'
import { writeOutcome } from './outcome.ts'
import { runEffects } from './run-effects.ts'
import { claimState, readLive } from './claim-state.ts'
import { withCurrentRow } from './state-error.ts'

export interface CompletedAction {
  readonly id: number
  /** Version of the record after the action. */
  readonly version: number
  /** Further members that effects add. */
  readonly [name: string]: unknown
}

/**
 * Runs one action on one record. Throws an OperationError: `not_found`; `bad_state` (also for a guard, with its
 * message) and `conflict` with the current row; `invalid` with the errors by input; and the refusals of effects.
 * @param body `{id, version?, …inputs}`
 */
export async function runAction(
  scope: Scope,
  model: TableModel,
  name: string,
  body: Readonly<Record<string, unknown>>,
): Promise<CompletedAction> {
  const action = actionOf(model.machine, name)
  const id = idOf(body['id'])
  if (!action || id === null) throw new OperationError('not_found')
  // Guard T20: one acts on what one sees.
  await refuseInaccessible(scope, model, [id])
  const inputs = await readInputs(scope, model, action, body)
  return withCurrentRow(scope, model, id, () =>
    refuseClashes(scope, model, inputs.values, () =>
      writeOnce(scope, (trx, inside) =>
        performAction({ scope: inside, trx, model, action, id, version: body['version'], inputs }),
      ),
    ),
  )
}

interface ActionRun extends Operation {
  readonly action: MachineActionModel
  readonly id: number
  readonly version: unknown
  readonly inputs: Inputs
}

/**
 * Locks a document first and then what its inputs name, any other record after what its inputs name. A posting locks
 * its balances after both.
 */
async function performAction(run: ActionRun): Promise<CompletedAction> {
  const { scope, trx, model, action, id, inputs } = run
  await runBeforeWrite(scope, model, trx, { action: action.name, ids: [id] })
  await lockBeforeClaim(run)
  const row = await claimState(run, action, id, run.version)
  if (isDocument(model)) await checkInputs(run, action, inputs, row)
  const lines = new LineCache(scope, model, trx, id)
  // Only what modules run writes lines.
  if (scope.audit && action.effects.some((effect) => 'run' in effect)) await lines.keepBefore()
  const facts = await checkGuards(run, action, inputs, row, lines)
  const more = new Map<string, StoredValue>()
  const answer: Record<string, unknown> = {}
  await runEffects({
    scope,
    trx,
    model,
    row,
    input: Object.fromEntries(inputs.values),
    action,
    lines,
    more,
    answer,
  })
  const changed = await writeOutcome(model, trx, action, { row, inputs, facts, more })
  await recordChanges(scope, model, trx, async () => [
    { before: row, after: changed.size === 0 ? {} : await readLive(scope, model, trx, id) },
  ])
  await notifyWritten(
    scope,
    model,
    trx,
    { action: action.name, ids: [id], changed },
    tableEntry(
      model,
      action,
      { data: { id, was: stateOf(requireMachine(model), row), [lineChangesKey]: await lines.changes() } },
      [id],
    ),
  )
  return { ...answer, id, version: Number(row['version']) + 1 }
}

/** A record that is no document comes after its targets, and is locked FOR UPDATE when others rely on what changes. */
async function lockBeforeClaim(run: ActionRun): Promise<void> {
  const { scope, trx, model, action, id, inputs } = run
  if (isDocument(model)) return
  if (action.input.some(({ relation }) => relation))
    await checkInputs(run, action, inputs, await readLive(scope, model, trx, id))
  const reliedOn = referencedFields(scope.registry, model)
  const written = [...Object.keys(action.to), ...Object.keys(action.set), ...inputs.values.keys()]
  if (written.some((name) => reliedOn.has(name))) await lockRows(scope, trx, model.id, [id], 'exclusive')
}
