import { member, objectOf, textsOf } from '../../source/json.ts'
import { both, type Problem } from '../../source/problem.ts'
import { problemOf, type Rule } from '../rule.ts'
import { fieldPointer, type EntityView, type View } from '../view/view.ts'

export const deletions: Rule = {
  code: 'TW1306',
  name: 'The onDelete of a relation can be carried out',
  find: (view) =>
    [...view.entities.values()].flatMap((entity) =>
      [...entity.fields].flatMap(([name, field]) =>
        checkDeletion(entity, name, objectOf(member(field, 'x-relation')), view),
      ),
    ),
}

function checkDeletion(
  entity: EntityView,
  field: string,
  relation: ReturnType<typeof objectOf>,
  view: View,
): readonly Problem[] {
  const pointer = `${fieldPointer(field)}/x-relation/onDelete`
  const onDelete = member(relation, 'onDelete')
  if (onDelete === 'null' && textsOf(entity.document.value['required']).includes(field)) {
    return [
      problemOf('TW1306', entity.document, pointer, 'value', {
        message: both(
          '必填字段不能在目标删除时清空。',
          'A required field cannot be cleared when its target is deleted.',
        ),
        hint: both('请用 restrict 或 cascade，或不要求必填。', 'use restrict or cascade, or make the field optional'),
      }),
    ]
  }
  if (onDelete === 'cascade' && entity.fields.get(field)?.['type'] === 'array') {
    return [
      problemOf('TW1306', entity.document, pointer, 'value', {
        message: both('引用列表不能级联删除。', 'A list of references cannot cascade deletions.'),
        hint: both('请用 restrict 或 null。', 'use restrict or null'),
      }),
    ]
  }
  const to = String(relation['to'])
  if (onDelete === 'keep') return checkKeep(entity, pointer, view.entities.get(to))
  if (onDelete !== 'cascade' || to === entity.id || !cascadesTo(to, entity.id, view, new Set())) return []
  return [
    problemOf('TW1306', entity.document, pointer, 'value', {
      message: both(
        `级联删除成环：“${to}”也随“${entity.id}”一起删除。`,
        `Cascading deletions form a cycle: "${to}" is also deleted with "${entity.id}".`,
      ),
    }),
  ]
}

/** What refers to a record that goes for good cannot stay as it is. */
function checkKeep(entity: EntityView, pointer: string, target: EntityView | undefined): readonly Problem[] {
  if (!target || member(target.meta, 'softDelete') !== undefined) return []
  return [
    problemOf('TW1306', entity.document, pointer, 'value', {
      message: both(
        `“${target.id}”的记录会永久删除，引用不能保持不变。`,
        `Records of "${target.id}" are deleted permanently, so references to them cannot be kept.`,
      ),
      hint: both(
        '请用 restrict、cascade 或 null，或为目标声明 softDelete。',
        'use restrict, cascade or null, or give the target a softDelete column',
      ),
    }),
  ]
}

/** Whether records of `from` are deleted with those of `goal`, directly or over others. */
function cascadesTo(from: string, target: string, view: View, visited: Set<string>): boolean {
  if (visited.has(from)) return false
  visited.add(from)
  const relations = [...(view.entities.get(from)?.fields.values() ?? [])].map((field) =>
    objectOf(member(field, 'x-relation')),
  )
  const targets = relations
    .filter((relation) => relation['onDelete'] === 'cascade')
    .map((relation) => String(relation['to']))
  return targets.some((to) => to !== from && (to === target || cascadesTo(to, target, view, visited)))
}
