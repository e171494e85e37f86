/** Why the record of an open form cannot be changed. */
import { isEditable, stateOf, stateText, type TableModel } from '../../protocol/index.ts'
import type { Site, WireRow } from '../fields/input.ts'

/** The sentence, or null when the state of the record allows changes. @param row null while the record is being added */
export function lockedText(model: TableModel, row: WireRow | null, { say, language }: Site): string | null {
  if (row === null || !model.machine || isEditable(model, row)) return null
  return say('locked', { state: stateText(model, stateOf(model.machine, row))[language] })
}
