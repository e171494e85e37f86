import { targetOf } from '../../machine/machine.ts'
import { patternsOf } from '../../machine/states.ts'
import { both, type Problem } from '../../source/problem.ts'
import { machinesOf, postingsOf, type MachineView } from '../view/machine-view.ts'
import { problemOf, type Rule } from '../rule.ts'
import { didYouMean, suggest } from '../../source/suggest.ts'
import { actionPointer, effectsOf } from './effects.ts'

export const machineEffects: Rule = {
  code: 'TW1806',
  name: 'An effect does exactly one thing, and that exists',
  find: (view) => machinesOf(view).flatMap((machine) => [...checkEffects(machine), ...checkUndo(machine)]),
}

function checkEffects(machine: MachineView): readonly Problem[] {
  const { entity, raw } = machine
  const postings = postingsOf(machine)
  return Object.entries(raw.actions).flatMap(([name, action]) =>
    effectsOf(action).flatMap((effect, index) => {
      const [keyword, ...others] = Object.keys(effect)
      const pointer = actionPointer(name, `effects/${index}`)
      if (keyword === undefined || others.length > 0)
        return [
          problemOf('TW1806', entity.document, pointer, 'value', {
            message: both(
              '一个效果只写 post、reverse、run 之一。',
              'An effect has exactly one of post, reverse and run.',
            ),
          }),
        ]
      const posting = effect['post'] ?? effect['reverse']
      if (posting === undefined || postings.includes(posting)) return []
      return [
        problemOf('TW1806', entity.document, `${pointer}/${keyword}`, 'value', {
          message: both(`x-posting 中没有“${posting}”。`, `x-posting has no "${posting}".`),
          hint: didYouMean(suggest(posting, postings)),
        }),
      ]
    }),
  )
}

/** The action that takes another back exists and starts where that one leads. */
function checkUndo({ entity, raw, states, isComplete }: MachineView): readonly Problem[] {
  return Object.entries(raw.actions).flatMap(([name, action]) => {
    const { undo } = action
    if (undo === undefined) return []
    const other = Object.hasOwn(raw.actions, undo) ? raw.actions[undo] : undefined
    const problem = (zh: string, en: string, suggestion: string | null = null) => [
      problemOf('TW1806', entity.document, actionPointer(name, 'undo'), 'value', {
        message: both(zh, en),
        hint: didYouMean(suggestion),
      }),
    ]
    if (other === undefined)
      return problem(`没有操作“${undo}”。`, `There is no action "${undo}".`, suggest(undo, Object.keys(raw.actions)))
    if (!isComplete) return []
    const to = targetOf(action, states)
    const starts = patternsOf(other.from, states).some((from) =>
      Object.entries(from).every(
        ([field, values]) => to[field] === undefined || to[field].some((value) => values.includes(value)),
      ),
    )
    return starts
      ? []
      : problem(
          `“${undo}”不能从“${name}”到达的状态开始。`,
          `"${undo}" cannot start from the state that "${name}" leads to.`,
        )
  })
}
