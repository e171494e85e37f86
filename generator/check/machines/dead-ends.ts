import { hasExit, matches, stateName } from '../../machine/state-space.ts'
import { patternsOf } from '../../machine/states.ts'
import { both, type Problem } from '../../source/problem.ts'
import { at, type MachineView } from '../view/machine-view.ts'
import { problemOf, type Rule } from '../rule.ts'
import { completeMachines, statesReached, stepsOf } from './paths.ts'

export const deadEnds: Rule = {
  code: 'TW1803',
  name: 'A state without an exit is marked final',
  find: (view) => completeMachines(view).flatMap(checkFinalStates),
}

function checkFinalStates(machine: MachineView): readonly Problem[] {
  const { entity, raw, states } = machine
  const final = raw.final === undefined ? [] : patternsOf(raw.final, states)
  const steps = stepsOf(machine)
  const ends = statesReached(machine).filter((state) => !hasExit(state, steps) && !matches(final, state))
  const moving = statesReached(machine).filter((state) => hasExit(state, steps) && matches(final, state))
  const problems = [
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
  return problems.map(([pointer, message]) =>
    problemOf('TW1803', entity.document, pointer, 'name', {
      message,
      hint: both('有意如此时，请把它写进 final。', 'if this is intended, add the state to "final"'),
    }),
  )
}
