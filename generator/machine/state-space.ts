/** The states a machine can be in, walked from the first one. */
import type { FieldModel, State, StatePattern } from '../../runtime/protocol/index.ts'

export interface Step {
  readonly name: string
  readonly from: readonly StatePattern[]
  readonly to: StatePattern
}

export const matches = (patterns: readonly StatePattern[], state: State): boolean =>
  patterns.some((pattern) =>
    Object.entries(pattern).every(([field, values]) => values.some((value) => value === state[field])),
  )

/** Every state that can be reached, the first one among them. */
export function reachableStates(initial: State, steps: readonly Step[]): readonly State[] {
  const found = new Map([[keyOf(initial), initial]])
  for (const state of found.values()) {
    for (const step of steps)
      for (const next of successors(state, step)) found.set(keyOf(next), found.get(keyOf(next)) ?? next)
  }
  return [...found.values()]
}

/** True when a step leads from the state to another one. */
export const hasExit = (state: State, steps: readonly Step[]): boolean =>
  steps.some((step) => successors(state, step).some((next) => keyOf(next) !== keyOf(state)))

/** States a step leads to from a state; none when it does not start there. */
export function successors(state: State, { from, to }: Step): readonly State[] {
  if (!matches(from, state)) return []
  return Object.entries(to).reduce<readonly State[]>(
    (states, [field, values]) => states.flatMap((one) => values.map((value) => ({ ...one, [field]: value }))),
    [state],
  )
}

/** A state by the names of its options. */
export function stateName(state: State, fields: readonly FieldModel[]): string {
  return fields
    .map((field) => field.options?.find((option) => option.value === state[field.name])?.name ?? '?')
    .join(' + ')
}

const keyOf = (state: State): string =>
  JSON.stringify(Object.entries(state).sort(([one], [other]) => (one < other ? -1 : 1)))
