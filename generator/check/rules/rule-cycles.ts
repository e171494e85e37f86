import { computeRuleOrder, type FieldModel } from '../../../runtime/protocol/index.ts'
import { both } from '../../source/problem.ts'
import { problemOf, type Rule } from '../rule.ts'
import { rulePlaces, scopeOfEntity, type RulePlace } from '../view/rule-view.ts'
import { fieldPointer } from '../view/view.ts'

export const ruleCycles: Rule = {
  code: 'TW1605',
  name: 'The rules of fields do not form a cycle',
  find: (view) =>
    [...view.entities.values()].flatMap((entity) => {
      const places = rulePlaces(view).get(entity.id) ?? []
      if (places.length === 0) return []
      const order = computeRuleOrder({
        fields: scopeOfEntity(entity, view).fields.map((field) => withRules(field, places)),
      })
      if (!('cycle' in order)) return []
      const names = order.cycle.join(', ')
      return [
        // A cycle has at least one field.
        problemOf('TW1605', entity.document, fieldPointer(order.cycle[0]!), 'name', {
          message: both(
            `这些字段的规则互相依赖：${names}。`,
            `The rules of these fields depend on each other: ${names}.`,
          ),
          hint: both(
            '规则不能依赖由它决定的值；原来的值用 old.字段。',
            'a rule cannot depend on a value it sets; use old.field for the previous value',
          ),
        }),
      ]
    }),
}

function withRules(field: FieldModel, places: readonly RulePlace[]): FieldModel {
  const at = fieldPointer(field.name)
  const rules = places.flatMap(({ pointer, read }) =>
    'rule' in read && pointer.startsWith(`${at}/`) && !pointer.endsWith('/x-required') ? [read.rule] : [],
  )
  if (rules.length === 0) return field
  return {
    ...field,
    when: { source: '', tree: { op: 'value', value: true }, reads: [...new Set(rules.flatMap((rule) => rule.reads))] },
  }
}
