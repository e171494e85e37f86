import { member, textsOf } from '../../source/json.ts'
import { both } from '../../source/problem.ts'
import { problemOf, type Rule } from '../rule.ts'

export const requiredFields: Rule = {
  code: 'TW1404',
  name: 'A required read-only field has a default wherever records can be added',
  find: ({ entities }) =>
    [...entities.values()].flatMap(({ document, fields, meta }) => {
      const actions = member(document.value, 'x-actions')
      const canAdd = meta['storage'] !== 'none' && (!Array.isArray(actions) || actions.includes('add'))
      if (!canAdd) return []
      return textsOf(document.value['required']).flatMap((name, index) => {
        const field = fields.get(name)
        if (
          !field ||
          member(field, 'readOnly') !== true ||
          member(field, 'default') !== undefined ||
          member(member(meta, 'number'), 'field') === name
        )
          return []
        return [
          problemOf('TW1404', document, `/required/${index}`, 'value', {
            message: both(
              `“${name}”必填但只读，又没有默认值，无法添加记录。`,
              `"${name}" is required and read-only but has no default, so no record could be added.`,
            ),
            hint: both(
              '请给它默认值，或不要求必填，或从 x-actions 中去掉 add。',
              'add a default, make the field optional, or remove add from x-actions',
            ),
          }),
        ]
      })
    }),
}
