import { member, objectOf, textsOf } from '../../source/json.ts'
import { both } from '../../source/problem.ts'
import { problemOf, type Rule } from '../rule.ts'
import { treeParentOf } from '../view/field-uses.ts'

export const trees: Rule = {
  code: 'TW1307',
  name: 'The parent of a tree is an optional reference to the same entity',
  find: ({ entities }) =>
    [...entities.values()].flatMap((entity) => {
      const parent = treeParentOf(entity)
      const field = parent === null ? undefined : entity.fields.get(parent)
      if (parent === null || !field) return []
      const pointer = entity.document.places.has('/x-entity/tree/parent') ? '/x-entity/tree/parent' : '/x-entity/tree'
      if (member(objectOf(member(field, 'x-relation')), 'to') !== entity.id) {
        const message = both(
          `“${parent}”必须引用“${entity.id}”自身。`,
          `"${parent}" must refer to "${entity.id}" itself.`,
        )
        return [
          problemOf('TW1307', entity.document, pointer, 'value', {
            message,
            hint: both(
              `请给它加上 "x-relation": { "to": "${entity.id}" }。`,
              `add "x-relation": { "to": "${entity.id}" }`,
            ),
          }),
        ]
      }
      if (!textsOf(entity.document.value['required']).includes(parent)) return []
      return [
        problemOf('TW1307', entity.document, pointer, 'value', {
          message: both(
            `上级字段“${parent}”不能必填：根没有上级。`,
            `The parent field "${parent}" cannot be required: roots have none.`,
          ),
        }),
      ]
    }),
}
