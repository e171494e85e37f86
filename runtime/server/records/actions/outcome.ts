/** Writes the result of an action to the record: its inputs, what its rules compute, and what its effects set. */
import {
  isColumn,
  applyRules,
  computeRuleValue,
  requireMachine,
  type MachineActionModel,
  type RuleFacts,
  type StoredValue,
  type TableModel,
} from '../../../protocol/index.ts'
import { rowId, type Row, type Transaction } from '../../db/index.ts'
import { protectFiles } from '../relations/private-files.ts'
import { definiteStates } from './claim-state.ts'
import type { Inputs } from './inputs.ts'

export interface ActionOutcome {
  /** The row before the action. */
  readonly row: Row
  readonly inputs: Inputs
  readonly facts: RuleFacts
  /** Columns the effects set; they win over rules, rules over inputs. */
  readonly more: ReadonlyMap<string, StoredValue>
}

/**
 * Throws an Error when an effect leads to a state `to` does not allow.
 * @returns names of the columns that changed
 */
export async function writeOutcome(
  model: TableModel,
  trx: Transaction,
  action: MachineActionModel,
  outcome: ActionOutcome,
): Promise<ReadonlySet<string>> {
  const { row, inputs, facts, more } = outcome
  const inputValues = action.input
    .filter((input) => input.stored)
    .map(({ name }) => [name, inputs.values.get(name) ?? null] as const)
  const computed = Object.entries(action.set).map(
    ([name, rule]) => [name, asColumn(computeRuleValue(rule, facts))] as const,
  )
  const values = new Map<string, StoredValue>([...inputValues, ...computed, ...more])
  assertDeclaredStates(model, action, row, values)
  for (const [name, value] of computedValues(model, action, facts, values)) values.set(name, value)
  const changes = [...values].filter(([name, value]) => value !== (row[name] ?? null))
  if (changes.length > 0)
    await trx.updateTable(model.table).set(Object.fromEntries(changes)).where('id', '=', rowId(row)).execute()
  await protectFiles(model, trx, changes.length > 0 ? [rowId(row)] : [])
  const states = Object.entries(action.to)
    .filter(([field, allowed]) => allowed.length === 1 && allowed[0] !== row[field])
    .map(([field]) => field)
  return new Set([...states, ...changes.map(([name]) => name)])
}

/** The values that the table's rules compute for the new state; fields that do not exist in it become NULL. */
function computedValues(
  model: TableModel,
  { to }: MachineActionModel,
  facts: RuleFacts,
  values: ReadonlyMap<string, StoredValue>,
): readonly (readonly [string, StoredValue])[] {
  const { record, hidden } = applyRules(model, {
    ...facts,
    record: { ...facts.record, ...Object.fromEntries([...definiteStates(to), ...values]) },
  })
  return model.fields
    .filter((field) => isColumn(field) && (field.computed !== undefined || hidden.has(field.name)))
    .map(({ name }) => [name, asColumn(record[name] ?? null)])
}

const asColumn = (value: ReturnType<typeof computeRuleValue>): StoredValue =>
  typeof value === 'boolean' ? Number(value) : value

/** Every state field has a value of `to`: the only one, or one that a rule or an effect has chosen. */
function assertDeclaredStates(
  model: TableModel,
  { name, to }: MachineActionModel,
  row: Row,
  values: ReadonlyMap<string, StoredValue>,
): void {
  for (const field of requireMachine(model).fields) {
    const allowed: readonly StoredValue[] = to[field] ?? [row[field] ?? null]
    const [only = null, ...others] = allowed
    const assigned = values.get(field)
    const value = assigned !== undefined ? assigned : others.length === 0 ? only : null
    if (!allowed.includes(value))
      throw new Error(`${model.id}: ${name} leads to a state it does not name: ${field} ${String(value)}`)
  }
}
