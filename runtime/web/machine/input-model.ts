/** An action's inputs as a table of their own, so that the form, its validators and its inputs read them like any record. Pure. */
import { holdsLines, isEmpty, type InputModel, type TableModel } from '../../protocol/index.ts'
import type { WireRow } from '../fields/input.ts'
import { readValue, type Draft } from '../form/draft.ts'
import type { ActionRequest } from './action-host.ts'

/** What the dialog asks for. Lines belong to one record: for several they are asked for only where nothing goes without. */
export function inputsFor({ action, target }: Pick<ActionRequest, 'action' | 'target'>): readonly InputModel[] {
  return 'row' in target ? action.input : action.input.filter((input) => !holdsLines(input))
}

/** False for an action on several records that cannot go without the lines of each, or without one of its postings. */
export function canRunOnMany({ input }: ActionRequest['action']): boolean {
  return !input.some((one) => (holdsLines(one) || one.widget === 'posting') && one.required)
}

/** The table a dialog shows: the inputs, one below the other. */
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

/** What the dialog starts with: the record's own values where the inputs are fields of it, else what the inputs start with. */
export function startRow(inputs: readonly InputModel[], row: WireRow | null): WireRow {
  const values = inputs.map((input) => {
    const own = input.stored ? row?.[input.name] : undefined
    return [input.name, isEmpty(own) ? (input.default ?? null) : own] as const
  })
  return { ...row, ...Object.fromEntries(values) }
}

/** The inputs as they are sent; a field of the record that was emptied is sent as null. */
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
