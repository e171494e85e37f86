import { member } from '../../source/json.ts'
import { both, type Problem } from '../../source/problem.ts'
import { problemOf, type Rule } from '../rule.ts'
import { fieldPointer, type EntityView } from '../view/view.ts'

export const formerNames: Rule = {
  code: 'TW1205',
  name: 'A former name is no longer in use, and one successor has its values',
  find: ({ entities }) => [...entities.values()].flatMap(checkFields),
}

function checkFields({ document, fields, implicit }: EntityView): readonly Problem[] {
  const successors = new Map<string, string>()
  return [...fields].flatMap(([name, field]) => {
    const former = member(field, 'x-renamedFrom')
    if (typeof former !== 'string') return []
    const at = (zh: string, en: string, hint: ReturnType<typeof both>): readonly Problem[] => [
      problemOf('TW1205', document, `${fieldPointer(name)}/x-renamedFrom`, 'value', { message: both(zh, en), hint }),
    ]
    if (fields.has(former) || implicit.has(former))
      return at(
        `“${former}”仍是一个字段，因此不是“${name}”的原名。`,
        `"${former}" is still a field, so it is not the former name of "${name}".`,
        both(`请删除字段“${former}”，或删除 x-renamedFrom。`, `remove the field "${former}", or remove x-renamedFrom`),
      )
    const other = successors.get(former)
    successors.set(former, name)
    if (other === undefined) return []
    return at(
      `“${former}”已是“${other}”的原名；值只能归一个字段。`,
      `"${former}" is already the former name of "${other}"; only one field can have its values.`,
      both('请删除其中一个 x-renamedFrom。', 'remove one of the two x-renamedFrom'),
    )
  })
}
