/** The inputs of an action, read and checked like a form. */
import {
  isEmpty,
  memoizeByObject,
  type MachineActionModel,
  type StoredValue,
  type TableModel,
} from '../../../protocol/index.ts'
import type { Row } from '../../db/index.ts'
import { readBody, type Problems, type Values } from '../body.ts'
import { hiddenTargets, refuseHidden, type Hidden } from '../relations/hidden-targets.ts'
import { refuseProblems } from '../field-problems.ts'
import { checkManyRelations } from '../relations/relations.ts'
import { checkSchema } from '../schema-check.ts'
import type { Operation, Scope } from '../../operation/scope.ts'

export interface Inputs {
  /** By name; what was not sent and has no default is NULL. */
  readonly values: ReadonlyMap<string, StoredValue>
  /** Records it names that the caller may not see. */
  readonly hidden: Hidden
}

/** The inputs as a table of their own: what reads and checks bodies of tables then does so with them. */
const dialogOf = memoizeByObject((model: TableModel, action: MachineActionModel): TableModel => ({
  ...model,
  id: `${model.id}/${action.name}`,
  fields: action.input,
}))

/** Throws an OperationError `invalid` with the errors by input. */
export async function readInputs(
  scope: Scope,
  model: TableModel,
  action: MachineActionModel,
  body: Readonly<Record<string, unknown>>,
): Promise<Inputs> {
  const dialog = dialogOf(model, action)
  const { values, problems } = readBody(dialog, body, scope.settings)
  for (const { name, required } of action.input)
    if (required && isEmpty(body[name]) && !problems.has(name)) problems.set(name, { rule: 'required' })
  const whole: Values = new Map(action.input.map(({ name }) => [name, values.get(name) ?? null]))
  checkSchema(dialog, await scope.validators(dialog.id), whole, new Set(whole.keys()), problems)
  refuseProblems(scope, problems)
  return { values: whole, hidden: await hiddenTargets(scope, dialog, whole) }
}

/**
 * The records named by the inputs have to exist, match, and be visible; they are locked FOR KEY SHARE. Throws an
 * OperationError `invalid`.
 */
export async function checkInputs(
  { scope, model, trx }: Operation,
  action: MachineActionModel,
  { values, hidden }: Inputs,
  row: Row,
): Promise<void> {
  const problems: Problems = new Map()
  const dialog = dialogOf(model, action)
  refuseHidden(dialog, hidden, row, problems)
  const record = new Map([...Object.entries(row), ...values])
  await checkManyRelations(scope, trx, 'reference', [
    { model: dialog, records: [{ record, changed: new Set(values.keys()), problems }] },
  ])
  refuseProblems(scope, problems)
}
