import { both } from '../../source/problem.ts'
import { problemOf, type Rule } from '../rule.ts'
import { usesOf } from '../view/field-uses.ts'

export const uniqueListEntries: Rule = {
  code: 'TW1302',
  name: 'A list of fields contains each field once',
  find: (view) =>
    [...view.entities.values()].flatMap((entity) => {
      const names = new Set<string>()
      return usesOf(entity, view).flatMap((use) => {
        const key = `${use.list} ${use.name}`
        if (use.list === null || !names.has(key)) {
          names.add(key)
          return []
        }
        return [
          problemOf('TW1302', use.document, use.pointer, use.at, {
            message: both(`字段“${use.name}”出现了两次。`, `The field "${use.name}" is listed twice.`),
            hint: both('请删去其中之一。', 'remove one of them'),
          }),
        ]
      })
    }),
}
