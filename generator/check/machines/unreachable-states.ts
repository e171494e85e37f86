import { successors } from '../../machine/state-space.ts'
import { both, type Problem } from '../../source/problem.ts'
import { escaped } from '../view/document.ts'
import { at, type MachineView } from '../view/machine-view.ts'
import { problemOf, type Rule } from '../rule.ts'
import { completeMachines, statesReached, stepsOf } from './paths.ts'

export const unreachableStates: Rule = {
  code: 'TW1802',
  name: 'Every state of a machine is reachable, and every action can run',
  find: (view) => completeMachines(view).flatMap((machine) => [...checkStates(machine), ...checkActions(machine)]),
}

function checkStates(machine: MachineView): readonly Problem[] {
  const reached = statesReached(machine)
  return machine.states
    .flatMap((field) =>
      (field.options ?? []).flatMap((option) => {
        if (reached.some((state) => state[field.name] === option.value)) return []
        return [
          problemOf('TW1802', machine.entity.document, at, 'name', {
            message: both(
              `没有操作能使“${field.name}”变为“${option.name}”。`,
              `No action sets "${field.name}" to "${option.name}".`,
            ),
          }),
        ]
      }),
    )
    .slice(0, 1)
}

function checkActions(machine: MachineView): readonly Problem[] {
  const reached = statesReached(machine)
  return stepsOf(machine).flatMap((step) =>
    reached.some((state) => successors(state, step).length > 0)
      ? []
      : [
          problemOf('TW1802', machine.entity.document, `${at}/actions/${escaped(step.name)}`, 'name', {
            message: both(
              `操作“${step.name}”的起始状态都无法到达。`,
              `The action "${step.name}" only starts from unreachable states.`,
            ),
          }),
        ],
  )
}
