import { both, type Problem } from '../../source/problem.ts'
import { machinesOf, type MachineView } from '../view/machine-view.ts'
import { problemOf, type Rule } from '../rule.ts'
import { actionPointer, effectsOf } from './effects.ts'

export const reversals: Rule = {
  code: 'TW1805',
  name: 'Every posting of an action can be reversed by another action',
  find: (view) => machinesOf(view).flatMap(checkReversals),
}

function checkReversals({ entity, raw }: MachineView): readonly Problem[] {
  const reversed = new Set(
    Object.values(raw.actions).flatMap((action) => effectsOf(action).map((effect) => effect['reverse'])),
  )
  return Object.entries(raw.actions).flatMap(([name, action]) =>
    effectsOf(action).flatMap((effect, index) => {
      const { post } = effect
      if (post === undefined || reversed.has(post) || action.undo !== undefined) return []
      return [
        problemOf('TW1805', entity.document, actionPointer(name, `effects/${index}/post`), 'value', {
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
