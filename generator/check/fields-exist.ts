import { both, type Problem } from '../problem.ts'
import { didYouMean, problemOf, type Rule } from './rule.ts'
import { suggest } from './suggest.ts'
import { usesOf, type Use } from './uses.ts'
import type { EntityView, View } from './view.ts'

export const fieldsExist: Rule = {
  code: 'TW1301',
  name: 'Every field that is named exists where it is looked for',
  find: (view) => [...view.entities.values()].flatMap((entity) => dangling(entity, view)),
}

/** One misspelt field may be named in many places: it is told once, with the number of the others. */
function dangling(entity: EntityView, view: View): readonly Problem[] {
  const missing = new Map<string, Use[]>()
  for (const use of usesOf(entity, view)) {
    if (isFound(use) || !isReadable(use.entity)) continue
    const key = `${use.entity.id} ${use.name}`
    missing.set(key, [...(missing.get(key) ?? []), use])
  }
  return [...missing.values()].map((uses) => tell(uses[0]!, uses.length - 1))
}

function isFound({ name, entity, of }: Use): boolean {
  return entity.fields.has(name) || (of === 'any' && entity.implicit.has(name))
}

/** An entity whose `properties` are missing or no object has no fields to look for. */
const isReadable = ({ document }: EntityView): boolean => document.places.get('/properties')?.value.type === 'object'

function tell(use: Use, others: number): Problem {
  const { name, entity, of } = use
  const place = { document: use.document, pointer: use.pointer, at: use.at }
  if (entity.implicit.has(name)) {
    return problemOf('TW1301', place.document, place.pointer, place.at, {
      message: both(`“${name}” 由 x-entity 自动创建，不能写在这里。`, `"${name}" comes from x-entity and cannot stand here.`),
      hint: both('这里只能写 properties 中的字段。', 'only fields of properties can stand here'),
    })
  }
  const known = [...entity.fields.keys(), ...(of === 'any' ? entity.implicit : [])]
  const elsewhere = others > 0 ? both(`（另有 ${others} 处）`, ` (named in ${others} more places)`) : both('', '')
  return problemOf('TW1301', place.document, place.pointer, place.at, {
    message: both(`“${entity.id}” 没有字段 “${name}”${elsewhere['zh-cn']}。`, `"${entity.id}" has no field "${name}"${elsewhere.en}.`),
    hint: didYouMean(suggest(name, known)),
  })
}
