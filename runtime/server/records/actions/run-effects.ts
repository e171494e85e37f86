/** Runs the effects of an action in order. */
import {
  nodeOf,
  type EffectModel,
  type MachineActionModel,
  type StoredValue,
  type TableModel,
} from '../../../protocol/index.ts'
import { grantedAccess } from '../../operation/access/access.ts'
import type { Row, Transaction } from '../../db/index.ts'
import { postDocument, reverseDocument, type Posted } from '../ledger/index.ts'
import type { EffectCall, Scope } from '../../operation/scope.ts'
import type { LineCache } from './line-cache.ts'

export interface EffectRun {
  readonly scope: Scope
  readonly trx: Transaction
  readonly model: TableModel
  readonly row: Row
  readonly input: Readonly<Record<string, StoredValue>>
  readonly action: MachineActionModel
  readonly lines: LineCache
  /** Columns that the effects set. */
  readonly more: Map<string, StoredValue>
  /** Members of the answer that the effects add to the record's id and version. */
  readonly answer: Record<string, unknown>
}

/** Throws what the effects refuse with. */
export async function runEffects(running: EffectRun): Promise<void> {
  const posted = new Map<string, Posted>()
  const call = createCall(running, posted)
  for (const effect of running.action.effects) await runEffect(call, effect, posted)
}

async function runEffect(call: EffectCall, effect: EffectModel, posted: Map<string, Posted>): Promise<void> {
  if ('post' in effect) posted.set(effect.post, await postDocument(call, effect.post))
  else if ('reverse' in effect) posted.set(effect.reverse, await reverseDocument(call, effect.reverse))
  else await findEffect(call, effect.run)(call)
}

function findEffect({ scope, model }: EffectCall, name: string) {
  const effect = scope.effects?.get(model.id)?.[name]
  if (!effect) throw new Error(`no module supplies the effect ${model.id} ${name}`)
  return effect
}

function createCall(
  { scope, trx, model, row, input, action, lines, more, answer }: EffectRun,
  posted: ReadonlyMap<string, Posted>,
): EffectCall {
  return {
    scope,
    trx,
    model,
    row,
    input,
    action: action.name,
    posted,
    lines: (field) => lines.of(field),
    replaceLines: (field, rows) => lines.replace(field, rows),
    addLines: (field, rows) => lines.add(field, rows),
    set: (values) => {
      for (const [name, value] of Object.entries(values)) more.set(name, value)
    },
    answer: (values) => {
      Object.assign(answer, values)
    },
    can: (right) => scope.actor === null || grantedAccess.can(scope.actor, nodeOf(model, right)),
    afterCommit: (work) => scope.database.afterCommit(work),
  }
}
