import { targetOf } from '../../machine/machine.ts'
import { reachableStates, type Step } from '../../machine/state-space.ts'
import { initialOf, patternsOf } from '../../machine/states.ts'
import { machineStates } from './machine-states.ts'
import { machinesOf, type MachineView } from '../view/machine-view.ts'
import type { View } from '../view/view.ts'

/** Machines whose states are all known. */
export function completeMachines(view: View): readonly MachineView[] {
  const unknown = new Set(machineStates.find(view).map((problem) => problem.file))
  return machinesOf(view).filter((machine) => machine.isComplete && !unknown.has(machine.entity.document.file.path))
}

/** Each action with the states it starts from and the one it leads to. */
export function stepsOf({ raw, states }: MachineView): readonly Step[] {
  return Object.entries(raw.actions).map(([name, action]) => ({
    name,
    from: patternsOf(action.from, states),
    to: targetOf(action, states),
  }))
}

/** States that actions can reach from the initial one. */
export const statesReached = (machine: MachineView) =>
  reachableStates(initialOf(machine.raw, machine.states), stepsOf(machine))
