import { languages } from '../../../runtime/protocol/index.ts'
import { guardsOf, placeholdersOf } from '../../machine/machine.ts'
import type { RawGuard } from '../../raw/documents.ts'
import { both, type Problem } from '../../source/problem.ts'
import { didYouMean, suggest } from '../../source/suggest.ts'
import { problemOf, type Rule } from '../rule.ts'
import { escaped } from '../view/document.ts'
import { at, machinesOf, type MachineView } from '../view/machine-view.ts'
import { numbersInMessages } from '../view/rule-view.ts'

export const guardMessages: Rule = {
  code: 'TW1808',
  name: 'The placeholders of a guard name numbers and are the same in every language',
  find: (view) =>
    machinesOf(view).flatMap((machine) =>
      Object.entries(machine.raw.actions).flatMap(([name, action]) =>
        guardsOf(action).flatMap((guard, index) => {
          const pointer = `${at}/actions/${escaped(name)}/guard${Array.isArray(action.guard) ? `/${index}` : ''}`
          return [
            ...checkPlaceholders(machine, pointer, guard, numbersInMessages(machine.entity, name, view)),
            ...checkLanguages(machine, pointer, guard),
            ...checkValues(machine, pointer, guard),
          ]
        }),
      ),
    ),
}

function checkPlaceholders(
  { entity }: MachineView,
  pointer: string,
  { message, values = {} }: RawGuard,
  fields: readonly string[],
): readonly Problem[] {
  const known = [...Object.keys(values), ...fields]
  return languages.flatMap((language) =>
    placeholdersOf(message[language])
      .filter((name) => !known.includes(name))
      .map((name) =>
        problemOf('TW1808', entity.document, `${pointer}/message/${language}`, 'value', {
          message: both(`“{{${name}}}”不是数值。`, `"{{${name}}}" does not name a number.`),
          hint:
            didYouMean(suggest(name, known)) ??
            both(
              '请写数值字段的名称，或在 values 中以规则定义。',
              'name a numeric field or input, or define it by a rule in "values"',
            ),
        }),
      ),
  )
}

/** The numbers are computed once, for the message in any language. */
function checkLanguages({ entity }: MachineView, pointer: string, { message }: RawGuard): readonly Problem[] {
  return languages.flatMap((language) =>
    languages
      .flatMap((other) => placeholdersOf(message[other]))
      .filter((name, index, all) => all.indexOf(name) === index && !placeholdersOf(message[language]).includes(name))
      .map((name) =>
        problemOf('TW1808', entity.document, `${pointer}/message/${language}`, 'value', {
          message: both(
            `语言“${language}”的提示缺少“{{${name}}}”。`,
            `The message in "${language}" lacks "{{${name}}}".`,
          ),
        }),
      ),
  )
}

function checkValues({ entity }: MachineView, pointer: string, { message, values = {} }: RawGuard): readonly Problem[] {
  const shown = languages.flatMap((language) => placeholdersOf(message[language]))
  return Object.keys(values)
    .filter((name) => !shown.includes(name))
    .map((name) =>
      problemOf('TW1808', entity.document, `${pointer}/values/${name}`, 'name', {
        message: both(`提示中没有“{{${name}}}”。`, `The message does not show "{{${name}}}".`),
      }),
    )
}
