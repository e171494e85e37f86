import { actionNames, importRoutes, recordRoutes } from '../../../runtime/protocol/index.ts'
import { actionName } from '../../dialect/machine.ts'
import { objectOf } from '../../source/json.ts'
import { targetOf } from '../../machine/machine.ts'
import { successors, reachableStates, type Step } from '../../machine/state-space.ts'
import { initialOf, patternsOf } from '../../machine/states.ts'
import { both, type Problem } from '../../source/problem.ts'
import type { RawMachineAction } from '../../raw/documents.ts'
import { escaped } from '../view/document.ts'
import { at, machinesOf, type MachineView } from '../view/machine-view.ts'
import { problemOf, type Rule } from '../rule.ts'

export const machineActions: Rule = {
  code: 'TW1804',
  name: 'Every action of a machine has a valid, distinct name and effect',
  find: (view) =>
    machinesOf(view).flatMap((machine) => [
      ...checkNames(machine),
      ...(machine.isComplete ? checkDuplicates(machine) : []),
    ]),
}

/** Routes and rights compare without case. */
function checkNames({ entity, raw }: MachineView): readonly Problem[] {
  const rights = Object.entries(raw.actions).flatMap(([name, action]) =>
    Object.keys(objectOf(action['x-rights'])).map(
      (right) => [right, `${at}/actions/${escaped(name)}/x-rights/${escaped(right)}`] as const,
    ),
  )
  const all = [
    ...Object.keys(raw.actions).map((name) => [name, `${at}/actions/${escaped(name)}`] as const),
    ...firstOnly(rights),
  ]
  return all.flatMap(([name, pointer], index) => {
    const key = name.toLowerCase()
    const table = [...actionNames, ...recordRoutes, ...importRoutes].find(
      (candidate) => candidate.toLowerCase() === key,
    )
    const other = all.slice(0, index).find(([name]) => name.toLowerCase() === key)?.[0]
    const message =
      !actionName.test(name) || name.length > 40
        ? both(`“${name}”不是合法的操作名。`, `"${name}" is not a valid action name.`)
        : table
          ? both(`“${name}”是每张表都有的操作。`, `"${name}" is an action that every table has.`)
          : other === undefined
            ? null
            : both(`“${name}”与“${other}”无法区分。`, `"${name}" cannot be distinguished from "${other}".`)
    return message === null ? [] : [problemOf('TW1804', entity.document, pointer, 'name', { message })]
  })
}

/** Several actions may require the same right. */
const firstOnly = (rights: readonly (readonly [string, string])[]) =>
  rights.filter(([name], index) => rights.findIndex(([one]) => one === name) === index)

/**
 * Two actions a person can take in the same state must be called differently and do different things. What lives in the
 * client only is moved by events: different ones may well have the same outcome.
 */
function checkDuplicates({ entity, raw, states }: MachineView): readonly Problem[] {
  const isUnstored = entity.meta['storage'] === 'none'
  const actions = Object.entries(raw.actions).map(([name, action]) => ({
    name,
    action,
    from: patternsOf(action.from, states),
    to: targetOf(action, states),
  }))
  const reached = reachableStates(initialOf(raw, states), actions)
  const overlap = (left: Step, right: Step): boolean =>
    reached.some((state) => successors(state, left).length > 0 && successors(state, right).length > 0)
  return actions.flatMap((one, index) => {
    const duplicate = actions
      .slice(0, index)
      .find(
        (other) =>
          overlap(one, other) &&
          (hasSameLabel(one.action, other.action) || (!isUnstored && hasSameEffect(one.action, other.action))),
      )
    return duplicate === undefined
      ? []
      : [
          problemOf('TW1804', entity.document, `${at}/actions/${escaped(one.name)}`, 'name', {
            message: both(
              `“${one.name}”与“${duplicate.name}”在同一状态下无法区分。`,
              `"${one.name}" and "${duplicate.name}" cannot be distinguished in the same state.`,
            ),
            hint: both('名称须不同，效果也须不同。', 'their labels must differ, and so must their effects'),
          }),
        ]
  })
}

const hasSameLabel = (left: RawMachineAction, right: RawMachineAction): boolean =>
  left['x-label']['zh-cn'] === right['x-label']['zh-cn'] || left['x-label'].en === right['x-label'].en

const effectOf = ({ to, input, set, effects, guard }: RawMachineAction): string =>
  JSON.stringify([to, input ?? [], set ?? {}, effects ?? [], guard ?? []])
const hasSameEffect = (left: RawMachineAction, right: RawMachineAction): boolean => effectOf(left) === effectOf(right)
