/** Which states a pattern matches, and which standard operations a state allows. */
import type { StatePattern } from './machine-model.ts'
import type { TableModel } from '../table-model.ts'

type Wire = Readonly<Record<string, unknown>>

/**
 * True when the record's state is one of the patterns.
 * @param record wire or stored values: of an enum they are the same
 */
export function matchesState(patterns: readonly StatePattern[], record: Wire): boolean {
  return patterns.some((pattern) =>
    Object.entries(pattern).every(([field, values]) => values.some((value) => value === record[field])),
  )
}

/** True for a table whose records have states; tables without states may still have actions. */
export const hasStates = ({ machine }: Pick<TableModel, 'machine'>): boolean =>
  machine !== undefined && machine.fields.length > 0

/** Whether `edit` is legal in the record's state. */
export const isEditable = (model: Pick<TableModel, 'machine'>, record: Wire): boolean =>
  allows(model.machine?.editable, record)

/** Whether `del` is legal in the record's state. */
export const isDeletable = (model: Pick<TableModel, 'machine'>, record: Wire): boolean =>
  allows(model.machine?.deletable, record)

const allows = (patterns: readonly StatePattern[] | null | undefined, record: Wire): boolean =>
  !patterns || matchesState(patterns, record)
