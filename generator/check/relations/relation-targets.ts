import { member, objectOf } from '../../source/json.ts'
import { both, type Problem } from '../../source/problem.ts'
import { problemOf, type Rule } from '../rule.ts'
import { didYouMean, suggest } from '../../source/suggest.ts'
import { fieldPointer, type EntityView, type View } from '../view/view.ts'

export const relationTargets: Rule = {
  code: 'TW1305',
  name: 'A relation points to a stored entity',
  find: (view) =>
    [...view.entities.values()].flatMap((entity) =>
      [...entity.fields].flatMap(([name, field]) =>
        checkTarget(entity, name, member(objectOf(member(field, 'x-relation')), 'to'), view),
      ),
    ),
}

function checkTarget({ document }: EntityView, field: string, to: unknown, view: View): readonly Problem[] {
  if (typeof to !== 'string' || view.unreadable.has(`${to}.json`)) return []
  const pointer = `${fieldPointer(field)}/x-relation/to`
  const target = view.entities.get(to)
  if (!target)
    return [
      problemOf('TW1305', document, pointer, 'value', {
        message: both(`没有实体“${to}”。`, `There is no entity "${to}".`),
        hint: didYouMean(nearest(to, document.file.module, view)),
      }),
    ]
  if (target.meta['storage'] !== 'none') return []
  return [
    problemOf('TW1305', document, pointer, 'value', {
      message: both(
        `“${to}”不存储（storage: none），不能引用。`,
        `"${to}" is not stored (storage: none) and cannot be referred to.`,
      ),
    }),
  ]
}

/** Near in spelling, or the same name in this module or another. */
function nearest(to: string, module: string, view: View): string | null {
  const ids = [...view.entities.keys()]
  const name = to.split(/[/.]/).pop() ?? to
  return (
    suggest(to, ids) ??
    ids.find((id) => id === `${module}/${name}`) ??
    ids.find((id) => id.endsWith(`/${name}`)) ??
    null
  )
}
