/** Machines of things that live in the client only: typed tables out of the schemas, and one pure step. */

export interface Transitions<Name extends string, Value extends string | number, Action extends string> {
  /** Value of each state. */
  readonly states: Readonly<Record<Name, Value>>
  readonly initial: Value
  readonly actions: Readonly<Record<Action, { readonly from: readonly Value[]; readonly to: Value }>>
  /** States in which the thing may be removed. */
  readonly deletable: readonly Value[]
}

/** The state an action leads to; null when it is not legal there and nothing changes. */
export function next<Value extends string | number, Action extends string>(
  machine: Pick<Transitions<string, Value, Action>, 'actions'>,
  state: Value,
  action: Action,
): Value | null {
  const { from, to } = machine.actions[action]
  return from.includes(state) ? to : null
}
