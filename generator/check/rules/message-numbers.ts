import { languages } from '../../../runtime/protocol/index.ts'
import { guardsOf } from '../../machine/machine.ts'
import type { RawMessage } from '../../raw/documents.ts'
import { asRaw } from '../../raw/as-raw.ts'
import { placeholdersOf } from '../../rule/message.ts'
import { isObject, member, objectOf } from '../../source/json.ts'
import { both, type Problem } from '../../source/problem.ts'
import { didYouMean, suggest } from '../../source/suggest.ts'
import { problemOf, type Rule } from '../rule.ts'
import { escaped, isSound } from '../view/document.ts'
import { at, machinesOf } from '../view/machine-view.ts'
import { numbersInMessages } from '../view/rule-view.ts'
import type { EntityView } from '../view/view.ts'

export const messageNumbers: Rule = {
  code: 'TW1808',
  name: 'The placeholders of a message name numbers and are the same in every language',
  find: (view) => [
    ...machinesOf(view).flatMap(({ entity, raw }) =>
      Object.entries(raw.actions).flatMap(([name, action]) =>
        guardsOf(action).flatMap((guard, index) => {
          const pointer = `${at}/actions/${escaped(name)}/guard${Array.isArray(action.guard) ? `/${index}` : ''}`
          return checkMessage(entity, pointer, guard, numbersInMessages(entity, name, view))
        }),
      ),
    ),
    ...[...view.entities.values()].flatMap((entity) =>
      Object.entries(objectOf(member(entity.document.value, 'x-checks'))).flatMap(([name, check]) => {
        const pointer = `/x-checks/${escaped(name)}`
        if (!isObject(check) || !isSound(entity.document, pointer)) return []
        return checkMessage(entity, pointer, asRaw<RawMessage>(check), numbersInMessages(entity, null, view))
      }),
    ),
  ],
}

function checkMessage(
  entity: EntityView,
  pointer: string,
  message: RawMessage,
  fields: readonly string[],
): readonly Problem[] {
  return [
    ...checkPlaceholders(entity, pointer, message, fields),
    ...checkLanguages(entity, pointer, message),
    ...checkValues(entity, pointer, message),
  ]
}

function checkPlaceholders(
  entity: EntityView,
  pointer: string,
  { message, values = {} }: RawMessage,
  fields: readonly string[],
): readonly Problem[] {
  const names = [...Object.keys(values), ...fields]
  return languages.flatMap((language) =>
    placeholdersOf(message[language])
      .filter((name) => !names.includes(name))
      .map((name) =>
        problemOf('TW1808', entity.document, `${pointer}/message/${language}`, 'value', {
          message: both(`“{{${name}}}”不是数值。`, `"{{${name}}}" does not name a number.`),
          hint:
            didYouMean(suggest(name, names)) ??
            both(
              '请写数值字段的名称，或在 values 中以规则定义。',
              'name a numeric field or input, or define it by a rule in "values"',
            ),
        }),
      ),
  )
}

/** The numbers are computed once, for the message in any language. */
function checkLanguages(entity: EntityView, pointer: string, { message }: RawMessage): readonly Problem[] {
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

function checkValues(entity: EntityView, pointer: string, { message, values = {} }: RawMessage): readonly Problem[] {
  const placeholders = languages.flatMap((language) => placeholdersOf(message[language]))
  return Object.keys(values)
    .filter((name) => !placeholders.includes(name))
    .map((name) =>
      problemOf('TW1808', entity.document, `${pointer}/values/${name}`, 'name', {
        message: both(`提示中没有“{{${name}}}”。`, `The message does not show "{{${name}}}".`),
      }),
    )
}
