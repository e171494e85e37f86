/**
 * The inputs of an action as a table model, so that the form, its validators and its inputs treat them like a record.
 * Pure.
 */
import {
  computeRuleValue,
  holdsLines,
  isEmpty,
  kinds,
  type InputModel,
  type MachineActionModel,
  type RuleFacts,
  type TableModel,
  type WireValue,
} from '../../../protocol/index.ts'
import type { WireRow } from '../../fields/input-props.ts'
import { readValue, type Draft } from '../../form/draft.ts'
import type { ActionRequest } from './action-host.ts'

/** The inputs of the dialog. Lines belong to one record: for several they are left out. */
export function inputsFor({ action, target }: Pick<ActionRequest, 'action' | 'target'>): readonly InputModel[] {
  return 'row' in target ? action.input : action.input.filter((input) => !holdsLines(input))
}

/** The table model of a dialog: one input per row. */
export function inputTable(
  model: TableModel,
  { action, target }: Pick<ActionRequest, 'action' | 'target'>,
): TableModel {
  const fields = inputsFor({ action, target })
  const plain = fields.filter((field) => !holdsLines(field)).map(({ name }) => [name])
  const grids = fields.filter(holdsLines).map(({ name }) => ({ name, label: null, rows: [[name]], grid: name }))
  return {
    ...model,
    fields,
    checks: [],
    form: [...(plain.length > 0 ? [{ name: 'input', label: null, rows: plain }] : []), ...grids],
  }
}

/**
 * The initial values of the dialog: the record's own values for inputs that are fields of it, else what rules compute
 * from the record, else the defaults of the inputs.
 * @param facts of the record; null for several records
 */
export function startRow(inputs: readonly InputModel[], row: WireRow | null, facts: RuleFacts | null): WireRow {
  const values = inputs.map((input) => {
    const own = input.stored ? row?.[input.name] : undefined
    return [input.name, isEmpty(own) ? (prefilledValue(input, facts) ?? input.default ?? null) : own] as const
  })
  return { ...row, ...Object.fromEntries(values) }
}

function prefilledValue(input: InputModel, facts: RuleFacts | null): WireValue {
  if (!input.prefill || !facts) return null
  const value = computeRuleValue(input.prefill, facts)
  return value === null || typeof value === 'boolean' ? null : kinds[input.kind].toWire(value, input)
}

/** True when the row has all that the dialog starts with; a list loads some fields only. */
export const hasStartValues = ({ input, preview }: MachineActionModel, row: WireRow): boolean => {
  const own = new Set(input.map(({ name }) => name))
  return (
    input.every(
      ({ name, stored: isStored, prefill }) =>
        (!isStored || name in row) && (prefill?.reads ?? []).every((name) => name in row),
    ) &&
    Object.entries(preview ?? {}).every(([field, { reads }]) =>
      [field, ...reads].every((name) => name in row || own.has(name)),
    )
  )
}

/** The request body; a cleared field of the record is sent as null. */
export function inputBody(
  inputs: readonly InputModel[],
  row: WireRow | null,
  draft: Draft,
  timeZone: string,
): Record<string, unknown> {
  return Object.fromEntries(
    inputs.flatMap((input) => {
      const read = readValue(input, draft[input.name], timeZone)
      const value = 'value' in read ? read.value : draft[input.name]
      return value === null && isEmpty(row?.[input.name]) ? [] : [[input.name, value]]
    }),
  )
}
