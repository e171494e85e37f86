/** The states of a machine as a Mermaid diagram. */
import {
  fieldOf,
  type FieldModel,
  type MachineActionModel,
  type MachineModel,
  type State,
  type TableModel,
} from '../../../runtime/protocol/index.ts'
import { successors, stateName, reachableStates } from '../../machine/state-space.ts'

export function stateDiagram(model: TableModel, machine: MachineModel): string {
  const fields = machine.fields.flatMap((name) => fieldOf(model, name) ?? [])
  const states = reachableStates(machine.initial, machine.actions)
  const idOf = (state: State): string => stateName(state, fields).replaceAll(' + ', '__')
  const lines = [
    ...states.map((state) => `  state "${labelOf(state, fields)}" as ${idOf(state)}`),
    `  [*] --> ${idOf(machine.initial)}`,
    ...states.flatMap((state) =>
      machine.actions.flatMap((action) =>
        successors(state, action).map((next) => `  ${idOf(state)} --> ${idOf(next)} : ${caption(action)}`),
      ),
    ),
    ...states
      .filter((state) => machine.actions.every((action) => successors(state, action).length === 0))
      .map((state) => `  ${idOf(state)} --> [*]`),
  ]
  return ['```mermaid', 'stateDiagram-v2', ...lines, '```'].join('\n')
}

const labelOf = (state: State, fields: readonly FieldModel[]): string =>
  fields
    // A state consists of values of options.
    .map((field) => plain(field.options!.find((option) => option.value === state[field.name])!.label['zh-cn']))
    .join(' · ')

const caption = ({ name, label }: MachineActionModel): string => `${name} ${plain(label['zh-cn'])}`

/** Text of a schema inside a diagram: no sign that Mermaid reads. */
const plain = (text: string): string => text.replace(/[^\p{L}\p{N} ._-]+/gu, ' ').trim()
