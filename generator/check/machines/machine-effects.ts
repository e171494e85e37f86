import { targetOf } from '../../machine/machine.ts'
import { patternsOf } from '../../machine/states.ts'
import { both, type Problem } from '../../source/problem.ts'
import type { RawMachineAction } from '../../raw/documents.ts'
import { escaped } from '../view/document.ts'
import { at, machinesOf, postingsOf, type MachineView } from '../view/machine-view.ts'
import { problemOf, type Rule } from '../rule.ts'
import { didYouMean, suggest } from '../../source/suggest.ts'

export const reversals: Rule = {
  code: 'TW1805',
  name: 'Every posting of an action can be reversed by another action',
  find: (view) => machinesOf(view).flatMap(unreversed),
}

export const machineEffects: Rule = {
  code: 'TW1806',
  name: 'An effect does exactly one thing, and that exists',
  find: (view) => machinesOf(view).flatMap((machine) => [...badEffects(machine), ...badUndo(machine)]),
}

const place = (name: string, rest: string): string => `${at}/actions/${escaped(name)}/${rest}`
const effectsOf = (action: RawMachineAction): readonly Readonly<Record<string, string | undefined>>[] =>
  (action.effects ?? []) as never

function unreversed({ entity, raw }: MachineView): readonly Problem[] {
  const reversed = new Set(
    Object.values(raw.actions).flatMap((action) => effectsOf(action).map((effect) => effect['reverse'])),
  )
  return Object.entries(raw.actions).flatMap(([name, action]) =>
    effectsOf(action).flatMap((effect, index) => {
      const { post } = effect
      if (post === undefined || reversed.has(post) || action.undo !== undefined) return []
      return [
        problemOf('TW1805', entity.document, place(name, `effects/${index}/post`), 'value', {
          message: both(
            `“${name}”的过账“${post}”没有操作能冲销。`,
            `"${name}" posts "${post}", but no action reverses it.`,
          ),
          hint: both(
            `请添加一个带 { "reverse": "${post}" } 的操作，或用 undo 指明。`,
            `add an action with { "reverse": "${post}" }, or name one in "undo"`,
          ),
        }),
      ]
    }),
  )
}

function badEffects(machine: MachineView): readonly Problem[] {
  const { entity, raw } = machine
  const postings = postingsOf(machine)
  return Object.entries(raw.actions).flatMap(([name, action]) =>
    effectsOf(action).flatMap((effect, index) => {
      const [keyword, ...others] = Object.keys(effect)
      const pointer = place(name, `effects/${index}`)
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
function badUndo({ entity, raw, states, isComplete }: MachineView): readonly Problem[] {
  return Object.entries(raw.actions).flatMap(([name, action]) => {
    const { undo } = action
    if (undo === undefined) return []
    const other = Object.hasOwn(raw.actions, undo) ? raw.actions[undo] : undefined
    const problem = (zh: string, en: string, meant: string | null = null) => [
      problemOf('TW1806', entity.document, place(name, 'undo'), 'value', {
        message: both(zh, en),
        hint: didYouMean(meant),
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
