import { targetOf } from '../../machine/machine.ts'
import { successors, hasExit, matches, stateName, reachableStates, type Step } from '../../machine/state-space.ts'
import { initialOf, patternsOf } from '../../machine/states.ts'
import { both, type Problem } from '../../source/problem.ts'
import { escaped } from '../view/document.ts'
import { machineStates } from './machine-states.ts'
import { at, machinesOf, type MachineView } from '../view/machine-view.ts'
import { problemOf, type Rule } from '../rule.ts'
import type { View } from '../view/view.ts'

export const unreachableStates: Rule = {
  code: 'TW1802',
  name: 'Every state of a machine is reachable, and every action can run',
  find: (view) => walkable(view).flatMap((machine) => [...unreached(machine), ...never(machine)]),
}

export const deadEnds: Rule = {
  code: 'TW1803',
  name: 'A state without an exit is marked final',
  find: (view) => walkable(view).flatMap(endsOf),
}

/** Machines whose states are all known. */
function walkable(view: View): readonly MachineView[] {
  const unknown = new Set(machineStates.find(view).map((problem) => problem.file))
  return machinesOf(view).filter((machine) => machine.isComplete && !unknown.has(machine.entity.document.file.path))
}

function stepsOf({ raw, states }: MachineView): readonly Step[] {
  return Object.entries(raw.actions).map(([name, action]) => ({
    name,
    from: patternsOf(action.from, states),
    to: targetOf(action, states),
  }))
}

const statesReached = (machine: MachineView) =>
  reachableStates(initialOf(machine.raw, machine.states), stepsOf(machine))

function unreached(machine: MachineView): readonly Problem[] {
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

function never(machine: MachineView): readonly Problem[] {
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

function endsOf(machine: MachineView): readonly Problem[] {
  const { entity, raw, states } = machine
  const final = raw.final === undefined ? [] : patternsOf(raw.final, states)
  const steps = stepsOf(machine)
  const ends = statesReached(machine).filter((state) => !hasExit(state, steps) && !matches(final, state))
  const moving = statesReached(machine).filter((state) => hasExit(state, steps) && matches(final, state))
  const told = [
    ...ends
      .slice(0, 1)
      .map(
        (state) =>
          [
            `${at}/actions`,
            both(
              `没有操作离开状态“${stateName(state, states)}”。`,
              `No action leaves the state "${stateName(state, states)}".`,
            ),
          ] as const,
      ),
    ...moving
      .slice(0, 1)
      .map(
        (state) =>
          [
            `${at}/final`,
            both(
              `终态“${stateName(state, states)}”仍可离开。`,
              `An action leaves the final state "${stateName(state, states)}".`,
            ),
          ] as const,
      ),
  ]
  return told.map(([pointer, message]) =>
    problemOf('TW1803', entity.document, pointer, 'name', {
      message,
      hint: both('有意如此时，请把它写进 final。', 'if this is intended, add the state to "final"'),
    }),
  )
}
